"""What translated rules call: memory for sequences, and numbers as Python has them.

This text is written in front of every game's own code, so that one file holds all that its cache
depends on. `mem` is one row of numbers: mem[0] is where free memory begins.
"""

import numpy as np
from numba import njit


@njit
def take(mem, words):  # pragma: no cover
    """Fresh memory; freed all at once, before the next state."""
    offset = mem[0]
    if words > mem.size - offset:
        raise MemoryError("the memory of the rules is full")
    mem[0] = offset + max(0, words)
    return offset


@njit
def copy(mem, offset, words, to):  # pragma: no cover
    """Copy numbers; the places may overlap when they move down."""
    for k in range(words):
        mem[to + k] = mem[offset + k]


@njit
def moved(mem, offset, words):  # pragma: no cover
    """A list that is full, in a place with twice the room and four items more."""
    room = take(mem, 2 * words + 4 * 64)
    copy(mem, offset, words, room)
    return room


@njit
def inside(place, length):  # pragma: no cover
    """A place as Python counts it; outside is an error."""
    if place < 0:
        place += length
    if place < 0 or place >= length:
        raise IndexError("an index is out of range")
    return place


@njit
def clipped(place, length):  # pragma: no cover
    """The end of a slice as Python counts it."""
    if place < 0:
        place += length
    return min(max(place, 0), length)


@njit
def expect(length, count):  # pragma: no cover
    """Unpacking needs as many values as names."""
    if length != count:
        raise ValueError("a sequence of another length is unpacked")


@njit
def found_at(mem, offset, length, number):  # pragma: no cover
    """Where a number is in a row."""
    for k in range(length):
        if mem[offset + k] == number:
            return k
    raise KeyError("a key is not in the table")


@njit
def same(mem, one, two, words):  # pragma: no cover
    """Whether two rows hold the same numbers."""
    for k in range(words):  # noqa: SIM110 - a loop, not a generator, compiles
        if mem[one + k] != mem[two + k]:
            return False
    return True


@njit
def ordered(mem, one, length_one, two, length_two):  # pragma: no cover
    """−1, 0 or 1 as the first row comes before, at or after the second."""
    for k in range(min(length_one, length_two)):
        if mem[one + k] != mem[two + k]:
            return -1 if mem[one + k] < mem[two + k] else 1
    return (length_one > length_two) - (length_one < length_two)


@njit
def sort(mem, offset, length, width):  # pragma: no cover
    """Insertion sort of items of `width` numbers each; rows in rules are short."""
    for k in range(1, length):
        place = k
        while place > 0 and (
            ordered(mem, offset + place * width, width, offset + (place - 1) * width, width) < 0
        ):
            for part in range(width):
                here, there = offset + place * width + part, offset + (place - 1) * width + part
                mem[here], mem[there] = mem[there], mem[here]
            place -= 1


@njit
def reverse(mem, offset, length, width):  # pragma: no cover
    """The items in the other order."""
    for k in range(length // 2):
        for part in range(width):
            here, there = offset + k * width + part, offset + (length - 1 - k) * width + part
            mem[here], mem[there] = mem[there], mem[here]


@njit
def shifted(number, by):  # pragma: no cover
    """number << by, or an error when the result needs more than 64 bits."""
    if by < 0 or by > 63:
        if number == 0 and by > 63:
            return 0
        raise OverflowError("a shift goes beyond 64 bits")
    result = number << by
    if result >> by != number:
        raise OverflowError("a shift goes beyond 64 bits")
    return result


@njit
def power(base, exponent):  # pragma: no cover
    """base ** exponent, or an error when the result needs more than 64 bits."""
    if exponent < 0:
        raise ValueError("a power is not a whole number")
    result = 1
    for _ in range(exponent):
        if base != 0 and abs(result) > 9223372036854775807 // abs(base):
            raise OverflowError("a power goes beyond 64 bits")
        result *= base
    return result


@njit
def bit_count(number):  # pragma: no cover
    """How many bits of the number's size are set."""
    x = np.uint64(abs(number))
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    two = np.uint64(0x3333333333333333)
    x = (x & two) + ((x >> np.uint64(2)) & two)
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit
def bit_length(number):  # pragma: no cover
    """How many bits the number's size takes."""
    size, bits = abs(number), 0
    while size:
        size >>= 1
        bits += 1
    return bits


@njit
def isqrt(number):  # pragma: no cover
    """The whole part of the square root."""
    if number < 0:
        raise ValueError("the root of a negative number")
    root = np.int64(np.sqrt(number))
    while root * root > number:
        root -= 1
    while (root + 1) * (root + 1) <= number:
        root += 1
    return root


@njit
def gcd(one, two):  # pragma: no cover
    """The greatest common divisor."""
    one, two = abs(one), abs(two)
    while two:
        one, two = two, one % two
    return one
