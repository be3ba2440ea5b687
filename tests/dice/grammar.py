"""Texts of the notation, drawn from its grammar."""

from __future__ import annotations

from hypothesis import strategies as st

FACES = st.integers(1, 4)
LETTER = st.sampled_from(["d", "D", "w", "W"])
SPACE = st.sampled_from(["", "", "", " ", "\u00a0"])
COMPARISON = st.sampled_from(["<", "<=", ">", ">=", "="])


@st.composite
def operators(draw: st.DrawFn, count: int, sides: int, endless: bool) -> str:
    """Operators that may follow `count` dice; `endless` allows rerolling until a face no longer matches."""
    text = ""
    left = count
    exploded = False
    for kind in draw(st.lists(st.sampled_from(["keep", "drop", "ro", "r", "!", "mi", "ma"]), max_size=3)):
        space = draw(SPACE)
        if kind == "keep":
            left = draw(st.integers(1, left))
            text += f"{space}{draw(st.sampled_from(['kh', 'KL', 'kl']))}{left}"
        elif kind == "drop" and left > 1:
            dropped = draw(st.integers(1, left - 1))
            left -= dropped
            text += f"{space}{draw(st.sampled_from(['dh', 'dl']))}{dropped}"
        elif kind == "!" and not exploded:
            exploded = True
            text += f"!{draw(st.integers(1, 2))}"
        elif kind in ("mi", "ma"):
            text += f"{kind}{draw(st.integers(1, sides))}"
        elif kind == "ro" or (kind == "r" and endless and sides > 1):
            text += f"{kind}{draw(st.sampled_from(['', '=']))}{draw(st.integers(1, sides))}"
    if draw(st.booleans()) and draw(st.booleans()):
        text += f"{draw(COMPARISON)}{draw(st.integers(0, sides + 1))}"
    return text.replace("!1=", "!1 =")


@st.composite
def terms(draw: st.DrawFn, most: int = 3, endless: bool = True) -> str:
    """One dice term."""
    count, sides = draw(st.integers(1, most)), draw(FACES)
    head = draw(st.sampled_from([str(count), ""])) if count == 1 else str(count)
    return f"{head}{draw(LETTER)}{sides}{draw(operators(count, sides, endless))}"


LABELS = st.sampled_from(["", "", "", "[cortante]", "[ frío y calor ]"])


def _join(parts: tuple[str, str, str, str]) -> str:
    first, space, operator, second = parts
    return f"{first}{space}{operator}{space}{second}"


def _nest(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    signs = st.sampled_from(["+", "-", "\u2212", "*"])
    return st.one_of(
        st.tuples(inner, SPACE, signs, inner).map(_join),
        st.tuples(inner, st.integers(1, 9)).map(lambda pair: f"{pair[0]}/{pair[1]}"),
        st.tuples(inner, LABELS).map(lambda pair: f"({pair[0]}){pair[1]}"),
        inner.map(lambda text: f"-({text})"),
        inner.map(lambda text: text if text.startswith(("-", "\u2212")) else f"-{text}"),
    )


def expressions(most: int = 3, endless: bool = True, leaves: int = 4) -> st.SearchStrategy[str]:
    """Whole expressions of a few terms."""
    term = st.tuples(terms(most, endless), LABELS).map("".join)
    return st.recursive(st.one_of(term, st.integers(0, 20).map(str)), _nest, max_leaves=leaves)
