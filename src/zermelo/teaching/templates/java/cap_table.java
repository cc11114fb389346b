// A row of numbers: the players take the first x of it in turn, 1 <= x <= 2M.
// M is 1 at first, and then the most that was taken at once.
//
// State (i, M): the first i numbers are gone.
// Value T(i, M): the most that the player to move collects from here on.
// T(i, M) = max over 1 <= x <= 2M of (rest(i) - T(i+x, max(M, x))); T(n, M) = 0,
// where rest(i) is all that is left: what the opponent does not get of it is mine.
// Negative numbers are allowed, so taking all that is left is not always best.
//
// Bottom-up, with a table: O(n^3) time, O(n^2) space.
// Reads a row a line; prints the first player's own total.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Main {
    // below every difference, and far from Long.MIN_VALUE: it can be subtracted
    static final long LOW = Long.MIN_VALUE / 4;

    /** The first player's own total, under best play. */
    static long capGame(long[] values) {
        int n = values.length;
        // 2M >= n allows all that is left: a larger M changes nothing
        int cap = Math.max(1, (n + 1) / 2);
        long[] rest = new long[n + 1];
        for (int i = n - 1; i >= 0; i--) {
            rest[i] = values[i] + rest[i + 1];
        }
        long[][] best = new long[n + 1][cap + 1]; // best[n] = 0: nothing is left
        for (int i = n - 1; i >= 0; i--) {
            for (int m = 1; m <= cap; m++) {
                long top = LOW;
                for (int x = 1; x <= 2 * m && i + x <= n; x++) {
                    // all that is left, minus the opponent's best total of it
                    top = Math.max(top, rest[i] - best[i + x][Math.min(cap, Math.max(m, x))]);
                }
                best[i][m] = top;
            }
        }
        return best[0][1];
    }

    /** An instance a line, an answer a line. */
    public static void main(String[] args) {
        new BufferedReader(new InputStreamReader(System.in))
            .lines()
            .forEach(line -> System.out.println(answer(numbersOf(line))));
    }

    static long answer(long[] numbers) {
        return capGame(numbers);
    }

    static long[] numbersOf(String line) {
        return Arrays.stream(line.trim().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .mapToLong(Long::parseLong)
            .toArray();
    }
}
