"""Dice notation: text in, expression out, or one error with the place and what would be right."""

from __future__ import annotations

from adarga.dice.limits import DEPTH, FURTHER
from adarga.dice.nodes import Constant, Labelled, Pool, can_be_zero, joined, multiplied
from adarga.dice.reader import SPACES, Reader
from adarga.dice.terms import KEEPS, matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adarga.dice.expression import Expression, Rolled
    from adarga.dice.sources import Source
    from adarga.dice.terms import Operator

CACHED = 1024
MINUS = frozenset("-\u2212")
SIGNS = MINUS | {"+"}
TIMES = frozenset("*/")
COMPARISONS = (">=", "<=", ">", "<", "=")
WORDS = ("kh", "kl", "dh", "dl", "adv", "dis", "ro", "r", "mi", "ma", "!", "k", "d")

_parsed: dict[str, Expression] = {}


def parse(text: str) -> Expression:
    """The expression that a text stands for.

    Raises one `AdargaError("dice.…", text=, span=)` for anything that is not in the notation or asks too much;
    `docs/notation.md` lists both.

    >>> str(parse(" 1D6 + 2W4 - 1 "))
    'd6+2d4-1'
    """
    found = _parsed.get(text)
    if found is None:
        found = _Grammar(text).whole()
        if len(_parsed) >= CACHED:
            _parsed.clear()
        _parsed[text] = found
    return found


def roll(text: str, source: Source) -> Rolled:
    """Parse a text (once) and throw its dice from a source."""
    found = _parsed.get(text)
    return (parse(text) if found is None else found).roll(source)


def dice(count: int, sides: int) -> Expression:
    """`count` dice of `sides` sides, as `parse` gives for "NdS".

    Raises `AdargaError("dice.count.zero")`, `("dice.sides.zero")` or `("dice.limit.…", limit=, asked=)`.
    """
    return Pool(count, sides)


def constant(n: int) -> Expression:
    """A whole number as an expression; raises `AdargaError("dice.limit.number", limit=, asked=)` past nine digits."""
    return Constant(n)


def clear_caches() -> None:
    """Forget every parsed text and, with it, the laws worked out for it."""
    _parsed.clear()


