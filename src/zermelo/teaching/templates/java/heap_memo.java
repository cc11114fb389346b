// A heap of stones: the players remove as many as a number of a set says, in turn.
// Whoever cannot move loses.
//
// State n: what is left. Value W(n): whether the player to move wins.
// W(n) = some allowed t <= n leaves a lost n - t; without a move it is a loss.
//
// Recursive, with a memo: O(n t) time for t allowed numbers, O(n) space, up to n calls deep.
// Reads the heap and the allowed numbers, an instance a line; prints whether the first
// player wins.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Main {
    static final byte UNKNOWN = 0;
    static final byte WIN = 1;
    static final byte LOSS = 2;
    static int[] takes;
    static byte[] memo;

    /** Whether the first player takes the last stone that can be taken. */
    static boolean heapGame(int heap, int[] allowed) {
        takes = allowed;
        memo = new byte[heap + 1];
        return wins(heap);
    }

    static boolean wins(int n) {
        if (memo[n] == UNKNOWN) {
            memo[n] = LOSS; // without a move it is a loss
            for (int take : takes) {
                if (take <= n && !wins(n - take)) { // a move that leaves the opponent a loss
                    memo[n] = WIN;
                    break;
                }
            }
        }
        return memo[n] == WIN;
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
