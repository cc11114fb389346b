"""What translated rules call: memory for sequences, and numbers as Python has them.

This text is written in front of every game's own code, so that one file holds all that its cache
depends on. `mem` is one row of numbers: mem[0] is where free memory begins, mem[1] where it began,
mem[2] how many rounds of loops are left in this state, mem[3] how deep functions call themselves. A
list that grows has a head of three numbers: where its items begin, how many there are, how many
there is room for.
"""

import numpy as np
from numba import njit

from zermelo.kernels.ways import pipeline

# What only machine code calls has no door for Python: a fifth less to compile.
NO_DOOR = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
inner = njit(**pipeline("Inner"), **NO_DOOR)  # type: ignore[call-overload]  # no stub knows these
inlined = njit(forceinline=True, **pipeline("Inner"), **NO_DOOR)  # type: ignore[call-overload]
outer = njit(nogil=True, **pipeline("Outer"))  # type: ignore[call-overload]  # what Python calls

LEAST = -9223372036854775807 - 1
MOST = 9223372036854775807
LONGEST = 4294967296  # no sequence is longer
FUEL = 268435456  # rounds of loops in one state: about a second
DEEPEST = 1000  # calls of functions within themselves, as in Python
FREE = 64  # rounds that need not be counted


# -- memory --------------------------------------------------------------------------------------


@inner
def take(mem, count, width):  # pragma: no cover
    """Fresh memory for items of `width` numbers each; freed all at once, before the next state."""
    offset = mem[0]
    if width > 0 and count > (mem.size - offset) // width:  # a product might not fit 64 bits
        raise MemoryError("the memory of the rules is full")
    mem[0] = offset + max(0, count) * width
    return offset


@inner
def copy(mem, offset, words, to):  # pragma: no cover
    """Copy numbers; the places may overlap when they move down."""
    weigh(mem, words)
    for k in range(words):
        mem[to + k] = mem[offset + k]


@inner
def moved(mem, offset, length, width, room):  # pragma: no cover
    """A row in a place that has room for more items."""
    place = take(mem, room, width)
    copy(mem, offset, length * width, place)
    return place


@inner
def repeated(mem, offset, length, width, times):  # pragma: no cover
    """A row several times over, in a place of its own."""
    if length > 0 and times > LONGEST // length:
        raise OverflowError("a sequence becomes too long")
    words = length * width
    place = take(mem, max(0, times), words)
    for k in range(times):
        copy(mem, offset, words, place + k * words)
    return place


@inner
def backwards(mem, offset, length, width):  # pragma: no cover
    """A row in the other order, in a place of its own."""
    place = take(mem, length, width)
    copy(mem, offset, length * width, place)
    reverse(mem, place, length, width)
    return place


# -- an end to everything ------------------------------------------------------------------------


@inner
def burn(mem, rounds):  # pragma: no cover
    """Count rounds of loops: rules that do not end fail, and Python takes over."""
    left = mem[2] - rounds
    mem[2] = left
    if left < 0:
        raise TimeoutError("the rules come to no end in a state")


@inner
def weigh(mem, words):  # pragma: no cover
    """Count the work on a row, where it is long."""
    if words > FREE:
        burn(mem, words)


@inner
def deeper(mem):  # pragma: no cover
    """A function calls itself once more."""
    mem[3] += 1
    if mem[3] > DEEPEST:
        raise RecursionError("the rules call themselves too deeply")


# -- lists that grow -----------------------------------------------------------------------------


@inner
def new_list(mem, offset, length, width):  # pragma: no cover
    """The head of a list with the items of a row."""
    head = take(mem, 3, 1)
    place = take(mem, length, width)
    copy(mem, offset, length * width, place)
    mem[head] = place
    mem[head + 1] = length
    mem[head + 2] = length
    return head


@inner
def grown(mem, head, width):  # pragma: no cover
    """Where one more item of a list goes."""
    length = mem[head + 1]
    if length == mem[head + 2]:
        room = 2 * length + 4
        place = take(mem, room, width)
        copy(mem, mem[head], length * width, place)
        mem[head] = place
        mem[head + 2] = room
    mem[head + 1] = length + 1
    return mem[head] + length * width


