"""What translated rules call: memory for sequences, and numbers as Python has them.

This text is written in front of every game's own code, so that one file holds all that its cache
depends on. `mem` is one row of numbers: mem[0] is where free memory begins, mem[1] where it began,
mem[2] how many rounds of loops are left in this state, mem[3] how deep functions call themselves. A
list that grows has a head of three numbers: where its items begin, how many there are, how many
there is room for.
"""

import numpy as np
from numba import njit

# What only machine code calls has no door for Python: a fifth less to compile.
NO_DOOR = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
inner = njit(**NO_DOOR)  # type: ignore[call-overload]  # no stub knows these
inlined = njit(forceinline=True, **NO_DOOR)  # type: ignore[call-overload]

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
