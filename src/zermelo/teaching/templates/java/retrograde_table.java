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

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

public class Main {
    /** 1 where the player to move wins, -1 where the opponent does, 0 for a draw. */
    static int retrograde(int size, List<int[]> edges, int start) {
        List<List<Integer>> before = new ArrayList<>();
        for (int u = 0; u < size; u++) {
            before.add(new ArrayList<>());
        }
        int[] unknown = new int[size]; // edges that are not known to lead to a win of the opponent
        for (int[] edge : edges) {
            before.get(edge[1]).add(edge[0]);
            unknown[edge[0]]++;
        }
        int[] value = new int[size];
        Deque<Integer> queue = new ArrayDeque<>();
        for (int u = 0; u < size; u++) {
            if (unknown[u] == 0) {
                value[u] = -1; // no edge leads on
                queue.add(u);
            }
        }
        while (!queue.isEmpty()) {
            int v = queue.remove();
            for (int u : before.get(v)) {
                if (value[u] != 0) {
                    continue; // it has its label
                }
                if (value[v] < 0) {
                    value[u] = 1; // this edge leaves the opponent a loss
                    queue.add(u);
                } else if (--unknown[u] == 0) {
                    value[u] = -1; // every edge leaves the opponent a win
                    queue.add(u);
                }
            }
        }
        return value[start];
    }

    /** An instance a line, an answer a line. */
    public static void main(String[] args) {
        new BufferedReader(new InputStreamReader(System.in))
            .lines()
            .filter(line -> !line.isBlank()) // a blank line is no instance
            .forEach(line -> System.out.println(answer(numbersOf(line))));
    }

    static String answer(int[] numbers) {
        List<int[]> edges = new ArrayList<>();
        for (int at = 2; at < numbers.length; at += 2) {
            edges.add(new int[] {numbers[at], numbers[at + 1]});
        }
        String[] names = {"loss", "draw", "win"};
        return names[1 + retrograde(numbers[0], edges, numbers[1])];
    }

    static int[] numbersOf(String line) {
        return Arrays.stream(line.trim().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .mapToInt(Integer::parseInt)
            .toArray();
    }
}