@inner
def cut_out(mem, head, place, width):  # pragma: no cover
    """A list without one of its items."""
    after = mem[head] + (place + 1) * width
    copy(mem, after, (mem[head + 1] - place - 1) * width, after - width)
    mem[head + 1] -= 1


@inner
def bring_forward(mem, head, place, width):  # pragma: no cover
    """The last item of a list moves to a place further in front."""
    weigh(mem, (mem[head + 1] - place) * width)
    for k in range(mem[head + 1] - 1, place, -1):
        for part in range(width):
            here = mem[head] + k * width + part
            mem[here], mem[here - width] = mem[here - width], mem[here]


@inner
def steady(mem, head, offset, length):  # pragma: no cover
    """A list that is gone through by number must not change its length under way."""
    if mem[head] != offset or mem[head + 1] != length:
        raise RuntimeError("a list changes its length while zip or reversed goes through it")


# -- places --------------------------------------------------------------------------------------


@inner
def inside(place, length):  # pragma: no cover
    """A place as Python counts it; outside is an error."""
    if place < 0:
        place += length
    if place < 0 or place >= length:
        raise IndexError("an index is out of range")
    return place


@inner
def clipped(place, length):  # pragma: no cover
    """The end of a slice as Python counts it."""
    if place < 0:
        place += length
    return min(max(place, 0), length)


@inner
def expect(length, count):  # pragma: no cover
    """Unpacking needs as many values as names."""
    if length != count:
        raise ValueError("a sequence of another length is unpacked")


@inner
def expect_at_least(length, count):  # pragma: no cover
    """Unpacking with a star needs a value for every other name."""
    if length < count:
        raise ValueError("a sequence is too short to be unpacked")


@inner
def near(first, last):  # pragma: no cover
    """The end of a range, no further from its first number than 64 bits count."""
    minus(last, first)
    return last


@inner
def steps(first, last, step):  # pragma: no cover
    """How many numbers range(first, last, step) has."""
    if first == last or (first < last) != (step > 0):
        return 0
    more = (minus(last, first) - (1 if step > 0 else -1)) // step
    if more >= LONGEST:
        raise OverflowError("a range becomes too long")
    return more + 1


# -- rows ----------------------------------------------------------------------------------------


@inner
def found_at(mem, offset, length, wanted, width):  # pragma: no cover
    """Where an item is in a row, or −1."""
    weigh(mem, length * width)
    for k in range(length):
        if same(mem, offset + k * width, wanted, width):
            return k
    return -1


@inner
def same(mem, one, two, words):  # pragma: no cover
    """Whether two rows hold the same numbers."""
    weigh(mem, words)
    for k in range(words):  # noqa: SIM110 - a loop, not a generator, compiles
        if mem[one + k] != mem[two + k]:
            return False
    return True


@inner
def ordered(mem, one, length_one, two, length_two):  # pragma: no cover
    """−1, 0 or 1 as the first row comes before, at or after the second."""
    weigh(mem, min(length_one, length_two))
    for k in range(min(length_one, length_two)):
        if mem[one + k] != mem[two + k]:
            return -1 if mem[one + k] < mem[two + k] else 1
    return int(length_one > length_two) - int(length_one < length_two)


@inner
def sort(mem, offset, length, width):  # pragma: no cover
    """Insertion sort of items of `width` numbers each; rows in rules are short."""
    for k in range(1, length):
        place = k
        burn(mem, 1)
        while place > 0 and (
            ordered(mem, offset + place * width, width, offset + (place - 1) * width, width) < 0
        ):
            for part in range(width):
                here, there = offset + place * width + part, offset + (place - 1) * width + part
                mem[here], mem[there] = mem[there], mem[here]
            place -= 1
            burn(mem, 1)


