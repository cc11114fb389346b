// A heap of stones: the players remove as many as a number of a set says, in turn.
// Whoever cannot move loses.
//
// State n: what is left. Value W(n): whether the player to move wins.
// W(n) = some allowed t <= n leaves a lost n - t; without a move it is a loss.
//
// Bottom-up, with a rolling table: O(n t) time for t numbers, space for the largest of them.
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
	size := int64(1) // the largest number that can be taken
	for _, take := range takes {
		if take <= heap && take > size {
			size = take
		}
	}
	wins := make([]bool, size) // W(n) stands at n % size
	for n := int64(1); n <= heap; n++ {
		answer := false // without a move it is a loss
		for _, take := range takes {
			if take <= n && !wins[(n-take)%size] { // a move that leaves the opponent a loss
				answer = true
				break
			}
		}
		wins[n%size] = answer // last of all: W(n - size) stood there
	}
	return wins[heap%size]
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
