"""Directed graphs: topological order, strongly connected components, short cycles.

A graph is two lists in compressed sparse row form: the moves of state n are first[n] … first[n + 1]
− 1, and to[m] is where move m leads.
"""

from __future__ import annotations


def postorder(first: list[int], to: list[int]) -> list[int] | None:
    """Number every state after all it leads to; None when a cycle forbids it. O(N + M)."""
    fresh, open_, done = 0, 1, 2
    mark = bytearray(len(first) - 1)
    order: list[int] = []
    for root in range(len(mark)):
        if mark[root] != fresh:
            continue
        mark[root] = open_
        path, cursor = [root], [first[root]]
        while path:
            here, move = path[-1], cursor[-1]
            if move == first[here + 1]:
                mark[here] = done
                order.append(here)
                path.pop()
                cursor.pop()
                continue
            cursor[-1] += 1
            child = to[move]
            if mark[child] == open_:
                return None
            if mark[child] == fresh:
                mark[child] = open_
                path.append(child)
                cursor.append(first[child])
    return order


def components(first: list[int], to: list[int]) -> list[list[int]]:
    """Strongly connected components, each after all it leads to. Tarjan 1972, O(N + M)."""
    size = len(first) - 1
    number = [0] * size  # 0 for a state not seen yet
    low = [0] * size
    waiting = bytearray(size)
    stack: list[int] = []
    found: list[list[int]] = []
    count = 0
    for root in range(size):
        if number[root]:
            continue
        count += 1
        number[root] = low[root] = count
        stack.append(root)
        waiting[root] = True
        path, cursor = [root], [first[root]]
        while path:
            here, move = path[-1], cursor[-1]
            if move < first[here + 1]:
                cursor[-1] += 1
                child = to[move]
                if not number[child]:
                    count += 1
                    number[child] = low[child] = count
                    stack.append(child)
                    waiting[child] = True
                    path.append(child)
                    cursor.append(first[child])
                elif waiting[child]:
                    low[here] = min(low[here], number[child])
                continue
            path.pop()
            cursor.pop()
            if path:
                low[path[-1]] = min(low[path[-1]], low[here])
            if low[here] == number[here]:
                found.append(_pop_part(stack, waiting, here))
    return found


def part_numbers(parts: list[list[int]], size: int) -> list[int]:
    """For each state the number of its part."""
    numbers = [0] * size
    for number, part in enumerate(parts):
        for state in part:
            numbers[state] = number
    return numbers


def _pop_part(stack: list[int], waiting: bytearray, last: int) -> list[int]:
    """Take the component that ends with `last` off Tarjan's stack."""
    part: list[int] = []
    while not part or part[-1] != last:
        part.append(stack.pop())
        waiting[part[-1]] = False
    return part


def find_cycle(first: list[int], to: list[int], wanted: int | None = None) -> list[int]:
    """The moves of one short cycle, through the move `wanted` when given; [] when there is none.

    Breadth-first inside one strongly connected component, so that a person can follow it.
    """
    for part in components(first, to):
        inside = set(part)
        for state in part:
            for move in range(first[state], first[state + 1]):
                if to[move] in inside and wanted in (None, move):
                    return [move, *_path(first, to, to[move], state, inside)]
    return []


def _path(first: list[int], to: list[int], begin: int, end: int, inside: set[int]) -> list[int]:
    """The moves of a shortest path from begin to end within `inside`."""
    came: dict[int, int] = {begin: -1}
    source: dict[int, int] = {}
    line = [begin]
    for here in line:
        if here == end:
            break
        for move in range(first[here], first[here + 1]):
            child = to[move]
            if child in inside and child not in came:
                came[child] = move
                source[move] = here
                line.append(child)
    path: list[int] = []
    while came[end] >= 0:
        path.append(came[end])
        end = source[came[end]]
    return path[::-1]