class _Grammar(Reader):
    """The grammar: sums of products of factors; a factor is a number, a dice term or a parenthesis, with its label."""

    __slots__ = ("depth",)

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.depth = 0

    def whole(self) -> Expression:
        if not self.text.strip(SPACES):
            raise self.error("dice.empty", 0, len(self.text))
        found = self.sum()
        if self.peek() == ")":
            raise self.error("dice.parenthesis.unopened", self.at, self.at + 1)
        if self.peek():
            raise self.unexpected("dice.operator.missing" if self.peek() in "([0123456789dDwW" else "dice.unexpected")
        return found

    def sum(self) -> Expression:
        self.peek()
        start = self.at
        terms = [(1, self.product())]
        while self.peek() in SIGNS:
            sign = 1 if self.text[self.at] == "+" else -1
            self.at += 1
            terms.append((sign, self.product()))
        return self.placed(start, joined, terms)

    def product(self) -> Expression:
        self.peek()
        start = self.at
        first = self.factor()
        steps: list[tuple[str, Expression]] = []
        while self.peek() in TIMES:
            sign = self.text[self.at]
            self.at += 1
            self.peek()
            at = self.at
            operand = self.factor()
            if sign == "/" and self.placed(at, can_be_zero, operand):
                raise self.error("dice.division.zero", at, self.end)
            steps.append((sign, operand))
        return self.placed(start, multiplied, first, steps) if steps else first

    def factor(self) -> Expression:
        if self.peek() in MINUS:
            start = self.at
            self.deeper(start)
            self.at += 1
            inner = self.factor()
            self.depth -= 1
            return self.placed(start, joined, [(-1, inner)])
        start = self.at
        if self.peek() == "(":
            self.deeper(start)
            self.at += 1
            if self.peek() == ")":
                raise self.error("dice.parenthesis.empty", start, self.at + 1)
            found = self.sum()
            if self.peek() != ")":
                if self.peek():
                    raise self.unexpected("dice.unexpected")
                raise self.error("dice.parenthesis.unclosed", start, start + 1)
            self.at = self.end = self.at + 1
            self.depth -= 1
            self.no_operator()
        else:
            found = self.term()
        return self.labelled(found)

    def deeper(self, start: int) -> None:
        self.depth += 1
        if self.depth > DEPTH:
            raise self.error("dice.limit.depth", start, start + 1, limit=DEPTH, asked=self.depth)

    def labelled(self, found: Expression) -> Expression:
        if self.peek() != "[":
            return found
        start = self.at
        end = self.text.find("]", start)
        if end < 0:
            raise self.error("dice.label.unclosed", start, start + 1)
        label = self.text[start + 1 : end].strip()
        if not label:
            raise self.error("dice.label.empty", start, end + 1)
        if "[" in label or not label.isprintable():
            raise self.error("dice.label.characters", start, end + 1)
        self.at = self.end = end + 1
        if self.peek() == "[":
            raise self.error("dice.label.second", self.at, self.at + 1)
        return Labelled(found, label)

    # --- one dice term

    def term(self) -> Expression:
        self.peek()
        start = self.at
        count = self.number()
        if not self.take("d", "w"):
            if count is None:
                raise self.unexpected("dice.operand.expected")
            self.no_operator()
            return Constant(count)
        if count == 0:
            raise self.error("dice.count.zero", start, self.end)
        sides = 100 if self.take("%") else self.number()
        if sides is None:
            raise (
                self.unexpected("dice.sides.missing")
                if self.peek()
                else self.error("dice.sides.missing", start, self.end)
            )
        if sides == 0:
            raise self.error("dice.sides.zero", start, self.end)
        plain = self.placed(start, Pool, count or 1, sides)
        found = _Term(count or 1, sides)
        while self.operator(found):
            pass
        if not found.operators:
            return plain
        return self.placed(start, Pool, found.count, sides, tuple(found.operators))

    def no_operator(self) -> None:
        """Operators work on dice alone: name the one that stands after a number or a parenthesis."""
        self.peek()
        start = self.at
        word = self.take(*WORDS[:-1], *COMPARISONS)
        if word:
            raise self.error("dice.operator.dice", start, self.end, operator=word)

    def operator(self, term: _Term) -> bool:
        self.peek()
        start = self.at
        word = self.take(*WORDS, *COMPARISONS)
        if not word:
            return False
        if word in ("k", "d"):
            raise self.error("dice.keep.bare" if word == "k" else "dice.drop.bare", start, self.end)
        if term.counted:
            raise self.error("dice.successes.last", start, self.end)
        if word in KEEPS:
            self.keep(term, word, start)
        elif word in ("adv", "dis"):
            if term.count > 1 or term.operators:
                raise self.error("dice.advantage.pool", start, self.end, operator=word)
            term.count, term.size = 2, 1
            term.operators.append(("kh" if word == "adv" else "kl", "", 1))
        elif word in ("ro", "r"):
            self.reroll(term, word, start)
        elif word == "!":
            self.explode(term, start)
        elif word in ("mi", "ma"):
            self.bound(term, word, start)
        else:
            number = self.number()
            if number is None:
                raise self.error("dice.successes.number", start, self.end)
            term.operators.append(("hits", word, number))
            term.counted = True
        return True

    def keep(self, term: _Term, word: str, start: int) -> None:
        number = self.number()
        number = 1 if number is None else number
        most = term.size if word[0] == "k" else term.size - 1
        if not 1 <= number <= most:
            key = "dice.keep.count" if word[0] == "k" else "dice.drop.count"
            raise self.error(key, start, self.end, asked=number, dice=term.size)
        term.size = number if word[0] == "k" else term.size - number
        term.operators.append((word, "", number))

    def reroll(self, term: _Term, word: str, start: int) -> None:
        comparison = self.take(*COMPARISONS) or "="
        number = self.number()
        if number is None:
            raise self.error("dice.reroll.number", start, self.end)
        matches = matcher(comparison, number)
        if word == "r" and all(matches(face) for face in range(1, term.sides + 1)):
            raise self.error("dice.reroll.every", start, self.end)
        term.operators.append((word, comparison, number))

    def explode(self, term: _Term, start: int) -> None:
        if self.peek() == "!" or any(name == "!" for name, _, _ in term.operators):
            raise self.error("dice.explode.twice", start, self.end + (self.peek() == "!"))
        spaced = self.at > self.end
        number = self.number()
        if number is None:
            comparison = self.take(*COMPARISONS)
            if comparison:
                raise self.error("dice.explode.comparison", start, self.end, comparison=comparison)
        elif spaced:
            raise self.error("dice.explode.space", start, self.end, number=number)
        if number == 0:
            raise self.error("dice.explode.zero", start, self.end)
        term.operators.append(("!", "", FURTHER if number is None else number))

    def bound(self, term: _Term, word: str, start: int) -> None:
        number = self.number()
        if number is None:
            raise self.error("dice.bound.number", start, self.end, operator=word)
        if not 1 <= number <= term.sides:
            raise self.error("dice.bound.range", start, self.end, asked=number, sides=term.sides)
        term.operators.append((word, "", number))


class _Term:
    """A dice term while it is read: `size` is how many dice are still kept."""

    __slots__ = ("count", "counted", "operators", "sides", "size")

    def __init__(self, count: int, sides: int) -> None:
        self.count = self.size = count
        self.sides = sides
        self.operators: list[Operator] = []
        self.counted = False
