// A row of numbers: the players take the first 1 to K of it in turn; the richer one wins.
//
// State i: the first i numbers are gone.
// Value D(i): what the player to move collects more than the opponent from here on.
// D(i) = max over 1 <= x <= K of (a[i] + ... + a[i+x-1] - D(i+x)); D(n) = 0.
//
// Recursive, with a memo: O(n K) time, O(n) space, n calls deep.
// Reads K and a row a line; prints the first player's total minus the second's.

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

struct FrontGame {
    const Numbers& values;
    int64_t most;
    Numbers memo;

    // the calls lie n deep: for more than some ten thousand numbers take the table
    int64_t best(int i) {
        int n = values.size();
        if (i == n) {
            return 0;  // nothing is left
        }
        if (memo[i] == UNKNOWN) {
            int64_t taken = 0;
            int64_t top = UNKNOWN;
            for (int x = 1; x <= most && i + x <= n; x++) {
                taken += values[i + x - 1];
                // what x numbers give, minus the opponent's best difference on the rest
                top = std::max(top, taken - best(i + x));
            }
            memo[i] = top;
        }
        return memo[i];
    }
};

// The first player's total minus the second's, under best play.
int64_t front_game(const Numbers& values, int64_t most) {
    FrontGame game{values, most, Numbers(values.size(), UNKNOWN)};
    return game.best(0);
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
        int64_t first = numbers[0];
        numbers.erase(numbers.begin());
        std::cout << front_game(numbers, first) << '\n';
    }
}
