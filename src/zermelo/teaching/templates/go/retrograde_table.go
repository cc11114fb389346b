// A token on a graph, with cycles or without: the players move it along an edge in turn.
// Whoever cannot move loses, and play that never ends is a draw.
//
// No recursion: it would run in circles. Labels spread backwards from the ends instead.
// A vertex wins when one edge leads to a loss, and loses when all edges lead to wins:
// a counter says how many are not known to be wins. What gets no label is a draw.
//
// Backwards from the ends: O(vertices + edges) time and space.
// Reads the number of vertices, the start, and then u v for each edge, an instance a
// line; prints win, loss or draw for the first player.

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

type edge struct {
	from, to int
}

// 1 where the player to move wins, -1 where the opponent does, 0 for a draw.
func retrograde(size int, edges []edge, start int) int {
	before := make([][]int, size)
	unknown := make([]int, size) // edges that are not known to lead to a win of the opponent
	for _, e := range edges {
		before[e.to] = append(before[e.to], e.from)
		unknown[e.from]++
	}
	value := make([]int, size)
	var queue []int
	for u := 0; u < size; u++ {
		if unknown[u] == 0 {
			value[u] = -1 // no edge leads on
			queue = append(queue, u)
		}
	}
	for next := 0; next < len(queue); next++ { // it grows while it is read
		v := queue[next]
		for _, u := range before[v] {
			if value[u] != 0 {
				continue // it has its label
			}
			if value[v] < 0 {
				value[u] = 1 // this edge leaves the opponent a loss
				queue = append(queue, u)
				continue
			}
			unknown[u]--
			if unknown[u] == 0 {
				value[u] = -1 // every edge leaves the opponent a win
				queue = append(queue, u)
			}
		}
	}
	return value[start]
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
		for at := 2; at < len(numbers); at += 2 {
			edges = append(edges, edge{int(numbers[at]), int(numbers[at+1])})
		}
		names := []string{"loss", "draw", "win"}
		fmt.Println(names[1+retrograde(int(numbers[0]), edges, int(numbers[1]))])
	}
}
