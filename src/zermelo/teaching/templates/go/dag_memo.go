// A token on a graph without cycles: the players move it along an edge in turn.
// The mover gains what the edge is worth; play ends where no edge leads on.
//
// State u: where the token stands.
// Value D(u): what the player to move collects more than the opponent from here on.
// D(u) = max over edges u -> v of (gain - D(v)); where no edge leads on it is 0.
//
// Recursive, with a memo: O(vertices + edges) time and space, up to a call deep for each vertex.
// Reads the number of vertices, the start, and then u v gain for each edge, an instance a
// line; prints the first player's total minus the second's.

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

type edge struct {
	from, to int
	gain     int64
}

// The first player's total minus the second's, under best play.
func dagGame(size int, edges []edge, start int) int64 {
	moves := make([][]edge, size)
	for _, e := range edges {
		moves[e.from] = append(moves[e.from], e)
	}
	memo := make([]int64, size)
	for u := range memo {
		memo[u] = unknown
	}
	var best func(u int) int64
	best = func(u int) int64 {
		if len(moves[u]) == 0 {
			return 0 // an end
		}
		if memo[u] == unknown {
			var top int64 = unknown
			for _, e := range moves[u] {
				// gain, minus the opponent's best difference from there on
				top = max(top, e.gain-best(e.to))
			}
			memo[u] = top
		}
		return memo[u]
	}
	return best(start)
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
		var edges []edge
		for at := 2; at < len(numbers); at += 3 {
			edges = append(edges, edge{int(numbers[at]), int(numbers[at+1]), numbers[at+2]})
		}
		fmt.Println(dagGame(int(numbers[0]), edges, int(numbers[1])))
	}
}
