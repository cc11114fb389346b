// A token on a graph without cycles: the players move it along an edge in turn.
// The mover gains what the edge is worth; play ends where no edge leads on.
//
// State u: where the token stands.
// Value D(u): what the player to move collects more than the opponent from here on.
// D(u) = max over edges u -> v of (gain - D(v)); where no edge leads on it is 0.
//
// Bottom-up, with a table: O(vertices + edges) time and space, in topological order.
// Reads the number of vertices, the start, and then u v gain for each edge, an instance a
// line; prints the first player's total minus the second's.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class Main {
    // below every difference, and far from Long.MIN_VALUE: it can be subtracted
    static final long LOW = Long.MIN_VALUE / 4;

    static class Edge {
        final int from;
        final int to;
        final long gain;

        Edge(long from, long to, long gain) {
            this.from = (int) from;
            this.to = (int) to;
            this.gain = gain;
        }
    }

    /** The first player's total minus the second's, under best play. */
    static long dagGame(int size, List<Edge> edges, int start) {
        List<List<Edge>> moves = movesOf(size, edges);
        int[] order = topological(size, edges, moves);
        long[] best = new long[size];
        for (int next = size - 1; next >= 0; next--) { // all that u leads to is known
            int u = order[next];
            long top = LOW;
            for (Edge edge : moves.get(u)) {
                // gain, minus the opponent's best difference from there on
                top = Math.max(top, edge.gain - best[edge.to]);
            }
            best[u] = moves.get(u).isEmpty() ? 0 : top;
        }
        return best[start];
    }

    /** All vertices, each before those that it leads to. */
    static int[] topological(int size, List<Edge> edges, List<List<Edge>> moves) {
        int[] coming = new int[size]; // edges into each vertex
        for (Edge edge : edges) {
            coming[edge.to]++;
        }
        int[] order = new int[size];
        int found = 0;
        for (int u = 0; u < size; u++) {
            if (coming[u] == 0) {
                order[found++] = u;
            }
        }
        for (int next = 0; next < found; next++) { // it grows while it is read
            for (Edge edge : moves.get(order[next])) {
                if (--coming[edge.to] == 0) {
                    order[found++] = edge.to;
                }
            }
        }
        if (found < size) {
            throw new IllegalArgumentException("the graph has a cycle");
        }
        return order;
    }

    static List<List<Edge>> movesOf(int size, List<Edge> edges) {
        List<List<Edge>> moves = new ArrayList<>();
        for (int u = 0; u < size; u++) {
            moves.add(new ArrayList<>());
        }
        for (Edge edge : edges) {
            moves.get(edge.from).add(edge);
        }
        return moves;
    }

    /** An instance a line, an answer a line. */
    public static void main(String[] args) {
        new BufferedReader(new InputStreamReader(System.in))
            .lines()
            .filter(line -> !line.isBlank()) // a blank line is no instance
            .forEach(line -> System.out.println(answer(numbersOf(line))));
    }

    static long answer(long[] numbers) {
        List<Edge> edges = new ArrayList<>();
        for (int at = 2; at < numbers.length; at += 3) {
            edges.add(new Edge(numbers[at], numbers[at + 1], numbers[at + 2]));
        }
        return dagGame((int) numbers[0], edges, (int) numbers[1]);
    }

    static long[] numbersOf(String line) {
        return Arrays.stream(line.trim().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .mapToLong(Long::parseLong)
            .toArray();
    }
}
