// A pool of numbers: the players choose one in turn, each only once.
// Whoever makes the total of all that was chosen reach the target wins.
//
// State S: the set of used numbers, one bit each; it says what the total is.
// Value V(S): 1 where the player to move wins, -1 where the other does, 0 where nobody does.
// V(S) = the largest of: 1 for a number outside S that reaches the target, else -V(S + number).
//
// Recursive, with a memo: O(n 2^n) time, O(2^n) space, n calls deep.
// Reads the target and the pool, an instance a line; prints whether the first player wins.

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Whether the first player makes the total reach the target.
func poolGame(numbers []int64, target int64) bool {
	if target <= 0 {
		return true // reached before play begins
	}
	var sum int64
	for _, number := range numbers {
		if number > 0 {
			sum += number
		}
	}
	if sum < target {
		return false // nobody can reach it
	}
	everything := uint32(1)<<len(numbers) - 1
	memo := map[uint32]int{everything: 0} // by the used numbers alone: they say what is missing
	var value func(used uint32, missing int64) int
	value = func(used uint32, missing int64) int {
		if known, ok := memo[used]; ok {
			return known
		}
		best := -1
		for place, number := range numbers {
			if used>>place&1 == 1 {
				continue
			}
			// reach the target, or leave the opponent what remains
			worth := 1
			if number < missing {
				worth = -value(used|1<<place, missing-number)
			}
			if worth > best {
				best = worth
			}
			if worth == 1 {
				break
			}
		}
		memo[used] = best
		return best
	}
	return value(0, target) == 1
}

func numbersOf(line string) []int64 {
	var found []int64
	for _, word := range strings.Fields(line) {
		number, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			panic(err)
		}
		found = append(found, number)
	}
	return found
}

// An instance a line, an answer a line.
func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<26) // a line may be long
	for input.Scan() {
		numbers := numbersOf(input.Text())
		if len(numbers) == 0 {
			continue // a blank line is no instance
		}
		fmt.Println(poolGame(numbers[1:], numbers[0]))
	}
}