@inner
def reverse(mem, offset, length, width):  # pragma: no cover
    """The items in the other order."""
    weigh(mem, length * width)
    for k in range(length // 2):
        for part in range(width):
            here, there = offset + k * width + part, offset + (length - 1 - k) * width + part
            mem[here], mem[there] = mem[there], mem[here]


# -- numbers that must fit 64 bits ---------------------------------------------------------------


@inner
def plus(one, two):  # pragma: no cover
    """one + two."""
    total = one + two
    if (one ^ total) & (two ^ total) < 0:
        raise OverflowError("a sum goes beyond 64 bits")
    return total


@inner
def minus(one, two):  # pragma: no cover
    """one − two."""
    rest = one - two
    if (one ^ two) & (one ^ rest) < 0:
        raise OverflowError("a difference goes beyond 64 bits")
    return rest


@inner
def times(one, two):  # pragma: no cover
    """one · two."""
    if -2147483648 <= one <= 2147483647 and -2147483648 <= two <= 2147483647:
        return one * two
    if one != 0 and two != 0:
        most = MOST // abs(one) if one != LEAST else 0
        if two == LEAST or abs(two) > most:
            raise OverflowError("a product goes beyond 64 bits")
    return one * two


@inner
def quotient(one, two):  # pragma: no cover
    """one // two."""
    if two == -1:  # the only quotient that is larger than the number
        return minus(0, one)
    return one // two


@inner
def remainder(one, two):  # pragma: no cover
    """one % two."""
    if two == -1:  # the machine divides, which its least number does not survive
        return 0
    return one % two


@inner
def size_of(number):  # pragma: no cover
    """The absolute value."""
    if number == LEAST:
        raise OverflowError("a number goes beyond 64 bits")
    return abs(number)


@inner
def shifted(number, by):  # pragma: no cover
    """number << by."""
    if by < 0:
        raise ValueError("a shift by a negative number")
    if number == 0:
        return 0
    if by > 62 or (number << by) >> by != number:
        raise OverflowError("a shift goes beyond 64 bits")
    return number << by


@inner
def shifted_back(number, by):  # pragma: no cover
    """number >> by."""
    if by < 0:
        raise ValueError("a shift by a negative number")
    return number >> min(by, 63)


@inner
def power(base, exponent):  # pragma: no cover
    """base ** exponent."""
    if exponent < 0:
        raise ValueError("a power is not a whole number")
    result = 1
    if base == 0 or base == 1:
        return base if exponent > 0 else 1
    if base == -1:
        return 1 - 2 * (exponent % 2)
    for _ in range(exponent):
        result = times(result, base)
    return result


@inner
def bit_count(number):  # pragma: no cover
    """How many bits of the number's size are set."""
    x = np.uint64(abs(number))
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    two = np.uint64(0x3333333333333333)
    x = (x & two) + ((x >> np.uint64(2)) & two)
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@inner
def bit_length(number):  # pragma: no cover
    """How many bits the number's size takes."""
    if number == LEAST:
        return 64
    size, bits = abs(number), 0
    while size:
        size >>= 1
        bits += 1
    return bits


@inner
def isqrt(number):  # pragma: no cover
    """The whole part of the square root."""
    if number < 0:
        raise ValueError("the root of a negative number")
    root = np.int64(np.sqrt(number))
    if root > 3037000499:  # whose square is the largest that fits
        root = np.int64(3037000499)
    while root * root > number:
        root -= 1
    while root < 3037000499 and (root + 1) * (root + 1) <= number:
        root += 1
    return root


@inner
def gcd(one, two):  # pragma: no cover
    """The greatest common divisor."""
    one, two = size_of(one), size_of(two)
    while two:
        one, two = two, one % two
    return one


# -- slices and rows -----------------------------------------------------------------------------


@inner
def clipped_by(place, length, step):  # pragma: no cover
    """The end of a slice with a step, as Python counts it."""
    if place < 0:
        place += length
    if step > 0:
        return min(max(place, 0), length)
    return min(max(place, -1), length - 1)


@inner
def exchange(mem, offset, place, width):  # pragma: no cover
    """An item changes places with the one in front of it."""
    burn(mem, 1)
    for part in range(width):
        here = offset + place * width + part
        mem[here], mem[here - width] = mem[here - width], mem[here]


@inner
def number_at(mem, offset, length, number):  # pragma: no cover
    """Where a number is in a row, or −1."""
    for k in range(length):
        if mem[offset + k] == number:
            return k
    return -1


@inner
def lowest_bit(bits):  # pragma: no cover
    """The place of the lowest bit that is set."""
    return bit_count((bits & -bits) - 1)


@inner
def letter(mem, bounds, table, code):  # pragma: no cover
    """The place of a letter in its alphabet, or −1."""
    if code < mem[bounds] or code > mem[bounds + 1]:
        return -1
    return mem[table + code - mem[bounds]]


# -- sets: bits of a universe; `table` has the bit of everything between `bounds`, or 0 ------------


@inner
def bit_1(mem, bounds, table, one):  # pragma: no cover
    """The bit of a number; 0 where it is not in the universe."""
    if one < mem[bounds] or one > mem[bounds + 1]:
        return 0
    return mem[table + one - mem[bounds]]


@inner
def bit_2(mem, bounds, table, one, two):  # pragma: no cover
    """The bit of a pair; 0 where it is not in the universe."""
    if one < mem[bounds] or one > mem[bounds + 1]:
        return 0
    first, last = mem[bounds + 2], mem[bounds + 3]
    if two < first or two > last:
        return 0
    return mem[table + (one - mem[bounds]) * (last - first + 1) + two - first]


@inner
def bits_1(mem, bounds, table, offset, length, is_whole):  # pragma: no cover
    """The bits of the numbers of a row; −1 if one has none and `is_whole`."""
    found = 0
    for k in range(length):
        bit = bit_1(mem, bounds, table, mem[offset + k])
        if bit == 0 and is_whole == 1:
            return -1
        found |= bit
    return found


@inner
def bits_2(mem, bounds, table, offset, length, is_whole):  # pragma: no cover
    """The bits of the pairs of a row; −1 if one has none and `is_whole`."""
    found = 0
    for k in range(length):
        bit = bit_2(mem, bounds, table, mem[offset + 2 * k], mem[offset + 2 * k + 1])
        if bit == 0 and is_whole == 1:
            return -1
        found |= bit
    return found


# -- sets: rows in order without repetitions -----------------------------------------------------


@inner
def in_order(mem, offset, length, width):  # pragma: no cover
    """Sort a row and leave out what is there twice; how many items are left."""
    sort(mem, offset, length, width)
    if width == 0:
        return min(length, 1)
    kept = 0
    for k in range(length):
        here = offset + k * width
        if kept == 0 or not same(mem, offset + (kept - 1) * width, here, width):
            for part in range(width):
                mem[offset + kept * width + part] = mem[here + part]
            kept += 1
    return kept


@inner
def set_place(mem, offset, length, width, wanted):  # pragma: no cover
    """Where an item is in a row that is in order, or −1 − the place where it would be."""
    low, high = 0, length
    while low < high:
        middle = (low + high) // 2
        order = ordered(mem, offset + middle * width, width, wanted, width)
        if order == 0:
            return middle
        if order < 0:
            low = middle + 1
        else:
            high = middle
    return -1 - low


@inner
def has_0(mem, offset, length):  # pragma: no cover  # noqa: ARG001
    """Whether a set of things that take no room has one."""
    return length > 0


@inner
def has_1(mem, offset, length, number):  # pragma: no cover
    """Whether a number is in a row that is in order."""
    low, high = offset, offset + length
    while low < high:
        middle = (low + high) // 2
        if mem[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low < offset + length and mem[low] == number


@inner
def has_2(mem, offset, length, one, two):  # pragma: no cover
    """Whether a pair is in a row that is in order."""
    low, high = 0, length
    while low < high:
        middle = (low + high) // 2
        here = mem[offset + 2 * middle]
        if here < one or (here == one and mem[offset + 2 * middle + 1] < two):
            low = middle + 1
        else:
            high = middle
    here = offset + 2 * low
    return low < length and mem[here] == one and mem[here + 1] == two


@inner
def settle(mem, head, width):  # pragma: no cover
    """The last item of a set goes where it belongs, or away if it is there already."""
    last = mem[head + 1] - 1
    offset = mem[head]
    place = set_place(mem, offset, last, width, offset + last * width)
    if place >= 0:
        mem[head + 1] = last
    else:
        bring_forward(mem, head, -1 - place, width)


@inner
def refill(mem, head, offset, length, width):  # pragma: no cover
    """A list or set gets the items of a row instead of its own."""
    mem[head] = take(mem, length, width)
    copy(mem, offset, length * width, mem[head])
    mem[head + 1] = length
    mem[head + 2] = length


@inner
def set_merge(mem, one, length_one, two, length_two, width, mode):  # pragma: no cover
    """Two sets together (0), what both have (1), what one has alone (2), what either has alone (3).

    Where it lies, and how many items it has.
    """
    burn(mem, length_one + length_two + 1)
    place = take(mem, length_one + length_two, width)
    i, j, found = 0, 0, 0
    while i < length_one or j < length_two:
        order = 0
        if i == length_one:
            order = 1
        elif j == length_two:
            order = -1
        else:
            order = ordered(mem, one + i * width, width, two + j * width, width)
        source, is_kept = one + i * width, True
        if order < 0:
            is_kept = mode != 1
            i += 1
        elif order > 0:
            source = two + j * width
            is_kept = mode == 0 or mode == 3
            j += 1
        else:
            is_kept = mode == 0 or mode == 1
            i += 1
            j += 1
        if is_kept:
            for part in range(width):
                mem[place + found * width + part] = mem[source + part]
            found += 1
    return place, found


@inner
def set_merge_1(mem, one, length_one, two, length_two, mode):  # pragma: no cover
    """The same of sets of single numbers."""
    burn(mem, length_one + length_two + 1)
    place = take(mem, length_one + length_two, 1)
    i, j, at = one, two, place
    end_one, end_two = one + length_one, two + length_two
    while i < end_one and j < end_two:
        a, b = mem[i], mem[j]
        if a < b:
            if mode != 1:
                mem[at] = a
                at += 1
            i += 1
        elif b < a:
            if mode == 0 or mode == 3:
                mem[at] = b
                at += 1
            j += 1
        else:
            if mode == 0 or mode == 1:
                mem[at] = a
                at += 1
            i += 1
            j += 1
    while mode != 1 and i < end_one:
        mem[at] = mem[i]
        at += 1
        i += 1
    while (mode == 0 or mode == 3) and j < end_two:
        mem[at] = mem[j]
        at += 1
        j += 1
    return place, at - place


@inner
def set_merge_2(mem, one, length_one, two, length_two, mode):  # pragma: no cover
    """The same of sets of pairs."""
    burn(mem, length_one + length_two + 1)
    place = take(mem, length_one + length_two, 2)
    i, j, at = one, two, place
    end_one, end_two = one + 2 * length_one, two + 2 * length_two
    while i < end_one and j < end_two:
        a, b = mem[i], mem[j]
        if a == b:
            a, b = mem[i + 1], mem[j + 1]
        if a < b:
            if mode != 1:
                mem[at] = mem[i]
                mem[at + 1] = mem[i + 1]
                at += 2
            i += 2
        elif b < a:
            if mode == 0 or mode == 3:
                mem[at] = mem[j]
                mem[at + 1] = mem[j + 1]
                at += 2
            j += 2
        else:
            if mode == 0 or mode == 1:
                mem[at] = mem[i]
                mem[at + 1] = mem[i + 1]
                at += 2
            i += 2
            j += 2
    while mode != 1 and i < end_one:
        mem[at] = mem[i]
        mem[at + 1] = mem[i + 1]
        at += 2
        i += 2
    while (mode == 0 or mode == 3) and j < end_two:
        mem[at] = mem[j]
        mem[at + 1] = mem[j + 1]
        at += 2
        j += 2
    return place, (at - place) >> 1


# -- dicts ---------------------------------------------------------------------------------------


@inner
def entry_1(mem, offset, length, width, key):  # pragma: no cover
    """The entry that begins with a number, or −1."""
    weigh(mem, length)
    for k in range(length):
        if mem[offset + k * width] == key:
            return k
    return -1


@inner
def entry_of(mem, offset, length, width, wanted, words):  # pragma: no cover
    """The entry that begins with some numbers, or −1."""
    weigh(mem, length * words)
    for k in range(length):
        if same(mem, offset + k * width, wanted, words):
            return k
    return -1


# -- strings -------------------------------------------------------------------------------------


@inner
def begun(place, length):  # pragma: no cover
    """Where a search begins; behind the end nothing is found, not even nothing."""
    return max(place + length, 0) if place < 0 else place


@inner
def found_in(mem, offset, length, part, size, begin, end):  # pragma: no cover
    """The first place of a string in another between two places, or −1."""
    begin, end = begun(begin, length), clipped(end, length)
    weigh(mem, length)
    for k in range(begin, end - size + 1):
        if same(mem, offset + k, part, size):
            return k
    return -1


@inner
def found_last_in(mem, offset, length, part, size, begin, end):  # pragma: no cover
    """The last place of a string in another between two places, or −1."""
    begin, end = begun(begin, length), clipped(end, length)
    weigh(mem, length)
    for k in range(end - size, begin - 1, -1):
        if same(mem, offset + k, part, size):
            return k
    return -1


@inner
def counted_in(mem, offset, length, part, size, begin, end):  # pragma: no cover
    """How often a string is in another, not counting what overlaps."""
    begin, end = begun(begin, length), clipped(end, length)
    weigh(mem, length)
    if size == 0:
        return max(0, end - begin + 1)
    count, k = 0, begin
    while k + size <= end:
        if same(mem, offset + k, part, size):
            count += 1
            k += size
        else:
            k += 1
    return count


@inner
def begins_with(mem, offset, length, part, size):  # pragma: no cover
    """Whether a string begins with another."""
    return size <= length and same(mem, offset, part, size)


@inner
def ends_with(mem, offset, length, part, size):  # pragma: no cover
    """Whether a string ends with another."""
    return size <= length and same(mem, offset + length - size, part, size)


@inner
def replaced(mem, offset, length, old, old_size, new, new_size, most):  # pragma: no cover
    """A string with another in the place of a part of it: where it lies, how long it is."""
    times_found = counted_in(mem, offset, length, old, old_size, 0, length)
    if 0 <= most < times_found:
        times_found = most
    size = length + times_found * (new_size - old_size)
    place = take(mem, size, 1)
    burn(mem, size + length + 1)
    at, k, done = place, 0, 0
    while k <= length:
        is_here = (
            done < times_found and k + old_size <= length and same(mem, offset + k, old, old_size)
        )
        if is_here:
            for part in range(new_size):
                mem[at + part] = mem[new + part]
            at += new_size
            done += 1
            k += old_size
        if k < length and (not is_here or old_size == 0):
            mem[at] = mem[offset + k]
            at += 1
        if not is_here or old_size == 0:
            k += 1
    return place, size


@inner
def is_upper(code):  # pragma: no cover
    """Whether a letter of ASCII is a capital; of others nothing is known here."""
    if code > 127:
        raise ValueError("a letter beyond ASCII")
    return 65 <= code <= 90


@inner
def is_lower(code):  # pragma: no cover
    """Whether a letter of ASCII is a small one."""
    if code > 127:
        raise ValueError("a letter beyond ASCII")
    return 97 <= code <= 122


@inner
def is_space(code):  # pragma: no cover
    """Whether a character counts as a space."""
    if code < 128:
        return code == 32 or 9 <= code <= 13 or 28 <= code <= 31
    if 8192 <= code <= 8202 or code == 8232 or code == 8233 or code == 8239 or code == 8287:
        return True
    return code == 133 or code == 160 or code == 5760 or code == 12288


@inner
def swap_case(mem, offset, length):  # pragma: no cover
    """Capitals become small letters, and small ones capitals."""
    for k in range(length):
        code = mem[offset + k]
        if code > 127:
            raise ValueError("a letter beyond ASCII")
        if 97 <= code | 32 <= 122:
            mem[offset + k] = code ^ 32


@inner
def change_case(mem, offset, length, kind):  # pragma: no cover
    """Upper (0), lower (1), the other (2), the first letter upper (3), that of every word (4)."""
    if kind == 2:
        swap_case(mem, offset, length)
        return
    is_first = True
    for k in range(length):
        code = mem[offset + k]
        is_letter = is_upper(code) or is_lower(code)
        wants_upper = kind == 0 or (kind == 2 and is_lower(code)) or (kind >= 3 and is_first)
        if is_letter and wants_upper and is_lower(code):
            mem[offset + k] = code - 32
        elif is_letter and not wants_upper and is_upper(code):
            mem[offset + k] = code + 32
        is_first = kind == 4 and not is_letter


@inner
def is_kind(mem, offset, length, kind):  # pragma: no cover
    """isupper, islower, isdigit, isalpha, isalnum, isspace, isdecimal, isnumeric, by number."""
    cased = False
    for k in range(length):
        code = mem[offset + k]
        upper, lower, digit = is_upper(code), is_lower(code), 48 <= code <= 57
        cased = cased or upper or lower
        if kind == 0 and lower:
            return False
        if kind == 1 and upper:
            return False
        if (kind == 2 or kind == 6 or kind == 7) and not digit:
            return False
        if kind == 3 and not (upper or lower):
            return False
        if kind == 4 and not (upper or lower or digit):
            return False
        if kind == 5 and not is_space(code):
            return False
    return cased if kind <= 1 else length > 0


@inner
def is_plain_text(mem, offset, length):  # pragma: no cover
    """Whether repr of a string is the string between single quotes."""
    for k in range(length):
        code = mem[offset + k]
        if code < 32 or code > 126 or code == 39 or code == 92:
            return False
    return True


@inner
def is_ascii(mem, offset, length):  # pragma: no cover
    """Whether all letters of a string are of ASCII."""
    k = 0
    while k < length and mem[offset + k] < 128:
        k += 1
    return k == length


@inner
def stripped(mem, offset, length, letters, size, left, right):  # pragma: no cover
    """A string without some letters at its ends: where it lies, how long it is."""
    begin, end = 0, length
    while left and begin < end and number_at(mem, letters, size, mem[offset + begin]) >= 0:
        begin += 1
    while right and begin < end and number_at(mem, letters, size, mem[offset + end - 1]) >= 0:
        end -= 1
    return offset + begin, end - begin


@inner
def padded(mem, offset, length, width, letter, left):  # pragma: no cover
    """A string that is as long as it should be at least: where it lies, how long it is."""
    size = max(length, width)
    place = take(mem, size, 1)
    burn(mem, size + 1)
    begin = size - length if left else 0
    for k in range(size):
        inside_it = begin <= k < begin + length
        mem[place + k] = mem[offset + k - begin] if inside_it else letter
    return place, size


@inner
def centred(mem, offset, length, width, letter):  # pragma: no cover
    """A string in the middle of another: where it lies, how long it is."""
    size = max(length, width)
    place = take(mem, size, 1)
    burn(mem, size + 1)
    rest = size - length
    begin = rest // 2 + (rest & size & 1)  # as Python rounds
    for k in range(size):
        inside_it = begin <= k < begin + length
        mem[place + k] = mem[offset + k - begin] if inside_it else letter
    return place, size


@inner
def filled(mem, offset, length, width):  # pragma: no cover
    """Digits with zeros in front, behind a sign: where they lie, how many there are."""
    place, size = padded(mem, offset, length, width, 48, 1)
    if size > length > 0 and (mem[offset] == 43 or mem[offset] == 45):
        mem[place + size - length] = 48
        mem[place] = mem[offset]
    return place, size


@inner
def split_back(mem, offset, length, between, size, most):  # pragma: no cover
    """As `split_up`, but of separators beyond `most` the last ones count, from the back."""
    if most < 0:
        most = length + 1
    place = take(mem, length + 1, 2)
    burn(mem, length + 1)
    found, end, k = 0, length, length
    if size == 0:
        while k > 0:
            while k > 0 and is_space(mem[offset + k - 1]):
                k -= 1
            end = k
            while k > 0 and (found == most or not is_space(mem[offset + k - 1])):
                k -= 1
            if end > k:
                mem[place + 2 * found] = offset + k
                mem[place + 2 * found + 1] = end - k
                found += 1
    else:
        while k >= size and found < most:
            if same(mem, offset + k - size, between, size):
                mem[place + 2 * found] = offset + k
                mem[place + 2 * found + 1] = end - k
                found += 1
                k -= size
                end = k
            else:
                k -= 1
        mem[place + 2 * found] = offset
        mem[place + 2 * found + 1] = end
        found += 1
    reverse(mem, place, found, 2)
    return place, found


@inner
def split_lines(mem, offset, length, are_kept):  # pragma: no cover
    """The lines of a string, as pairs of a place and a length; how many there are."""
    place = take(mem, length + 1, 2)
    burn(mem, length + 1)
    found, begin, k = 0, 0, 0
    while k < length:
        code = mem[offset + k]
        is_end = code == 133 or code == 8232 or code == 8233
        if 10 <= code <= 13 or 28 <= code <= 30 or is_end:
            end = k
            if code == 13 and k + 1 < length and mem[offset + k + 1] == 10:
                k += 1
            mem[place + 2 * found] = offset + begin
            mem[place + 2 * found + 1] = (k + 1 if are_kept else end) - begin
            found += 1
            begin = k + 1
        k += 1
    if begin < length:
        mem[place + 2 * found] = offset + begin
        mem[place + 2 * found + 1] = length - begin
        found += 1
    return place, found


@inner
def split_up(mem, offset, length, between, size, most):  # pragma: no cover
    """Where the parts of a string lie, as pairs of a place and a length; how many there are.

    Without a separator it is split at spaces, and empty parts are left out.
    """
    place = take(mem, length + 1, 2)
    burn(mem, length + 1)
    found, begin, k = 0, 0, 0
    if size == 0:
        while k < length:
            while k < length and is_space(mem[offset + k]):
                k += 1
            begin = k
            if k < length and 0 <= most <= found:
                mem[place + 2 * found] = offset + begin
                mem[place + 2 * found + 1] = length - begin
                return place, found + 1
            while k < length and not is_space(mem[offset + k]):
                k += 1
            if k > begin:
                mem[place + 2 * found] = offset + begin
                mem[place + 2 * found + 1] = k - begin
                found += 1
        return place, found
    while k + size <= length and not 0 <= most <= found:
        if same(mem, offset + k, between, size):
            mem[place + 2 * found] = offset + begin
            mem[place + 2 * found + 1] = k - begin
            found += 1
            k += size
            begin = k
        else:
            k += 1
    mem[place + 2 * found] = offset + begin
    mem[place + 2 * found + 1] = length - begin
    return place, found + 1


@inner
def digits_of(mem, number):  # pragma: no cover
    """A number in digits: where they lie, how many there are."""
    place = take(mem, 20, 1)
    size, rest = 0, number
    while True:
        digit = rest % 10  # as Python counts, from 0 to 9
        if number < 0 and digit > 0:
            digit = 10 - digit
        mem[place + 19 - size] = 48 + digit
        size += 1
        rest = rest // 10 if number >= 0 else (rest + digit) // 10
        if rest == 0:
            break
    if number < 0:
        mem[place + 19 - size] = 45
        size += 1
    return place + 20 - size, size


@inner
def number_in(mem, offset, length, base):  # pragma: no cover
    """The number that a string says, and whether it says one."""
    place, size = stripped_of_spaces(mem, offset, length)
    sign, k, number = 1, 0, 0
    if size > 0 and (mem[place] == 45 or mem[place] == 43):
        sign = -1 if mem[place] == 45 else 1
        k = 1
    if k == size:
        return 0, 0
    while k < size:
        code = mem[place + k]
        digit = -1
        if 48 <= code <= 57:
            digit = code - 48
        elif 97 <= code <= 122:
            digit = code - 87
        elif 65 <= code <= 90:
            digit = code - 55
        elif code > 127:
            raise ValueError("a letter beyond ASCII")
        if digit < 0 or digit >= base:
            return 0, 0
        number = plus(times(number, base), sign * digit)
        k += 1
    return number, 1


@inner
def stripped_of_spaces(mem, offset, length):  # pragma: no cover
    """A string without spaces at its ends."""
    begin, end = offset, offset + length
    while begin < end and is_space(mem[begin]):
        begin += 1
    while begin < end and is_space(mem[end - 1]):
        end -= 1
    return begin, end - begin
