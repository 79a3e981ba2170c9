"""What a program gets of a campaign: its runs, a table, a frame and plots."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from nonosat import Card, InputError, Limits, Puzzle
from nonosat.comparison.campaign import Campaign, do_campaign
from nonosat.comparison.isolation import Entry, entries
from nonosat.comparison.journal import Journal, contents
from nonosat.comparison.results import Record, disagreements, judge, results
from nonosat.toolkit import NO_LIMITS, Pool, Table, files, load_card, within

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, repr=False)
class Comparison:
    """The runs of models on puzzles: records as in a journal, in which a refuted answer has a `fault`."""

    runs: tuple[Record, ...]

    @property
    def results(self) -> DataFrame:
        """A row for each puzzle and model, over all repeats: outcome, seconds, memory."""
        return results(self.runs)

    def tables(self) -> list[Table]:
        """Return the table of the models, as `nonosat compare` prints it."""
        from nonosat.comparison.tables import narrow, summary

        return list(narrow([summary(self.results)]))

    @property
    def wrong(self) -> list[str]:
        """The refuted answers, in words."""
        return list(map(str, disagreements(self.runs)))

    @property
    def said(self) -> str:
        """The refuted answers and the table."""
        return "\n".join([*self.wrong, *(table.text() for table in self.tables())])

    def to_dict(self) -> dict[str, Any]:
        """Return runs, table and refuted answers as plain data."""
        from nonosat.comparison.tables import plain

        return {"runs": list(self.runs), **plain(self.tables(), disagreements(self.runs))}

    def plot(self, path: str | Path) -> None:
        """Plot two models against each other, or what each of several solves in time, as .svg or .png."""
        from nonosat.comparison import plots

        frame = self.results
        models = list(dict.fromkeys(frame.model))
        figure = plots.scatter(frame, *models) if len(models) == 2 else plots.cactus(frame)
        files.put_file(path, plots.save(figure, Path(path).suffix.removeprefix(".").lower()))

    def __repr__(self) -> str:
        return f"<Comparison: {len(self.runs)} runs>"

    def __str__(self) -> str:
        return self.said

    def _repr_html_(self) -> str:
        return "".join(table.html() for table in self.tables())


def compare(
    puzzles: Iterable[Puzzle | str],
    models: Iterable[Card | str],
    *,
    jobs: int = 1,
    repeat: int = 1,
    orient: int = 1,
    seed: int | None = None,
    certify: bool = False,
    limits: Limits = NO_LIMITS,
    time_limit: float | None = None,
    journal: str | Path | None = None,
    resume: bool = False,
    executor: Executor | None = None,
) -> Comparison:
    """Run every puzzle under every model, each run in a process of its own, `jobs` at a time.

        >>> import nonosat
        >>> found = nonosat.compare(["cat", "switch"], ["auto", "order-cadical"], time_limit=20)
        >>> [(run["puzzle"], run["model"], run["verdict"]) for run in found.runs][:2]
        [('cat', 'auto', 'unique'), ('cat', 'order-cadical', 'unique')]

    Puzzles are `Puzzle` objects, or names as on the command line; models are cards, or their names or paths.
    `repeat`, `orient`, `seed`, `certify` and `resume` are those of `nonosat compare`. With `journal`, runs
    are written to that new file as they end, and certificates beside it. An executor does the runs elsewhere.

    Raises InputError if a puzzle or a card cannot be read, if there is none, or if the journal cannot be
    written: it exists and `resume` is not set, or it is of another campaign.
    """
    for name, some in (("puzzles", puzzles), ("models", models)):
        if isinstance(some, str | Puzzle | Card) or not isinstance(some, Iterable):
            raise TypeError(f"{name}: expected a list, found {some!r}")
    models = [*models]
    if wrong := [model for model in models if not isinstance(model, str | Path | Card)]:
        raise TypeError(f"models: expected cards, their names or paths, found {wrong[0]!r}")
    cards = [model if isinstance(model, Card) else load_card(model) for model in models]
    campaign = Campaign(_list(puzzles), cards, repeat, seed, within(limits, time_limit), orient, certify)
    with TemporaryDirectory() as folder, Pool(jobs) as pool:
        path = str(journal or Path(folder, "runs.jsonl"))
        with Journal(path, campaign.header(sys.argv), resume) as written:
            do_campaign(campaign, executor or pool, written)
        return Comparison(tuple(judge(contents(path).lines)))


def _list(puzzles: Iterable[Puzzle | str]) -> list[Entry]:
    """Return the puzzles, each with an address of its own."""
    found: list[Entry | InputError] = []
    for puzzle in puzzles:  # one made by a program may have no address, or that of another
        found += entries([puzzle]) if isinstance(puzzle, str) else [Entry(puzzle.source or "puzzle", puzzle)]
    listed: dict[str, Entry] = {}
    for one in found:
        if isinstance(one, InputError):
            raise one
        address, number = one.source, 1
        while address in listed:
            address, number = f"{one.source} ({number + 1})", number + 1
        listed[address] = Entry(address, one.puzzle)
    return list(listed.values())
