// A heap of stones: the players remove as many as a number of a set says, in turn.
// Whoever cannot move loses.
//
// State n: what is left. Value W(n): whether the player to move wins.
// W(n) = some allowed t <= n leaves a lost n - t; without a move it is a loss.
//
// Recursive, with a memo: O(n t) time for t allowed numbers, O(n) space, up to n calls deep.
// Reads the heap and the allowed numbers, an instance a line; prints whether the first
// player wins.

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Whether the first player takes the last stone that can be taken.
func heapGame(heap int64, takes []int64) bool {
	memo := map[int64]bool{}
	var wins func(n int64) bool
	wins = func(n int64) bool {
		if known, ok := memo[n]; ok {
			return known
		}
		answer := false // without a move it is a loss
		for _, take := range takes {
			if take <= n && !wins(n-take) { // a move that leaves the opponent a loss
				answer = true
				break
			}
		}
		memo[n] = answer
		return answer
	}
	return wins(heap)
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
		fmt.Println(heapGame(numbers[0], numbers[1:]))
	}
}
