// A row of numbers: the players take the first 1 to K of it in turn; the richer one wins.
//
// State i: the first i numbers are gone.
// Value D(i): what the player to move collects more than the opponent from here on.
// D(i) = max over 1 <= x <= K of (a[i] + ... + a[i+x-1] - D(i+x)); D(n) = 0.
//
// Recursive, with a memo: O(n K) time, O(n) space, n calls deep.
// Reads K and a row a line; prints the first player's total minus the second's.

package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// no difference is as low; far from the end of int64, should it ever be subtracted
const unknown = math.MinInt64 / 4

// The first player's total minus the second's, under best play.
func frontGame(values []int64, most int) int64 {
	n := len(values)
	memo := make([]int64, n)
	for i := range memo {
		memo[i] = unknown
	}
	var best func(i int) int64
	best = func(i int) int64 {
		if i == n {
			return 0 // nothing is left
		}
		if memo[i] == unknown {
			var taken, top int64 = 0, unknown
			for x := 1; x <= most && i+x <= n; x++ {
				taken += values[i+x-1]
				// what x numbers give, minus the opponent's best difference on the rest
				top = max(top, taken-best(i+x))
			}
			memo[i] = top
		}
		return memo[i]
	}
	return best(0)
}

func max(a, b int64) int64 {
	if a > b {
		return a
	}
	return b
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
		fmt.Println(frontGame(numbers[1:], int(numbers[0])))
	}
}
