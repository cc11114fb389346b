// A pool of numbers: the players choose one in turn, each only once.
// Whoever makes the total of all that was chosen reach the target wins.
//
// State S: the set of used numbers, one bit each; it says what the total is.
// Value V(S): 1 where the player to move wins, -1 where the other does, 0 where nobody does.
// V(S) = the largest of: 1 for a number outside S that reaches the target, else -V(S + number).
//
// Recursive, with a memo: O(n 2^n) time, O(2^n) space, n calls deep.
// Reads the target and the pool, an instance a line; prints whether the first player wins.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Main {
    static final byte UNKNOWN = 2;
    static long[] numbers;
    static byte[] memo; // by the used numbers alone: they say what is missing

    /** Whether the first player makes the total reach the target. */
    static boolean poolGame(long[] pool, long target) {
        numbers = pool;
        if (target <= 0) {
            return true; // reached before play begins
        }
        if (Arrays.stream(numbers).filter(number -> number > 0).sum() < target) {
            return false; // nobody can reach it
        }
        memo = new byte[1 << pool.length];
        Arrays.fill(memo, UNKNOWN);
        memo[memo.length - 1] = 0; // the pool has run out
        return value(0, target) == 1;
    }

    static int value(int used, long missing) {
        if (memo[used] == UNKNOWN) {
            int best = -1;
            for (int place = 0; place < numbers.length && best < 1; place++) {
                if ((used >> place & 1) == 1) {
                    continue;
                }
                long number = numbers[place];
                // reach the target, or leave the opponent what remains
                int worth = number >= missing ? 1 : -value(used | 1 << place, missing - number);
                best = Math.max(best, worth);
            }
            memo[used] = (byte) best;
        }
        return memo[used];
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
