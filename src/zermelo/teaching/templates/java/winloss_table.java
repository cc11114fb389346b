// Win or loss of a number, for any rule that makes it smaller; whoever cannot move loses.
// Here the divisor game: subtract a divisor of the number other than itself.
//
// State n: the number. Value W(n): whether the player to move wins.
// W(n) = some move leaves a lost number; without a move it is a loss.
// Another game: write other moves. Where whoever cannot move wins, the end is a win.
//
// Bottom-up, with a table: O(n m) time for m moves each, O(n) space.
// Reads a number a line; prints whether the first player wins.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class Main {
    /** What a move can leave: the rule of the game. Each is smaller, so play ends. */
    static List<Integer> moves(int number) {
        List<Integer> left = new ArrayList<>();
        for (int x = 1; (long) x * x <= number; x++) {
            if (number % x != 0) {
                continue;
            }
            for (int divisor : new int[] {x, number / x}) {
                if (divisor < number) {
                    left.add(number - divisor);
                }
            }
        }
        return left;
    }

    /** Whether the player to move wins. */
    static boolean winLoss(int number) {
        boolean[] wins = new boolean[number + 1]; // without a move it is a loss
        for (int n = 1; n <= number; n++) {
            for (int left : moves(n)) {
                if (!wins[left]) { // a move that leaves the opponent a loss
                    wins[n] = true;
                    break;
                }
            }
        }
        return wins[number];
    }

    /** An instance a line, an answer a line. */
    public static void main(String[] args) {
        new BufferedReader(new InputStreamReader(System.in))
            .lines()
            .filter(line -> !line.isBlank()) // a blank line is no instance
            .forEach(line -> System.out.println(answer(numbersOf(line))));
    }

    static boolean answer(int[] numbers) {
        return winLoss(numbers[0]);
    }

    static int[] numbersOf(String line) {
        return Arrays.stream(line.trim().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .mapToInt(Integer::parseInt)
            .toArray();
    }
}
