// A row of numbers: the players take one from either end in turn; the richer one wins.
//
// State (i, j): the numbers i..j are left.
// Value D(i, j): what the player to move collects more than the opponent from here on.
// D(i, j) = max(a[i] - D(i+1, j), a[j] - D(i, j-1)); with nothing left it is 0.
//
// Recursive, with a memo: O(n^2) time and space, n calls deep.
// Reads a row a line; prints the first player's total minus the second's.

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
func intervalGame(values []int64) int64 {
	n := len(values)
	memo := make([]int64, n*n) // (i, j) stands at i*n + j
	for cell := range memo {
		memo[cell] = unknown
	}
	var best func(i, j int) int64
	best = func(i, j int) int64 {
		if i > j {
			return 0 // nothing is left
		}
		if memo[i*n+j] == unknown {
			// take one end, then subtract the opponent's best difference on the rest
			memo[i*n+j] = max(values[i]-best(i+1, j), values[j]-best(i, j-1))
		}
		return memo[i*n+j]
	}
	return best(0, n-1)
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
		fmt.Println(intervalGame(numbers))
	}
}
