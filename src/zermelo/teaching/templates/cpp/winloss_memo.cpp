// Win or loss of a number, for any rule that makes it smaller; whoever cannot move loses.
// Here the divisor game: subtract a divisor of the number other than itself.
//
// State n: the number. Value W(n): whether the player to move wins.
// W(n) = some move leaves a lost number; without a move it is a loss.
// Another game: write other moves. Where whoever cannot move wins, the end is a win.
//
// Recursive, with a memo: O(n m) time for m moves each, O(n) space, up to n calls deep.
// Reads a number a line; prints whether the first player wins.

#include <cstdint>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

using Numbers = std::vector<int64_t>;

enum Mark : char { UNKNOWN, WIN, LOSS };

// What a move can leave: the rule of the game. Each is smaller, so play ends.
Numbers moves(int64_t number) {
    Numbers left;
    for (int64_t x = 1; x * x <= number; x++) {
        if (number % x != 0) {
            continue;
        }
        for (int64_t divisor : {x, number / x}) {
            if (divisor < number) {
                left.push_back(number - divisor);
            }
        }
    }
    return left;
}

struct WinLoss {
    std::vector<Mark> memo;

    // the calls lie up to n deep: for more than some ten thousand take the table
    bool wins(int64_t n) {
        if (memo[n] == UNKNOWN) {
            memo[n] = LOSS;  // without a move it is a loss
            for (int64_t left : moves(n)) {
                if (!wins(left)) {  // a move that leaves the opponent a loss
                    memo[n] = WIN;
                    break;
                }
            }
        }
        return memo[n] == WIN;
    }
};

// Whether the player to move wins.
bool win_loss(int64_t number) {
    WinLoss game{std::vector<Mark>(number + 1, UNKNOWN)};
    return game.wins(number);
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
        std::cout << win_loss(numbers[0]) << '\n';
    }
}
