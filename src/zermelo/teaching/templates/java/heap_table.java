// A heap of stones: the players remove as many as a number of a set says, in turn.
// Whoever cannot move loses.
//
// State n: what is left. Value W(n): whether the player to move wins.
// W(n) = some allowed t <= n leaves a lost n - t; without a move it is a loss.
//
// Bottom-up, with a table: O(n t) time for t allowed numbers, O(n) space.
// Reads the heap and the allowed numbers, an instance a line; prints whether the first
// player wins.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Main {
    /** Whether the first player takes the last stone that can be taken. */
    static boolean heapGame(int heap, int[] takes) {
        boolean[] wins = new boolean[heap + 1]; // without a move it is a loss
        for (int n = 1; n <= heap; n++) {
            for (int take : takes) {
                if (take <= n && !wins[n - take]) { // a move that leaves the opponent a loss
                    wins[n] = true;
                    break;
                }
            }
        }
        return wins[heap];
    }

    /** An instance a line, an answer a line. */
    public static void main(String[] args) {
        new BufferedReader(new InputStreamReader(System.in))
            .lines()
            .filter(line -> !line.isBlank()) // a blank line is no instance
            .forEach(line -> System.out.println(answer(numbersOf(line))));
    }

    static boolean answer(int[] numbers) {
        return heapGame(numbers[0], Arrays.copyOfRange(numbers, 1, numbers.length));
    }

    static int[] numbersOf(String line) {
        return Arrays.stream(line.trim().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .mapToInt(Integer::parseInt)
            .toArray();
    }
}
