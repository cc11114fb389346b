// A row of numbers: the players take the first 1 to K of it in turn; the richer one wins.
//
// State i: the first i numbers are gone.
// Value D(i): what the player to move collects more than the opponent from here on.
// D(i) = max over 1 <= x <= K of (a[i] + ... + a[i+x-1] - D(i+x)); D(n) = 0.
//
// Recursive, with a memo: O(n K) time, O(n) space, n calls deep.
// Reads K and a row a line; prints the first player's total minus the second's.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Main {
    // no difference is as low; far from Long.MIN_VALUE, should it ever be subtracted
    static final long UNKNOWN = Long.MIN_VALUE / 4;

    static long[] values;
    static long most;
    static long[] memo;

    /** The first player's total minus the second's, under best play. */
    static long frontGame(long[] row, long mostAtOnce) {
        values = row;
        most = mostAtOnce;
        memo = new long[row.length];
        Arrays.fill(memo, UNKNOWN);
        return best(0);
    }

    static long best(int i) {
        if (i == values.length) {
            return 0; // nothing is left
        }
        if (memo[i] == UNKNOWN) {
            long taken = 0;
            long top = UNKNOWN;
            for (int x = 1; x <= most && i + x <= values.length; x++) {
                taken += values[i + x - 1];
                // what x numbers give, minus the opponent's best difference on the rest
                top = Math.max(top, taken - best(i + x));
            }
            memo[i] = top;
        }
        return memo[i];
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
        return frontGame(Arrays.copyOfRange(numbers, 1, numbers.length), numbers[0]);
    }

    static long[] numbersOf(String line) {
        return Arrays.stream(line.trim().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .mapToLong(Long::parseLong)
            .toArray();
    }
}
