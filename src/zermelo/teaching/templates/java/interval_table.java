// A row of numbers: the players take one from either end in turn; the richer one wins.
//
// State (i, j): the numbers i..j are left.
// Value D(i, j): what the player to move collects more than the opponent from here on.
// D(i, j) = max(a[i] - D(i+1, j), a[j] - D(i, j-1)); with nothing left it is 0.
//
// Bottom-up, with a table: O(n^2) time and space.
// Reads a row a line; prints the first player's total minus the second's.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Main {
    /** The first player's total minus the second's, under best play. */
    static long intervalGame(long[] values) {
        int n = values.length;
        long[][] best = new long[n][n];
        for (int i = n - 1; i >= 0; i--) { // best[i + 1] is complete when best[i] is filled
            best[i][i] = values[i];
            for (int j = i + 1; j < n; j++) {
                // take one end, then subtract the opponent's best difference on the rest
                best[i][j] = Math.max(values[i] - best[i + 1][j], values[j] - best[i][j - 1]);
            }
        }
        return n == 0 ? 0 : best[0][n - 1];
    }

    /** An instance a line, an answer a line. */
    public static void main(String[] args) {
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
