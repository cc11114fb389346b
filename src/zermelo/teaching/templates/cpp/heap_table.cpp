// A heap of stones: the players remove as many as a number of a set says, in turn.
// Whoever cannot move loses.
//
// State n: what is left. Value W(n): whether the player to move wins.
// W(n) = some allowed t <= n leaves a lost n - t; without a move it is a loss.
//
// Bottom-up, with a table: O(n t) time for t allowed numbers, O(n) space.
// Reads the heap and the allowed numbers, an instance a line; prints whether the first
// player wins.

#include <cstdint>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

using Numbers = std::vector<int64_t>;

// Whether the first player takes the last stone that can be taken.
bool heap_game(int64_t heap, const Numbers& takes) {
    std::vector<bool> wins(heap + 1);  // without a move it is a loss
    for (int64_t n = 1; n <= heap; n++) {
        for (int64_t take : takes) {
            if (take <= n && !wins[n - take]) {  // a move that leaves the opponent a loss
                wins[n] = true;
                break;
            }
        }
    }
    return wins[heap];
}

Numbers numbers_of(const std::string& line) {
    std::istringstream words(line);
    return Numbers(std::istream_iterator<int64_t>(words), {});
}

// An instance a line, an answer a line.
int main() {
    std::cout << std::boolalpha;
    std::string line;
    while (std::getline(std::cin, line)) {
        Numbers numbers = numbers_of(line);
        if (numbers.empty()) {
            continue;  // a blank line is no instance
        }
        int64_t first = numbers[0];
        numbers.erase(numbers.begin());
        std::cout << heap_game(first, numbers) << '\n';
    }
}
