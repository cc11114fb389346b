// A row of numbers: the players take the first 1 to K of it in turn; the richer one wins.
//
// State i: the first i numbers are gone.
// Value D(i): what the player to move collects more than the opponent from here on.
// D(i) = max over 1 <= x <= K of (a[i] + ... + a[i+x-1] - D(i+x)); D(n) = 0.
//
// Bottom-up, with a table: O(n K) time, O(n) space.
// Reads K and a row a line; prints the first player's total minus the second's.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Main {
    // below every difference, and far from Long.MIN_VALUE: it can be subtracted
    static final long LOW = Long.MIN_VALUE / 4;

    /** The first player's total minus the second's, under best play. */
    static long frontGame(long[] values, long most) {
        int n = values.length;
        long[] best = new long[n + 1]; // best[n] = 0: nothing is left
        for (int i = n - 1; i >= 0; i--) {
            long taken = 0;
            long top = LOW;
            for (int x = 1; x <= most && i + x <= n; x++) {
                taken += values[i + x - 1];
                // what x numbers give, minus the opponent's best difference on the rest
                top = Math.max(top, taken - best[i + x]);
            }
            best[i] = top;
        }
        return best[0];
    }

    /** An instance a line, an answer a line. */
    public static void main(String[] args) {
        new BufferedReader(new InputStreamReader(System.in))
            .lines()
            .filter(line -> !line.isBlank()) // a blank line is no instance
            .forEach(line -> System.out.println(answer(numbersOf(line))));
    }

    static long answer(long[] numbers) {
        return frontGame(Arrays.copyOfRange(numbers, 1, numbers.length), numbers[0]);
    }

    static long[] numbersOf(String line) {
        return Arrays.stream(line.trim().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .mapToLong(Long::parseLong)
            .toArray();
    }
}
