"""Sentences and numbers as one reader reads them."""

from __future__ import annotations

import gettext
from io import BufferedReader, FileIO
from numbers import Rational
from string import Formatter
from typing import TYPE_CHECKING, ClassVar

from adarga.errors import Key
from adarga.words.language import LANGUAGES, LOCALE, known_language

if TYPE_CHECKING:
    from fractions import Fraction

MINUS = "\N{MINUS SIGN}"
_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


class _Unknown(gettext.NullTranslations):
    """What gettext falls back to: a key without a sentence is a mistake of the program, never shown as it is."""

    def gettext(self, message: str) -> str:
        raise KeyError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""


def _catalogue(lang: str, area: str) -> gettext.NullTranslations:
    # Not gettext.translation: it loads the machine's locales only to find this one file.
    try:
        with BufferedReader(FileIO(f"{LOCALE}/{lang}/LC_MESSAGES/{area}.mo")) as file:
            found: gettext.NullTranslations = gettext.GNUTranslations(file)
    except FileNotFoundError:
        return _Unknown()
    found.add_fallback(_Unknown())
    return found


def rounded(value: float | Rational, digits: int) -> str:
    """A number with `digits` decimals, a half going away from 0 as people round; a float is taken as it is written.

    >>> from fractions import Fraction
    >>> rounded(Fraction(21, 8), 2), rounded(0.125, 2), rounded(-0.5, 0), rounded(1 / 3, 1)
    ('2.63', '0.13', '-1', '0.3')
    """
    from decimal import ROUND_HALF_UP, Context, Decimal

    many = Context(prec=400)
    if isinstance(value, float):
        exact = Decimal(repr(value))
    else:
        exact = many.divide(Decimal(int(value.numerator)), Decimal(int(value.denominator)))
    shown = exact.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP, context=many)
    return str(shown if shown else abs(shown))


class Words:
    """Everything said to a reader of one language; raises `words.language` for a language not in `languages`.

    >>> Words("es").lang
    'es'
    """

    languages: ClassVar[tuple[str, ...]] = LANGUAGES

    def __init__(self, lang: str) -> None:
        self.lang = known_language(lang)
        self._areas: dict[str, gettext.NullTranslations] = {}
        self._formatter = _Values(self)

    def _sentences(self, key: str) -> gettext.NullTranslations:
        """The catalogue of a key: read when its first sentence is said."""
        area = key.partition(".")[0]
        found = self._areas.get(area)
        if found is None:
            found = self._areas[area] = _catalogue(self.lang, area)
        return found

    def say(self, key: str, /, **values: object) -> str:
        """The sentence of `key` with `values` in it; raises KeyError where there is no such sentence.

        A value that is a `Key` is said in the same language, negative numbers carry U+2212, fractional numbers
        the language's decimal sign, and several values are joined by commas. Where the sentence has a singular
        and a plural, the value `count` chooses.

        >>> Words("es").say("words.language", lang="fr", known=("en", "es"))
        'no hay palabras en «fr»: solo en en, es'
        """
        count = values.get("count")
        sentences = self._sentences(key)
        counted = sentences.ngettext(key, key, count) if isinstance(count, int) else ""
        return self._formatter.vformat(counted or sentences.gettext(key), (), values)

    def signed(self, value: int) -> str:
        """An integer that always shows its sign.

        >>> Words("en").signed(-2), Words("en").signed(3), Words("en").signed(0)
        ('−2', '+3', '+0')
        """
        return self._localised(f"{value:+d}")

    def number(self, value: float | Fraction, digits: int = 2) -> str:
        """A number with `digits` decimals, or none where it is an integer.

        >>> from fractions import Fraction
        >>> Words("es").number(-7.25, 1), Words("en").number(Fraction(29, 4)), Words("en").number(7)
        ('−7,3', '7.25', '7')
        """
        return self._localised(str(value) if isinstance(value, int) else rounded(value, digits))

    def percent(self, probability: float | Fraction, digits: int = 1) -> str:
        """A probability (0 to 1) as a percentage, one that is neither 0 nor 1 never shown as 0 % or 100 %.

        >>> from fractions import Fraction
        >>> Words("en").percent(0.074), Words("en").percent(Fraction(1, 10**6)), Words("en").percent(1)
        ('7.4%', '<0.1%', '100.0%')
        >>> Words("es").percent(0.074) == "7,4\N{NO-BREAK SPACE}%"
        True
        """
        least = 10**-digits
        shown, relation = rounded(100 * probability, digits), ""
        if probability > 0 and float(shown) == 0:
            shown, relation = rounded(least, digits), "<"
        elif probability < 1 and float(shown) == 100:
            shown, relation = rounded(100 - least, digits), ">"
        space = _NO_BREAK_SPACE if self.lang == "es" else ""
        return relation + self._localised(shown) + space + "%"

    def _localised(self, number: str) -> str:
        if self.lang == "es":
            number = number.replace(".", ",")
        return number.replace("-", MINUS)

    def value(self, value: object, spec: str = "") -> str:
        """One value as it stands in a sentence, under a format specification of its own type if there is one.

        `{name:die}` says the name a die goes under (`attack`) in the reader's language; a name no rulebook knows
        stands as it is.
        """
        if spec == "die":
            known = self._sentences("die").gettext
            try:
                return known(f"die.{value}")
            except KeyError:
                return str(value)
        match value:
            case Key():
                return self.say(value)
            case bool():
                return self.say("words.yes" if value else "words.no")
            case int():
                return self._localised(format(value, spec))
            case float() | Rational() if spec:
                return self._localised(format(float(value), spec))
            case float():
                return self.number(value)
            case Rational():
                return self._localised(str(value))
            case tuple() | list():
                return ", ".join(self.value(item, spec) for item in value)
        return format(value, spec)


class _Values(Formatter):
    """`str.format` whose fields are said by the reader's `Words`."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def format_field(self, value: object, format_spec: str) -> str:
        return self._words.value(value, format_spec)
