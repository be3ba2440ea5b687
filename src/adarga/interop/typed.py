"""A typed line as words, and single words as numbers, times and chosen values."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from unicodedata import category

from adarga.errors import AdargaError
from adarga.interop.verbs import CHECKS, MINUTES, NUMBERS, OPTIONS, REACTIONS, VERBS, meant
from adarga.rules.protocol import Situation

_MINUS = "\N{MINUS SIGN}"
_LONGEST = 20
_FACES = re.compile(r"\d{1,6}([+, ]+\d{1,6})*", re.ASCII)
_TIME = re.compile(r"(\d{1,7})(|m|min|h|d)", re.ASCII)


_TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""What turns the direction of writing: a name with one in it would show as another."""
_UNSEEN = ("Cc", "Cs", "Zl", "Zp")


def shown_as_typed(text: str) -> None:
    """Raises `AdargaError` (`fight_cli.characters`) where a text holds what is no text, or does not show as it is.

    Those are control characters, bytes that are not UTF-8, and what turns the direction of writing.
    """
    found = {one for one in text.strip() if one != "\t" and (category(one) in _UNSEEN or one in _TURNING)}
    if found:
        codes = ", ".join(f"U+{ord(one):04X}" for one in sorted(found))
        raise AdargaError("fight_cli.characters", codes=codes)


def words_of(line: str) -> list[str]:
    """The words of a line; quotation marks keep together what belongs together.

    >>> words_of("hurt 'Old Tom' 3"), words_of("hurt O'Brien 3")
    (['hurt', 'Old Tom', '3'], ['hurt', "O'Brien", '3'])
    """
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


def number(word: str) -> int:
    """A whole number. Raises `AdargaError` (`fight_cli.number`, `fight_cli.number_long`)."""
    text = word.replace(_MINUS, "-")
    if re.fullmatch(r"[+-]?[0-9]{10,}", text):
        raise AdargaError("fight_cli.number_long", word=word[:_LONGEST])
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise AdargaError("fight_cli.number", word=word)
    return int(text)


def last_number(words: Sequence[str]) -> int:
    """The one number that should be left of a line. Raises `AdargaError` (`fight_cli.number_missing`)."""
    if not words:
        raise AdargaError("fight_cli.number_missing")
    nothing_left(words[1:])
    return number(words[0])


def nothing_left(words: Sequence[str]) -> None:
    """Raises `AdargaError` (`fight_cli.too_much`) where words are left over."""
    if words:
        raise AdargaError("fight_cli.too_much", words=" ".join(words))


def faces_in(line: str) -> tuple[int, ...]:
    """The faces of a line that holds nothing but dice; none of any other line.

    >>> faces_in("3+6"), faces_in(" 45 80 "), faces_in("n"), faces_in("00")
    ((3, 6), (45, 80), (), (0,))
    """
    text = line.strip()
    return tuple(int(one) for one in re.split(r"[+, ]+", text)) if _FACES.fullmatch(text) else ()


def minutes_in(word: str) -> int:
    """A length of game time in minutes: `30m`, `2h`, `1d`, a bare number in minutes.

    >>> minutes_in("30"), minutes_in("2h")
    (30, 120)
    """
    found = _TIME.fullmatch(word.casefold())
    if found is None:
        raise AdargaError("fight_cli.time", word=word)
    return int(found[1]) * MINUTES[found[2]]


@dataclass(slots=True)
class Choices:
    """What stands beside the names in an attack: options, dice, whether the rest is rolled, and the words left."""

    options: dict[str, Any] = field(default_factory=dict)
    faces: dict[str, tuple[int, ...]] = field(default_factory=dict)
    roll: bool = False
    rest: list[str] = field(default_factory=list)

    def over(self, situation: Situation) -> Situation:
        """A situation with these options in it."""
        return replace(situation, **self.options)


def choices_in(words: Iterable[str]) -> Choices:
    """Read the options and dice among the words of an attack. Raises `AdargaError` for a value that is none."""
    found = Choices()
    for word in words:
        name, equals, value = word.partition("=")
        check, option = meant(CHECKS, name), meant(OPTIONS, name)
        if equals and check is not None and faces_in(value):
            found.faces[check] = faces_in(value)
        elif equals and option is not None:
            found.options[option] = option_value(option, value)
        elif equals:
            raise AdargaError("fight_cli.option", option=name, options=(*CHECKS, *OPTIONS))
        elif option is not None and option not in (*NUMBERS, "elect", "reaction", "aim"):
            found.options[option] = True
        elif word.casefold() in VERBS["roll"]:
            found.roll = True
        else:
            found.rest.append(word)
    return found


def option_value(option: str, text: str) -> int | str | bool:
    """The value of an option as typed. Raises `AdargaError`."""
    if option in NUMBERS:
        return number(text)
    if option == "elect":
        return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else text
    if option == "reaction":
        chosen = meant(REACTIONS, text)
        if chosen is None:
            raise AdargaError("fight_cli.reaction", word=text)
        return chosen
    if option == "aim":
        return text
    return text.casefold() not in ("no", "0")
