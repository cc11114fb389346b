"""Rows of numbers in memory: found, compared, sorted, turned round, and what slices need."""

from zermelo.kernels.support.arithmetic import bit_count
from zermelo.kernels.support.base import burn, inner, weigh

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
