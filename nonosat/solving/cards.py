"""Model cards by their names: `auto`, and those whose files `card_files` reads."""

from __future__ import annotations

import os

from nonosat.solving.card import AUTO, DEFAULT, Card


def as_card(model: str | Card) -> Card:
    """Return the card of a model, which is a card, or the name or path of one. Raises TypeError otherwise."""
    if not isinstance(model, (str, os.PathLike, Card)):
        raise TypeError(f"model: expected a Card, its name or its path, found {model!r}")
    return model if isinstance(model, Card) else load_card(str(model))


def load_card(name: str) -> Card:
    """Return `auto` or a card of `models/` by its name, or any card by its path.

        >>> load_card("order-glucose").backend
        'pysat:glucose4'

    Raises InputError if there is no such card, if it has a mistake, or if its solver is not installed or does
    not answer.
    """
    if name == DEFAULT:
        return AUTO
    from nonosat.solving.card_files import read_card  # the default needs no file

    return read_card(name)
