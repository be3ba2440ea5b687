"""The operators that may follow a dice term: what they are called, how they are written, which values they match."""

from __future__ import annotations

from adarga.dice.limits import FURTHER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# (name, comparison, number): ("kh", "", 3), ("ro", "=", 1), ("r", "<", 3), ("!", "", 20), ("mi", "", 2),
# and ("hits", ">=", 5) for the count of successes.
Operator = tuple[str, str, int]

KEEPS = ("kh", "kl", "dh", "dl")


def window(name: str, number: int, size: int) -> tuple[int, int]:
    """The half-open range of ranks, lowest first, that a keep or drop leaves of `size` dice.

    >>> window("kh", 3, 4), window("dl", 1, 4), window("kl", 1, 2), window("dh", 1, 4)
    ((1, 4), (1, 4), (0, 1), (0, 3))
    """
    if name == "kh":
        return size - number, size
    if name == "dl":
        return number, size
    return (0, number) if name == "kl" else (0, size - number)


def matcher(comparison: str, number: int) -> Callable[[int], bool]:
    """The test that a comparison with a number stands for."""
    tests: dict[str, Callable[[int], bool]] = {
        "=": lambda value: value == number,
        "<": lambda value: value < number,
        "<=": lambda value: value <= number,
        ">": lambda value: value > number,
        ">=": lambda value: value >= number,
    }
    return tests[comparison]


def operators_text(operators: tuple[Operator, ...]) -> str:
    """The canonical text of operators, to stand after the dice.

    >>> operators_text((("ro", "=", 1), ("!", "", 20), ("hits", "=", 5)))
    'ro1!20=5'
    """
    text = ""
    for at, (name, comparison, number) in enumerate(operators):
        if name in ("ro", "r"):
            text += f"{name}{'' if comparison == '=' else comparison}{number}"
        elif name == "hits":
            text += f"{comparison}{number}"
        elif name == "!" and number == FURTHER and not _counted(operators, at + 1):
            text += "!"
        else:
            text += f"{name}{number}"
    return text


def _counted(operators: tuple[Operator, ...], at: int) -> bool:
    # `!>5` is "explode on more than 5" to other tools, so the number stays where a comparison follows.
    return any(name == "hits" for name, _, _ in operators[at : at + 1])
