"""The rules of walking and sight once more, slowly and in fractions, straight from their words: a witness for those of the game."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

HALF = Fraction(1, 2)


def at(a, b, t):
    return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))


def sides(shape):
    return list(zip(shape.points, (*shape.points[1:], shape.points[0]), strict=True))


def holds(shape, point, *, strictly=False):
    """Whether a point is on the left of every edge, or on it."""
    turns = [(b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) for a, b in sides(shape)]
    return all(turn > 0 for turn in turns) if strictly else all(turn >= 0 for turn in turns)


def cuts(a, b, shapes):
    """Where a line enters or leaves some closed footprints, with its ends."""
    found = {Fraction(0), Fraction(1)}
    for shape in shapes:
        for c, d in sides(shape):
            slope = (d[0] - c[0]) * (b[1] - a[1]) - (d[1] - c[1]) * (b[0] - a[0])
            if slope:
                t = Fraction((d[1] - c[1]) * (a[0] - c[0]) - (d[0] - c[0]) * (a[1] - c[1]), slope)
                if 0 < t < 1 and holds(shape, at(a, b, t)):
                    found.add(t)
    return sorted(found)


def squared_gap(p, a, b):
    """From a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / Fraction(length) if length else Fraction(0)
    x, y = at(a, b, min(Fraction(1), max(Fraction(0), t)))
    return (p[0] - x) ** 2 + (p[1] - y) ** 2


def squared_gap_to(shape, p, q):
    """From a segment to a footprint: 0 if they meet."""
    if any(holds(shape, at(p, q, t)) for t in cuts(p, q, [shape])):
        return 0
    return min(
        min(squared_gap(p, c, d), squared_gap(q, c, d), squared_gap(c, p, q), squared_gap(d, p, q))
        for c, d in sides(shape)
    )


def walked(land, body, path, enemies):
    """The rule that stops a way before its length is looked at, or where the feet end and the share of each piece that is slow."""
    z, a, shares = body.z, (body.x, body.y), []
    legs = [(p, q) for p, q in pairwise([a, *path]) if p != q]
    for number, (p, q) in enumerate(legs):
        slow = Fraction(0)
        ts = cuts(p, q, [block.shape for block in land.blocks])
        parts = list(pairwise(ts)) + ([(Fraction(1), Fraction(1))] if number == len(legs) - 1 else [])
        for start, end in parts:
            found = judged_part(land, body, (at(p, q, start), at(p, q, end)), z, enemies)
            if isinstance(found, str):
                return found
            z, is_slow = found
            slow += (end - start) * is_slow
        shares.append(slow)
    return z, shares


def judged_part(land, body, part, z, enemies):
    middle = at(*part, HALF)
    half = Fraction(body.height, 2)
    under = [block for block in land.blocks if holds(block.shape, middle)]
    level = max([0, *(block.z1 for block in under if block.ground.solid and block.z1 <= z + half)])
    if level < z - half:
        return "TD-MOV-06"
    if any(block.ground.impassable and block.z0 == level for block in under):
        return "TD-MOV-10"
    for block in land.blocks:
        is_obstacle = block.ground.solid and block.z1 > level + half and block.z0 < level + body.height
        if is_obstacle and squared_gap_to(block.shape, *part) < body.radius**2:
            return "TD-MOV-07"
    for enemy in enemies:
        shares_height = enemy.z < level + body.height and level < enemy.z + enemy.height
        if shares_height and squared_gap((enemy.x, enemy.y), *part) < (enemy.radius + body.radius) ** 2:
            return "TD-MOV-08"
    slow = any(block.ground.half and (block.z0 <= level < block.z1 or block.z0 == level) for block in under)
    return level, slow


def hides(block, eye, target, q):
    """Whether a solid piece hides a height: whether the ray there is somewhere inside it."""
    a, b = (eye[0], eye[1]), (target.x, target.y)
    for start, end in pairwise(cuts(a, b, [block.shape])):
        if not holds(block.shape, at(a, b, (start + end) / 2), strictly=True):
            continue
        low, high = sorted((eye[2] + start * (q - eye[2]), eye[2] + end * (q - eye[2])))
        if (low < block.z1 and high > block.z0) if low < high else block.z0 < low < block.z1:
            return True
    return False


def soft_share(land, eye, target):
    """The share of the line from the eye to the head of the target that is in soft terrain."""
    a, b = (eye[0], eye[1]), (target.x, target.y)
    rise = target.z + target.height - eye[2]
    total = Fraction(0)
    for block in land.soft:
        levels = [Fraction(level - eye[2], rise) for level in (block.z0, block.z1) if rise]
        ts = sorted({*cuts(a, b, [block.shape]), *(t for t in levels if 0 < t < 1)})
        for start, end in pairwise(ts):
            middle = (start + end) / 2
            if holds(block.shape, at(a, b, middle), strictly=True) and block.z0 <= eye[2] + middle * rise < block.z1:
                total += end - start
    return total
