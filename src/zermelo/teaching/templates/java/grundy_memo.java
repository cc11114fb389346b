// Several heaps, a move in one of them, whoever cannot move loses: nimbers.
// Here Kayles: knock down one pin or two adjacent ones, which may split a row of pins.
//
// G(heap) = mex of the nimbers that a move can leave: the least number not among them.
// Parts that do not touch each other add by XOR, not by +. The player to move loses
// exactly where the nimber is 0. Another game: write other options.
//
// Recursive, with a memo: O(n^2) time for heaps up to n, O(n) space, up to n calls deep.
// Reads the heaps, an instance a line; prints the nimber of all of them together.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public class Main {
    static final int UNKNOWN = -1;
    static int[] memo;

    /** What a move can leave of a heap: the rule of the game. The parts are smaller heaps. */
    static List<int[]> options(int heap) {
        List<int[]> found = new ArrayList<>();
        for (int taken = 1; taken <= 2; taken++) {
            // from the middle on, the mirror image is the same
            for (int left = 0; left <= heap - taken - left; left++) {
                found.add(new int[] {left, heap - taken - left});
            }
        }
        return found;
    }

    /** The least number from 0 on that is not there. */
    static int mex(Set<Integer> found) {
        int least = 0;
        while (found.contains(least)) {
            least++;
        }
        return least;
    }

    /** The nimber of all heaps together. */
    static int nimber(int[] heaps) {
        memo = new int[1 + Arrays.stream(heaps).max().orElse(0)];
        Arrays.fill(memo, UNKNOWN);
        return together(heaps);
    }

    static int ofHeap(int heap) {
        if (memo[heap] == UNKNOWN) {
            Set<Integer> found = new HashSet<>();
            for (int[] parts : options(heap)) {
                found.add(together(parts));
            }
            memo[heap] = mex(found);
        }
        return memo[heap];
    }

    static int together(int[] parts) {
        int total = 0;
        for (int part : parts) {
            total ^= ofHeap(part); // independent parts add by XOR
        }
        return total;
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

    static int answer(int[] numbers) {
        return nimber(numbers);
    }

    static int[] numbersOf(String line) {
        return Arrays.stream(line.trim().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .mapToInt(Integer::parseInt)
            .toArray();
    }
}
