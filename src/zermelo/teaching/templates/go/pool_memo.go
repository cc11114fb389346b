// A pool of positive numbers: the players choose one in turn, each only once.
// Whoever makes the total of all that was chosen reach the target wins.
//
// State S: the set of used numbers, one bit each; it says what the total is.
// Value W(S): whether the player to move wins.
// W(S) = some number outside S reaches the target, or leaves a lost S + number.
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
		sum += number
	}
	if sum < target {
		return false // nobody can reach it
	}
	memo := map[uint32]bool{} // by the used numbers alone: they say what is missing
	var wins func(used uint32, missing int64) bool
	wins = func(used uint32, missing int64) bool {
		if known, ok := memo[used]; ok {
			return known
		}
		answer := false
		for place, number := range numbers {
			if used>>place&1 == 1 {
				continue
			}
			// reach the target, or leave the opponent a loss
			if number >= missing || !wins(used|1<<place, missing-number) {
				answer = true
				break
			}
		}
		memo[used] = answer
		return answer
	}
	return wins(0, target)
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
		fmt.Println(poolGame(numbers[1:], numbers[0]))
	}
}
