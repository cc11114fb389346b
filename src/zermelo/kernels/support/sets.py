"""Sets, as bits of a universe or as rows in order without repetitions; and dicts."""

from zermelo.kernels.support.base import burn, inner, weigh
from zermelo.kernels.support.memory import bring_forward, copy, take
from zermelo.kernels.support.rows import ordered, same, sort

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
