// A row of numbers: the players take one from either end in turn; the richer one wins.
//
// State (i, j): the numbers i..j are left.
// Value D(i, j): what the player to move collects more than the opponent from here on.
// D(i, j) = max(a[i] - D(i+1, j), a[j] - D(i, j-1)); with nothing left it is 0.
//
// Bottom-up, with a rolling table: O(n^2) time, O(n) space: only one line of the table is kept.
// Reads a row a line; prints the first player's total minus the second's.

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// The first player's total minus the second's, under best play.
func intervalGame(values []int64) int64 {
	n := len(values)
	if n == 0 {
		return 0
	}
	best := make([]int64, n)
	for i := n - 1; i >= 0; i-- {
		best[i] = values[i]
		// j ascends: best[j] is still D(i+1, j), and best[j-1] is already D(i, j-1)
		for j := i + 1; j < n; j++ {
			// take one end, then subtract the opponent's best difference on the rest
			best[j] = max(values[i]-best[j], values[j]-best[j-1])
		}
	}
	return best[n-1]
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
