"""Memory for sequences: rows that are made, lists that grow, and places inside them."""

from zermelo.kernels.support.arithmetic import minus
from zermelo.kernels.support.base import LONGEST, inner, weigh
from zermelo.kernels.support.rows import reverse

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
