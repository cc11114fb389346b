"""Numbers that must fit 64 bits, as Python has them: what does not fit is an error."""

import numpy as np

from zermelo.kernels.support.base import LEAST, MOST, inner

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
        if one == LEAST:
            raise OverflowError("a quotient goes beyond 64 bits")
        return -one
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
