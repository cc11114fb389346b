// A pool of numbers: the players choose one in turn, each only once.
// Whoever makes the total of all that was chosen reach the target wins.
//
// State S: the set of used numbers, one bit each; it says what the total is.
// Value V(S): 1 where the player to move wins, -1 where the other does, 0 where nobody does.
// V(S) = the largest of: 1 for a number outside S that reaches the target, else -V(S + number).
//
// Bottom-up, with a table: O(n 2^n) time, O(2^n) space.
// Reads the target and the pool, an instance a line; prints whether the first player wins.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

using Numbers = std::vector<int64_t>;

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
    int n = numbers.size();
    Numbers total(1 << n);
    for (int place = 0; place < n; place++) {
        for (int used = 0; used < 1 << place; used++) {
            total[used | 1 << place] = total[used] + numbers[place];
        }
    }
    std::vector<int> value(1 << n);  // 0 where the pool has run out
    for (int used = (1 << n) - 2; used >= 0; used--) {  // a move makes the set a larger number
        value[used] = -1;
        for (int place = 0; place < n && value[used] < 1; place++) {
            if (used >> place & 1) {
                continue;
            }
            // reach the target, or leave the opponent what remains
            bool reaches = total[used] + numbers[place] >= target;
            value[used] = std::max(value[used], reaches ? 1 : -value[used | 1 << place]);
        }
    }
    return value[0] == 1;
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
