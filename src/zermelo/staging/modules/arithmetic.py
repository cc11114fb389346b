"""Functions of `math` as plain Python, which is translated like the rules that call them."""

from __future__ import annotations

from math import gcd


def combinations(n: int, k: int) -> int:
    """math.comb(n, k)."""
    if n < 0 or k < 0:
        raise ValueError("comb of a negative number")
    found = 1
    for chosen in range(min(k, n - k)):
        found = found * (n - chosen) // (chosen + 1)
    return found if k <= n else 0


def permutations(n: int, k: int | None = None) -> int:
    """math.perm(n, k)."""
    if n < 0 or (k is not None and k < 0):
        raise ValueError("perm of a negative number")
    found = 1
    for chosen in range(n if k is None else k):
        found = found * (n - chosen)
    return found


def factorial(n: int) -> int:
    """math.factorial(n)."""
    if n < 0:
        raise ValueError("factorial of a negative number")
    found = 1
    for factor in range(2, n + 1):
        found = found * factor
    return found


def multiple_of_both(one: int, two: int) -> int:
    """math.lcm(one, two)."""
    if one == 0 or two == 0:
        return 0
    return abs(one // gcd(one, two) * two)


def power_modulo(base: int, exponent: int, modulus: int) -> int:
    """pow(base, exponent, modulus)."""
    if modulus == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    if exponent < 0:
        raise OverflowError("an inverse modulo something")
    found = 1 % modulus
    base = base % modulus
    while exponent > 0:
        if exponent & 1:
            found = found * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return found
