"""How numbers and texts of others are put into sentences."""

from __future__ import annotations


def plural(count: int, noun: str, more: str = "") -> str:
    """Return a number with its noun: `1 cell`, `3 cells`; `more` is an irregular plural.

    >>> plural(1, "cell"), plural(2, "pass", "passes")
    ('1 cell', '2 passes')
    """
    return f"{count} {noun if count == 1 else more or noun + 's'}"


def bracketed(text: object) -> str:
    """Return ` (text)`, to be appended to a sentence, or nothing if there is no text."""
    return f" ({text})" if text else ""


def printable(text: str) -> str:
    r"""Return a text, maybe of a stranger, without what could play tricks on a terminal.

    >>> print(printable("a\n\x1b[2J"))
    a\n\x1b[2J
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def shown(text: str, limit: int = 40) -> str:
    """Return a text in quotes, cut where it is long: it may come from a file that anyone wrote."""
    return repr(text) if len(text) <= limit else f"{text[:limit]!r}..."
