"""Strings: rows of letters, each a number."""

from zermelo.kernels.support.arithmetic import plus, times
from zermelo.kernels.support.base import burn, inner, weigh
from zermelo.kernels.support.memory import clipped, take
from zermelo.kernels.support.rows import number_at, reverse, same

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
