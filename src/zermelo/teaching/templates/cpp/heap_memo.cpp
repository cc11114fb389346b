// A heap of stones: the players remove as many as a number of a set says, in turn.
// Whoever cannot move loses.
//
// State n: what is left. Value W(n): whether the player to move wins.
// W(n) = some allowed t <= n leaves a lost n - t; without a move it is a loss.
//
// Recursive, with a memo: O(n t) time for t allowed numbers, O(n) space, up to n calls deep.
// Reads the heap and the allowed numbers, an instance a line; prints whether the first
// player wins.

#include <cstdint>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

using Numbers = std::vector<int64_t>;

enum Mark : char { UNKNOWN, WIN, LOSS };

struct HeapGame {
    const Numbers& takes;
    std::vector<Mark> memo;

    // the calls lie up to n deep: for more than some ten thousand stones take the table
    bool wins(int64_t n) {
        if (memo[n] == UNKNOWN) {
            memo[n] = LOSS;  // without a move it is a loss
            for (int64_t take : takes) {
                if (take <= n && !wins(n - take)) {  // a move that leaves the opponent a loss
                    memo[n] = WIN;
                    break;
                }
            }
        }
        return memo[n] == WIN;
    }
};

// Whether the first player takes the last stone that can be taken.
bool heap_game(int64_t heap, const Numbers& takes) {
    HeapGame game{takes, std::vector<Mark>(heap + 1, UNKNOWN)};
    return game.wins(heap);
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
