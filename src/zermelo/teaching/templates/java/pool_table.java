// A pool of numbers: the players choose one in turn, each only once.
// Whoever makes the total of all that was chosen reach the target wins.
//
// State S: the set of used numbers, one bit each; it says what the total is.
// Value V(S): 1 where the player to move wins, -1 where the other does, 0 where nobody does.
// V(S) = the largest of: 1 for a number outside S that reaches the target, else -V(S + number).
//
// Bottom-up, with a table: O(n 2^n) time, O(2^n) space.
// Reads the target and the pool, an instance a line; prints whether the first player wins.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Main {
    /** Whether the first player makes the total reach the target. */
    static boolean poolGame(long[] numbers, long target) {
        if (target <= 0) {
            return true; // reached before play begins
        }
        if (Arrays.stream(numbers).filter(number -> number > 0).sum() < target) {
            return false; // nobody can reach it
        }
        int n = numbers.length;
        long[] total = new long[1 << n];
        for (int place = 0; place < n; place++) {
            for (int used = 0; used < 1 << place; used++) {
                total[used | 1 << place] = total[used] + numbers[place];
            }
        }
        int[] value = new int[1 << n]; // 0 where the pool has run out
        for (int used = (1 << n) - 2; used >= 0; used--) { // a move makes the set a larger number
            value[used] = -1;
            for (int place = 0; place < n && value[used] < 1; place++) {
                if ((used >> place & 1) == 1) {
                    continue;
                }
                // reach the target, or leave the opponent what remains
                boolean reaches = total[used] + numbers[place] >= target;
                value[used] = Math.max(value[used], reaches ? 1 : -value[used | 1 << place]);
            }
        }
        return value[0] == 1;
    }

    /** An instance a line, an answer a line. */
    public static void main(String[] args) {
        new BufferedReader(new InputStreamReader(System.in))
            .lines()
            .filter(line -> !line.isBlank()) // a blank line is no instance
            .forEach(line -> System.out.println(answer(numbersOf(line))));
    }

    static boolean answer(long[] numbers) {
        return poolGame(Arrays.copyOfRange(numbers, 1, numbers.length), numbers[0]);
    }

    static long[] numbersOf(String line) {
        return Arrays.stream(line.trim().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .mapToLong(Long::parseLong)
            .toArray();
    }
}
