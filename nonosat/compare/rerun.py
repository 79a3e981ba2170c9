"""Repeats a campaign from its journal, and says what is different."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonosat import Card, InputError, Limits, Table, journal, load
from nonosat.compare.campaign import Campaign
from nonosat.compare.jobs import Entry
from nonosat.compare.results import SHORTEST, models
from nonosat.compare.tables import spread

if TYPE_CHECKING:
    from pandas import DataFrame


def campaign_of(header: journal.Record, path: str, rate: bool = False) -> Campaign:
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
    return Campaign(entries, cards, repeat, header["seed"], limits, rate, header.get("orient", 1))


def _card(data: dict[str, Any]) -> Card:
    return Card(**{**data, "limits": Limits(**data["limits"])})


def _entry(puzzle: journal.Record) -> Entry:
    name, document = puzzle["name"], puzzle["document"]
    if document is None:
        return Entry(name, error=f"{name}: could not be read in the journal's campaign either")
    return Entry(name, load(document).with_source(name))


def differences(before: DataFrame, after: DataFrame) -> list[Table]:
    """Return a table with a row per model, and another one with the puzzles whose outcome is different."""
    both = after.merge(before, on=["puzzle", "model"], suffixes=("", "_before"))
    both["same"] = both.outcome == both.outcome_before
    solved = both[both.solved & both.solved_before]
    ratios = solved.seconds.clip(lower=SHORTEST) / solved.seconds_before.clip(lower=SHORTEST)
    rows = []
    for model in models(after):
        same = both.same[both.model == model]
        counts = len(same), int(same.sum()), int((~same).sum())
        rows.append((model, *counts, *spread(ratios[solved.model == model])))
    columns = ("model", "puzzles", "same", "other", "mean", "lower quartile", "upper quartile")
    title = "this time against the journal: outcomes, and times as multiples of those before"
    tables = [Table(title, columns, tuple(rows))]
    changed = both.loc[~both.same, ["puzzle", "model", "outcome_before", "outcome"]]
    if len(changed):
        title, headings = "puzzles whose outcome is different", ("puzzle", "model", "before", "now")
        tables.append(Table(title, headings, tuple(changed.itertuples(index=False, name=None))))
    return tables
