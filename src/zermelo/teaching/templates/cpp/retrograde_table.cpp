// A token on a graph, with cycles or without: the players move it along an edge in turn.
// Whoever cannot move loses, and play that never ends is a draw.
//
// No recursion: it would run in circles. Labels spread backwards from the ends instead.
// A vertex wins when one edge leads to a loss, and loses when all edges lead to wins:
// a counter says how many are not known to be wins. What gets no label is a draw.
//
// Backwards from the ends: O(vertices + edges) time and space.
// Reads the number of vertices, the start, and then u v for each edge, an instance a
// line; prints win, loss or draw for the first player.

#include <cstdint>
#include <iostream>
#include <iterator>
#include <queue>
#include <sstream>
#include <string>
#include <vector>

using Numbers = std::vector<int64_t>;

struct Edge {
    int64_t from;
    int64_t to;
};

// 1 where the player to move wins, -1 where the opponent does, 0 for a draw.
int retrograde(int size, const std::vector<Edge>& edges, int start) {
    std::vector<std::vector<int>> before(size);
    std::vector<int> unknown(size);  // edges that are not known to lead to a win of the opponent
    for (const Edge& edge : edges) {
        before[edge.to].push_back(edge.from);
        unknown[edge.from]++;
    }
    std::vector<int> value(size);
    std::queue<int> queue;
    for (int u = 0; u < size; u++) {
        if (unknown[u] == 0) {
            value[u] = -1;  // no edge leads on
            queue.push(u);
        }
    }
    while (!queue.empty()) {
        int v = queue.front();
        queue.pop();
        for (int u : before[v]) {
            if (value[u] != 0) {
                continue;  // it has its label
            }
            if (value[v] < 0) {
                value[u] = 1;  // this edge leaves the opponent a loss
                queue.push(u);
            } else if (--unknown[u] == 0) {
                value[u] = -1;  // every edge leaves the opponent a win
                queue.push(u);
            }
        }
    }
    return value[start];
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
        for (int at = 2; at < int(numbers.size()); at += 2) {
            edges.push_back({numbers[at], numbers[at + 1]});
        }
        const char* names[] = {"loss", "draw", "win"};
        std::cout << names[1 + retrograde(numbers[0], edges, numbers[1])] << '\n';
    }
}
