"""What those in a fight are called: numbered where there are several, in brackets while they are hidden.

What all can see is numbered by what all can see: a hidden one has a name in brackets, which no seen one ever has,
and takes its place among the seen names when it is revealed. So no gap in the numbers says that someone is hidden.
The hidden ones of a player, which that player sees, stand apart from those of the game master for the same reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_NUMBER = re.compile(r" \d+$")


def bracketed(name: str) -> bool:
    """Whether a name stands in brackets, as those of the hidden do.

    >>> bracketed("(Goblin)"), bracketed("Goblin (chief)")
    (True, False)
    """
    return name.startswith("(") and name.endswith(")")


def stem(name: str) -> str:
    """A name without the number that tells it from others.

    >>> stem("Goblin 2")
    'Goblin'
    """
    return _NUMBER.sub("", name)


def seen_names(taken: Iterable[str], name: str, count: int = 1) -> list[str]:
    """Names for `count` newcomers called `name` beside those that are taken.

    The name itself for one who is the first of it, numbered where there are several; the one without a number counts
    as the first.

    >>> seen_names((), "Goblin", 3)
    ['Goblin 1', 'Goblin 2', 'Goblin 3']
    >>> seen_names(["Goblin"], "Goblin"), seen_names(["Goblin 1"], "Goblin")
    (['Goblin 2'], ['Goblin 2'])
    """
    used = set(taken)
    if count == 1 and name not in used and not any(stem(one) == name for one in used):
        return [name]
    base = stem(name)
    found: list[str] = []
    number = 2 if base in used else 1
    while len(found) < count:
        fresh = f"{base} {number}"
        if fresh not in used:
            found.append(fresh)
        number += 1
    return found


def hidden_names(taken: Iterable[str], name: str, count: int = 1, owner: str = "") -> list[str]:
    """Names for `count` hidden ones of an owner (`""`: the game master), numbered among that owner's hidden ones.

    >>> hidden_names(["(Goblin)", "Goblin"], "Goblin"), hidden_names((), "Wolf", owner="Ana")
    (['(Goblin 2)'], ['(Ana: Wolf)'])
    """
    before = f"({owner}: " if owner else "("
    inside = [one[len(before) : -1] for one in taken if bracketed(one) and one.startswith(before)]
    return [f"{before}{one})" for one in seen_names(inside, name, count)]
