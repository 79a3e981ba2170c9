"""Repeats a campaign from its journal, and says what is different."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nonosat.compare.campaign import Campaign
from nonosat.compare.jobs import Entry, puzzle_of
from nonosat.compare.results import SHORTEST, Result, models
from nonosat.compare.tables import Table, spread
from nonosat.errors import InputError
from nonosat.processes.journal import Record
from nonosat.processes.limits import Limits
from nonosat.solving.cards import Card


def campaign_of(header: Record, path: str, rate: bool = False) -> Campaign:
    """Return the campaign that a journal's header describes: its puzzles, cards and limits are all in it.

    Raises InputError if a solver is not installed, or if the cards are those of another version.
    """
    try:
        cards = [_card(data) for data in header["models"]]
        limits, repeat = Limits(**header["limits"]), header["repeat"]
    except (KeyError, TypeError):
        raise InputError("its cards cannot be read by this version of nonosat", path, 1) from None
    for card in cards:
        if card.info is None:
            raise InputError(f"its solver {card.backend} is not installed", path, 1)
    if why := next(filter(None, (card.missing for card in cards)), ""):
        raise InputError(why, path, 1)
    entries = [_entry(puzzle) for puzzle in header["puzzles"]]
    orient, isolate = header.get("orient", 1), header.get("isolate", 0)
    return Campaign(entries, cards, repeat, header["seed"], limits, rate, orient, isolate)


def _card(data: dict[str, Any]) -> Card:
    return Card(**{**data, "limits": Limits(**data["limits"])})


def _entry(puzzle: Record) -> Entry:
    name, document = puzzle["name"], puzzle["document"]
    if document is None:
        return Entry(name, error=f"{name}: could not be read in the journal's campaign either")
    return Entry(name, puzzle_of(document).with_source(name))


def differences(before: Sequence[Result], after: Sequence[Result]) -> list[Table]:
    """Return a table with a row per model, and another one with the puzzles whose outcome is different."""
    old = {(one.puzzle, one.model): one for one in before}
    pairs = [(old[one.puzzle, one.model], one) for one in after if (one.puzzle, one.model) in old]
    rows = []
    for model in models(after):
        mine = [pair for pair in pairs if pair[0].model == model]
        ratios = [
            max(now.seconds, SHORTEST) / max(then.seconds, SHORTEST)
            for then, now in mine
            if then.solved and now.solved
        ]
        same = sum(then.outcome == now.outcome for then, now in mine)
        rows.append((model, len(mine), same, len(mine) - same, *spread(ratios)))
    headings = ("model", "puzzles", "same", "other", "mean", "lower quartile", "upper quartile")
    title = "this time against the journal: outcomes, and times as multiples of those before"
    changed = [
        (then.puzzle, then.model, then.outcome, now.outcome)
        for then, now in pairs
        if then.outcome != now.outcome
    ]
    tables = [Table(title, "", headings, tuple(rows))]
    if changed:
        title = "puzzles whose outcome is different"
        tables.append(Table(title, "", ("puzzle", "model", "before", "now"), tuple(changed)))
    return tables
