// A row of numbers: the players take one from either end in turn; the richer one wins.
//
// State (i, j): the numbers i..j are left.
// Value D(i, j): what the player to move collects more than the opponent from here on.
// D(i, j) = max(a[i] - D(i+1, j), a[j] - D(i, j-1)); with nothing left it is 0.
//
// Bottom-up, with a table: O(n^2) time and space.
// Reads a row a line; prints the first player's total minus the second's.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

using Numbers = std::vector<int64_t>;

// The first player's total minus the second's, under best play.
int64_t interval_game(const Numbers& values) {
    int n = values.size();
    std::vector<Numbers> best(n, Numbers(n));
    for (int i = n - 1; i >= 0; i--) {  // best[i + 1] is complete when best[i] is filled
        best[i][i] = values[i];
        for (int j = i + 1; j < n; j++) {
            // take one end, then subtract the opponent's best difference on the rest
            best[i][j] = std::max(values[i] - best[i + 1][j], values[j] - best[i][j - 1]);
        }
    }
    return n == 0 ? 0 : best[0][n - 1];
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
