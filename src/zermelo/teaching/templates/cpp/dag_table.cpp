// A token on a graph without cycles: the players move it along an edge in turn.
// The mover gains what the edge is worth; play ends where no edge leads on.
//
// State u: where the token stands.
// Value D(u): what the player to move collects more than the opponent from here on.
// D(u) = max over edges u -> v of (gain - D(v)); where no edge leads on it is 0.
//
// Bottom-up, with a table: O(vertices + edges) time and space, in topological order.
// Reads the number of vertices, the start, and then u v gain for each edge, an instance a
// line; prints the first player's total minus the second's.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using Numbers = std::vector<int64_t>;

// below every difference, and far from the end of int64_t: it can be subtracted
const int64_t LOW = std::numeric_limits<int64_t>::min() / 4;

struct Edge {
    int64_t from;
    int64_t to;
    int64_t gain;
};

// All vertices, each before those that it leads to.
std::vector<int> topological(const std::vector<std::vector<Edge>>& moves) {
    int size = moves.size();
    std::vector<int> coming(size);  // edges into each vertex
    for (const auto& out : moves) {
        for (const Edge& edge : out) {
            coming[edge.to]++;
        }
    }
    std::vector<int> order;
    for (int u = 0; u < size; u++) {
        if (coming[u] == 0) {
            order.push_back(u);
        }
    }
    for (int next = 0; next < int(order.size()); next++) {  // it grows while it is read
        for (const Edge& edge : moves[order[next]]) {
            if (--coming[edge.to] == 0) {
                order.push_back(edge.to);
            }
        }
    }
    if (int(order.size()) < size) {
        throw std::invalid_argument("the graph has a cycle");
    }
    return order;
}

// The first player's total minus the second's, under best play.
int64_t dag_game(int size, const std::vector<Edge>& edges, int start) {
    std::vector<std::vector<Edge>> moves(size);
    for (const Edge& edge : edges) {
        moves[edge.from].push_back(edge);
    }
    std::vector<int> order = topological(moves);
    Numbers best(size);
    for (int next = size - 1; next >= 0; next--) {  // all that u leads to is known
        int u = order[next];
        int64_t top = LOW;
        for (const Edge& edge : moves[u]) {
            // gain, minus the opponent's best difference from there on
            top = std::max(top, edge.gain - best[edge.to]);
        }
        best[u] = moves[u].empty() ? 0 : top;
    }
    return best[start];
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
