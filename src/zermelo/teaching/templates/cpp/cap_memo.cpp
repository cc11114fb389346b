// A row of numbers: the players take the first x of it in turn, 1 <= x <= 2M.
// M is 1 at first, and then the most that was taken at once.
//
// State (i, M): the first i numbers are gone.
// Value T(i, M): the most that the player to move collects from here on.
// T(i, M) = max over 1 <= x <= 2M of (rest(i) - T(i+x, max(M, x))); T(n, M) = 0,
// where rest(i) is all that is left: what the opponent does not get of it is mine.
// Negative numbers are allowed, so taking all that is left is not always best.
//
// Recursive, with a memo: O(n^3) time, O(n^2) space, n calls deep.
// Reads a row a line; prints the first player's own total.

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

// What is left from each place on.
Numbers rests(const Numbers& values) {
    Numbers rest(values.size() + 1);
    for (int i = int(values.size()) - 1; i >= 0; i--) {
        rest[i] = values[i] + rest[i + 1];
    }
    return rest;
}

struct CapGame {
    int n;
    int cap;
    Numbers rest;
    std::vector<Numbers> memo;

    // the calls lie n deep: for more than some ten thousand numbers take the table
    int64_t best(int i, int m) {
        if (i == n) {
            return 0;  // nothing is left
        }
        if (memo[i][m] == UNKNOWN) {
            int64_t top = UNKNOWN;
            for (int x = 1; x <= 2 * m && i + x <= n; x++) {
                // all that is left, minus the opponent's best total of it
                top = std::max(top, rest[i] - best(i + x, std::min(cap, std::max(m, x))));
            }
            memo[i][m] = top;
        }
        return memo[i][m];
    }
};

// The first player's own total, under best play.
int64_t cap_game(const Numbers& values) {
    int n = values.size();
    int cap = std::max(1, (n + 1) / 2);  // 2M >= n allows all that is left: no M beyond matters
    CapGame game{n, cap, rests(values), std::vector<Numbers>(n, Numbers(cap + 1, UNKNOWN))};
    return game.best(0, 1);
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
        std::cout << cap_game(numbers) << '\n';
    }
}
