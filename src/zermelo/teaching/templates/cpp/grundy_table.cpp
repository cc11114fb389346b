// Several heaps, a move in one of them, whoever cannot move loses: nimbers.
// Here Kayles: knock down one pin or two adjacent ones, which may split a row of pins.
//
// G(heap) = mex of the nimbers that a move can leave: the least number not among them.
// Parts that do not touch each other add by XOR, not by +. The player to move loses
// exactly where the nimber is 0. Another game: write other options.
//
// Bottom-up, with a table: O(n^2) time for heaps up to n, O(n) space.
// Reads the heaps, an instance a line; prints the nimber of all of them together.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using Numbers = std::vector<int64_t>;

// What a move can leave of a heap: the rule of the game. The parts are smaller heaps.
std::vector<Numbers> options(int64_t heap) {
    std::vector<Numbers> found;
    for (int64_t taken = 1; taken <= 2; taken++) {
        // from the middle on, the mirror image is the same
        for (int64_t left = 0; left <= heap - taken - left; left++) {
            found.push_back({left, heap - taken - left});
        }
    }
    return found;
}

// The least number from 0 on that is not there.
int64_t mex(const std::set<int64_t>& found) {
    int64_t least = 0;
    while (found.count(least)) {
        least++;
    }
    return least;
}

int64_t together(const Numbers& parts, const Numbers& of_heap) {
    int64_t total = 0;
    for (int64_t part : parts) {
        total ^= of_heap[part];  // independent parts add by XOR
    }
    return total;
}

// The nimber of all heaps together.
int64_t nimber(const Numbers& heaps) {
    int64_t most = heaps.empty() ? 0 : *std::max_element(heaps.begin(), heaps.end());
    Numbers of_heap(most + 1);
    for (int64_t heap = 1; heap <= most; heap++) {
        std::set<int64_t> found;
        for (const Numbers& parts : options(heap)) {
            found.insert(together(parts, of_heap));
        }
        of_heap[heap] = mex(found);
    }
    return together(heaps, of_heap);
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
        std::cout << nimber(numbers) << '\n';
    }
}
