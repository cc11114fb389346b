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

// The first player's own total, under best play.
func capGame(values []int64) int64 {
	n := len(values)
	limit := (n + 1) / 2 // 2M >= n allows all that is left: a larger M changes nothing
	if limit < 1 {
		limit = 1
	}
	rest := make([]int64, n+1)
	for i := n - 1; i >= 0; i-- {
		rest[i] = values[i] + rest[i+1]
	}
	memo := make([]int64, n*(limit+1)) // (i, m) stands at i*(limit+1) + m
	for cell := range memo {
		memo[cell] = unknown
	}
	var best func(i, m int) int64
	best = func(i, m int) int64 {
		if i == n {
			return 0 // nothing is left
		}
		cell := i*(limit+1) + m
		if memo[cell] == unknown {
			var top int64 = unknown
			for x := 1; x <= 2*m && i+x <= n; x++ {
				// all that is left, minus the opponent's best total of it
				top = max(top, rest[i]-best(i+x, grown(m, x, limit)))
			}
			memo[cell] = top
		}
		return memo[cell]
	}
	return best(0, 1)
}

// M after x were taken, clamped to what makes a difference.
func grown(m, x, limit int) int {
	if x > m {
		m = x
	}
	if m > limit {
		m = limit
	}
	return m
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
		fmt.Println(capGame(numbers))
	}
}
