// Several heaps, a move in one of them, whoever cannot move loses: nimbers.
// Here Kayles: knock down one pin or two adjacent ones, which may split a row of pins.
//
// G(heap) = mex of the nimbers that a move can leave: the least number not among them.
// Parts that do not touch each other add by XOR, not by +. The player to move loses
// exactly where the nimber is 0. Another game: write other options.
//
// Recursive, with a memo: O(n^2) time for heaps up to n, O(n) space, up to n calls deep.
// Reads the heaps, an instance a line; prints the nimber of all of them together.

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// What a move can leave of a heap: the rule of the game. The parts are smaller heaps.
func options(heap int64) [][]int64 {
	var found [][]int64
	for taken := int64(1); taken <= 2; taken++ {
		// from the middle on, the mirror image is the same
		for left := int64(0); left <= heap-taken-left; left++ {
			found = append(found, []int64{left, heap - taken - left})
		}
	}
	return found
}

// The least number from 0 on that is not there.
func mex(found map[int64]bool) int64 {
	var least int64
	for found[least] {
		least++
	}
	return least
}

// The nimber of all heaps together.
func nimber(heaps []int64) int64 {
	memo := map[int64]int64{}
	var together func(parts []int64) int64
	ofHeap := func(heap int64) int64 {
		if known, ok := memo[heap]; ok {
			return known
		}
		found := map[int64]bool{}
		for _, parts := range options(heap) {
			found[together(parts)] = true
		}
		memo[heap] = mex(found)
		return memo[heap]
	}
	together = func(parts []int64) int64 {
		var total int64
		for _, part := range parts {
			total ^= ofHeap(part) // independent parts add by XOR
		}
		return total
	}
	return together(heaps)
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
		fmt.Println(nimber(numbers))
	}
}
