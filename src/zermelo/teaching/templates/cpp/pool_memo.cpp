// A pool of numbers: the players choose one in turn, each only once.
// Whoever makes the total of all that was chosen reach the target wins.
//
// State S: the set of used numbers, one bit each; it says what the total is.
// Value V(S): 1 where the player to move wins, -1 where the other does, 0 where nobody does.
// V(S) = the largest of: 1 for a number outside S that reaches the target, else -V(S + number).
//
// Recursive, with a memo: O(n 2^n) time, O(2^n) space, n calls deep.
// Reads the target and the pool, an instance a line; prints whether the first player wins.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

using Numbers = std::vector<int64_t>;

const signed char UNKNOWN = 2;

struct PoolGame {
    const Numbers& numbers;
    std::vector<signed char> memo;  // by the used numbers alone: they say what is missing

    int value(int used, int64_t missing) {
        if (memo[used] == UNKNOWN) {
            int best = -1;
            for (int place = 0; place < int(numbers.size()) && best < 1; place++) {
                if (used >> place & 1) {
                    continue;
                }
                int64_t number = numbers[place];
                // reach the target, or leave the opponent what remains
                int worth = number >= missing ? 1 : -value(used | 1 << place, missing - number);
                best = std::max(best, worth);
            }
            memo[used] = best;
        }
        return memo[used];
    }
};

// Whether the first player makes the total reach the target.
bool pool_game(const Numbers& numbers, int64_t target) {
    if (target <= 0) {
        return true;  // reached before play begins
    }
    int64_t most = 0;
    for (int64_t number : numbers) {
        most += std::max<int64_t>(number, 0);
    }
    if (most < target) {
        return false;  // nobody can reach it
    }
    PoolGame game{numbers, std::vector<signed char>(1 << numbers.size(), UNKNOWN)};
    game.memo.back() = 0;  // the pool has run out
    return game.value(0, target) == 1;
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
        std::cout << pool_game(numbers, first) << '\n';
    }
}
