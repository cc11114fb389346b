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

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class Main {
    // no difference is as low; far from Long.MIN_VALUE, should it ever be subtracted
    static final long UNKNOWN = Long.MIN_VALUE / 4;

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

    static List<List<Edge>> moves;
    static long[] memo;

    /** The first player's total minus the second's, under best play. */
    static long dagGame(int size, List<Edge> edges, int start) {
        moves = movesOf(size, edges);
        memo = new long[size];
        Arrays.fill(memo, UNKNOWN);
        return best(start);
    }

    static long best(int u) {
        if (moves.get(u).isEmpty()) {
            return 0; // an end
        }
        if (memo[u] == UNKNOWN) {
            long top = UNKNOWN;
            for (Edge edge : moves.get(u)) {
                // gain, minus the opponent's best difference from there on
                top = Math.max(top, edge.gain - best(edge.to));
            }
            memo[u] = top;
        }
        return memo[u];
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

    public static void main(String[] args) {
        // recursion may be deep: a thread with a stack of 256 MiB
        new Thread(null, Main::run, "deep", 1L << 28).start();
    }

    /** An instance a line, an answer a line. */
    static void run() {
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
