// A pool of positive numbers: the players choose one in turn, each only once.
// Whoever makes the total of all that was chosen reach the target wins.
//
// State S: the set of used numbers, one bit each; it says what the total is.
// Value W(S): whether the player to move wins.
// W(S) = some number outside S reaches the target, or leaves a lost S + number.
//
// Recursive, with a memo: O(n 2^n) time, O(2^n) space, n calls deep.
// Reads the target and the pool, an instance a line; prints whether the first player wins.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Main {
    static final byte UNKNOWN = 0;
    static final byte WIN = 1;
    static final byte LOSS = 2;
    static long[] numbers;
    static byte[] memo; // by the used numbers alone: they say what is missing

    /** Whether the first player makes the total reach the target. */
    static boolean poolGame(long[] pool, long target) {
        numbers = pool;
        if (target <= 0) {
            return true; // reached before play begins
        }
        if (Arrays.stream(numbers).sum() < target) {
            return false; // nobody can reach it
        }
        memo = new byte[1 << pool.length];
        return wins(0, target);
    }

    static boolean wins(int used, long missing) {
        if (memo[used] == UNKNOWN) {
            memo[used] = LOSS;
            for (int place = 0; place < numbers.length; place++) {
                if ((used >> place & 1) == 1) {
                    continue;
                }
                long number = numbers[place];
                // reach the target, or leave the opponent a loss
                if (number >= missing || !wins(used | 1 << place, missing - number)) {
                    memo[used] = WIN;
                    break;
                }
            }
        }
        return memo[used] == WIN;
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
