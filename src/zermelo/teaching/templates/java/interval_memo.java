// A row of numbers: the players take one from either end in turn; the richer one wins.
//
// State (i, j): the numbers i..j are left.
// Value D(i, j): what the player to move collects more than the opponent from here on.
// D(i, j) = max(a[i] - D(i+1, j), a[j] - D(i, j-1)); with nothing left it is 0.
//
// Recursive, with a memo: O(n^2) time and space, n calls deep.
// Reads a row a line; prints the first player's total minus the second's.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Main {
    // no difference is as low; far from Long.MIN_VALUE, should it ever be subtracted
    static final long UNKNOWN = Long.MIN_VALUE / 4;

    static long[] values;
    static long[][] memo;

    /** The first player's total minus the second's, under best play. */
    static long intervalGame(long[] row) {
        values = row;
        memo = new long[row.length][row.length];
        for (long[] line : memo) {
            Arrays.fill(line, UNKNOWN);
        }
        return best(0, row.length - 1);
    }

    static long best(int i, int j) {
        if (i > j) {
            return 0; // nothing is left
        }
        if (memo[i][j] == UNKNOWN) {
            // take one end, then subtract the opponent's best difference on the rest
            memo[i][j] = Math.max(values[i] - best(i + 1, j), values[j] - best(i, j - 1));
        }
        return memo[i][j];
    }

    public static void main(String[] args) {
        // recursion may be deep: a thread with a stack of 256 MiB
        new Thread(null, Main::run, "deep", 1L << 28).start();
    }

    /** An instance a line, an answer a line. */
    static void run() {
        new BufferedReader(new InputStreamReader(System.in))
            .lines()
            .forEach(line -> System.out.println(answer(numbersOf(line))));
    }

    static long answer(long[] numbers) {
        return intervalGame(numbers);
    }

    static long[] numbersOf(String line) {
        return Arrays.stream(line.trim().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .mapToLong(Long::parseLong)
            .toArray();
    }
}
