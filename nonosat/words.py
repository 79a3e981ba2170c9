"""Helpers for sentences: numbers, untrusted texts, and mistyped names."""

from __future__ import annotations

from collections.abc import Iterable


def plural(count: int, noun: str, more: str = "") -> str:
    """Return a number with its noun: `1 cell`, `3 cells`; `more` is an irregular plural.

    >>> plural(1, "cell"), plural(2, "pass", "passes")
    ('1 cell', '2 passes')
    """
    return f"{count} {noun if count == 1 else more or noun + 's'}"


def is_number(text: str) -> bool:
    """Whether a text has digits from 0 to 9, and nothing else; other scripts' digits may be colours.

    >>> is_number("12"), is_number("²"), is_number("")
    (True, False, False)
    """
    return text.isascii() and text.isdigit()


def bracket(text: object) -> str:
    """Return ` (text)`, to be appended to a sentence; an empty text gives an empty text."""
    return f" ({text})" if text else ""


def printable(text: str) -> str:
    r"""Return an untrusted text without characters that could affect a terminal.

    >>> print(printable("a\n\x1b[2J"))
    a\n\x1b[2J
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def quote(text: str, limit: int = 40) -> str:
    """Return an untrusted text in quotes, shortened if it is long."""
    return repr(text) if len(text) <= limit else f"{text[:limit]!r}..."


def shorten(text: str, limit: int = 60) -> str:
    """Return a text whose end is left out if it is long."""
    return text if len(text) <= limit else text[:limit] + "..."


def first_line(text: str, limit: int = 160) -> str:
    """Return the first line of a text, shortened if it is long.

    >>> first_line("2 groups:\\n  a: 4 cells"), first_line("a" * 99, 8)
    ('2 groups', 'aaaaa...')
    """
    line = text.partition("\n")[0].rstrip(":")
    return line if len(line) <= limit else f"{line[: limit - 3]}..."


def or_nearest(what: str, name: str, names: Iterable[str], otherwise: str) -> str:
    """Return a message about a mistyped name, with the nearest name or, if none is near, all names.

    >>> or_nearest("there is no card 'autp'", "autp", ["auto", "order"], "the cards are")
    "there is no card 'autp'; did you mean auto?"
    >>> or_nearest("there is no card 'x'", "x", ["auto", "order"], "the cards are")
    "there is no card 'x'; the cards are auto, order"
    """
    known = list(names)
    return what + (nearest(name, known) or f"; {otherwise} {', '.join(known)}")


def nearest(name: str, names: Iterable[str]) -> str:
    """Return the end of a message about a mistyped name: the nearest name, if one is near.

    >>> nearest("gcqh", ["cat", "gchq"])
    '; did you mean gchq?'
    """
    from difflib import get_close_matches  # slow to import, and rarely used

    near = get_close_matches(name[:80], list(names), 1, 0.7)
    return f"; did you mean {near[0]}?" if near else ""
