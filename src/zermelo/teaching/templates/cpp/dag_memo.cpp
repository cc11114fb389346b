// A token on a graph without cycles: the players move it along an edge in turn.
// The mover gains what the edge is worth; play ends where no edge leads on.
//
// State u: where the token stands.
// Value D(u): what the player to move collects more than the opponent from here on.
// D(u) = max over edges u -> v of (gain - D(v)); where no edge leads on it is 0.
//
// Recursive, with a memo: O(vertices + edges) time and space, up to a call deep for each vertex.
// Reads the number of vertices, the start, and then u v gain for each edge, an instance a
// line; prints the first player's total minus the second's.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

using Numbers = std::vector<int64_t>;

// no difference is as low; far from the end of int64_t, should it ever be subtracted
const int64_t UNKNOWN = std::numeric_limits<int64_t>::min() / 4;

struct Edge {
    int64_t from;
    int64_t to;
    int64_t gain;
};

struct DagGame {
    std::vector<std::vector<Edge>> moves;
    Numbers memo;

    // a call for each vertex of a play: for more than some ten thousand take the table
    int64_t best(int u) {
        if (moves[u].empty()) {
            return 0;  // an end
        }
        if (memo[u] == UNKNOWN) {
            int64_t top = UNKNOWN;
            for (const Edge& edge : moves[u]) {
                // gain, minus the opponent's best difference from there on
                top = std::max(top, edge.gain - best(edge.to));
            }
            memo[u] = top;
        }
        return memo[u];
    }
};

// The first player's total minus the second's, under best play.
int64_t dag_game(int size, const std::vector<Edge>& edges, int start) {
    DagGame game{std::vector<std::vector<Edge>>(size), Numbers(size, UNKNOWN)};
    for (const Edge& edge : edges) {
        game.moves[edge.from].push_back(edge);
    }
    return game.best(start);
}

Numbers numbers_of(const std::string& line) {
    std::istringstream words(line);
    return Numbers(std::istream_iterator<int64_t>(words), {});
}

// An instance a line, an answer a line.
int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        Numbers numbers = numbers_of(line);
        if (numbers.empty()) {
            continue;  // a blank line is no instance
        }
        std::vector<Edge> edges;
        for (int at = 2; at < int(numbers.size()); at += 3) {
            edges.push_back({numbers[at], numbers[at + 1], numbers[at + 2]});
        }
        std::cout << dag_game(numbers[0], edges, numbers[1]) << '\n';
    }
}
