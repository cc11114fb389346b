// Win or loss of a number, for any rule that makes it smaller; whoever cannot move loses.
// Here the divisor game: subtract a divisor of the number other than itself.
//
// State n: the number. Value W(n): whether the player to move wins.
// W(n) = some move leaves a lost number; without a move it is a loss.
// Another game: write other moves. Where whoever cannot move wins, the end is a win.
//
// Recursive, with a memo: O(n m) time for m moves each, O(n) space, up to n calls deep.
// Reads a number a line; prints whether the first player wins.

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// What a move can leave: the rule of the game. Each is smaller, so play ends.
func moves(number int64) []int64 {
	var left []int64
	for x := int64(1); x*x <= number; x++ {
		if number%x != 0 {
			continue
		}
		for _, divisor := range []int64{x, number / x} {
			if divisor < number {
				left = append(left, number-divisor)
			}
		}
	}
	return left
}

// Whether the player to move wins.
func winLoss(number int64) bool {
	memo := map[int64]bool{}
	var wins func(n int64) bool
	wins = func(n int64) bool {
		if known, ok := memo[n]; ok {
			return known
		}
		answer := false // without a move it is a loss
		for _, left := range moves(n) {
			if !wins(left) { // a move that leaves the opponent a loss
				answer = true
				break
			}
		}
		memo[n] = answer
		return answer
	}
	return wins(number)
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
		fmt.Println(winLoss(numbers[0]))
	}
}
