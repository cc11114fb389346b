// A pool of positive numbers: the players choose one in turn, each only once.
// Whoever makes the total of all that was chosen reach the target wins.
//
// State S: the set of used numbers, one bit each; it says what the total is.
// Value W(S): whether the player to move wins.
// W(S) = some number outside S reaches the target, or leaves a lost S + number.
//
// Bottom-up, with a table: O(n 2^n) time, O(2^n) space.
// Reads the target and the pool, an instance a line; prints whether the first player wins.

#include <cstdint>
#include <iostream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

using Numbers = std::vector<int64_t>;

// Whether the first player makes the total reach the target.
bool pool_game(const Numbers& numbers, int64_t target) {
    if (target <= 0) {
        return true;  // reached before play begins
    }
    if (std::accumulate(numbers.begin(), numbers.end(), int64_t{0}) < target) {
        return false;  // nobody can reach it
    }
    int n = numbers.size();
    Numbers total(1 << n);
    for (int place = 0; place < n; place++) {
        for (int used = 0; used < 1 << place; used++) {
            total[used | 1 << place] = total[used] + numbers[place];
        }
    }
    std::vector<bool> wins(1 << n);
    for (int used = (1 << n) - 1; used >= 0; used--) {  // a move makes the set a larger number
        for (int place = 0; place < n && !wins[used]; place++) {
            if (used >> place & 1) {
                continue;
            }
            // reach the target, or leave the opponent a loss
            wins[used] = total[used] + numbers[place] >= target || !wins[used | 1 << place];
        }
    }
    return wins[0];
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
