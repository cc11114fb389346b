// A pool of positive numbers: the players choose one in turn, each only once.
// Whoever makes the total of all that was chosen reach the target wins.
//
// State S: the set of used numbers, one bit each; it says what the total is.
// Value W(S): whether the player to move wins.
// W(S) = some number outside S reaches the target, or leaves a lost S + number.
//
// Recursive, with a memo: O(n 2^n) time, O(2^n) space, n calls deep.
// Reads the target and the pool, an instance a line; prints whether the first player wins.

#include <cstdint>
#include <iostream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

using Numbers = std::vector<int64_t>;

enum Mark : char { UNKNOWN, WIN, LOSS };

struct PoolGame {
    const Numbers& numbers;
    std::vector<Mark> memo;  // by the used numbers alone: they say what is missing

    bool wins(int used, int64_t missing) {
        if (memo[used] == UNKNOWN) {
            memo[used] = LOSS;
            for (int place = 0; place < int(numbers.size()); place++) {
                if (used >> place & 1) {
                    continue;
                }
                int64_t number = numbers[place];
                // reach the target, or leave the opponent a loss
                if (number >= missing || !wins(used | 1 << place, missing - number)) {
                    memo[used] = WIN;
                    break;
                }
            }
        }
        return memo[used] == WIN;
    }
};

// Whether the first player makes the total reach the target.
bool pool_game(const Numbers& numbers, int64_t target) {
    if (target <= 0) {
        return true;  // reached before play begins
    }
    if (std::accumulate(numbers.begin(), numbers.end(), int64_t{0}) < target) {
        return false;  // nobody can reach it
    }
    PoolGame game{numbers, std::vector<Mark>(1 << numbers.size(), UNKNOWN)};
    return game.wins(0, target);
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
        int64_t first = numbers[0];
        numbers.erase(numbers.begin());
        std::cout << pool_game(numbers, first) << '\n';
    }
}
