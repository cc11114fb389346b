// A row of numbers: the players take one from either end in turn; the richer one wins.
//
// State (i, j): the numbers i..j are left.
// Value D(i, j): what the player to move collects more than the opponent from here on.
// D(i, j) = max(a[i] - D(i+1, j), a[j] - D(i, j-1)); with nothing left it is 0.
//
// Recursive, with a memo: O(n^2) time and space, n calls deep.
// Reads a row a line; prints the first player's total minus the second's.

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

struct IntervalGame {
    const Numbers& values;
    std::vector<Numbers> memo;

    // the calls lie n deep: for more than some ten thousand numbers take the table
    int64_t best(int i, int j) {
        if (i > j) {
            return 0;  // nothing is left
        }
        if (memo[i][j] == UNKNOWN) {
            // take one end, then subtract the opponent's best difference on the rest
            memo[i][j] = std::max(values[i] - best(i + 1, j), values[j] - best(i, j - 1));
        }
        return memo[i][j];
    }
};

// The first player's total minus the second's, under best play.
int64_t interval_game(const Numbers& values) {
    int n = values.size();
    IntervalGame game{values, std::vector<Numbers>(n, Numbers(n, UNKNOWN))};
    return game.best(0, n - 1);
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
        std::cout << interval_game(numbers) << '\n';
    }
}
