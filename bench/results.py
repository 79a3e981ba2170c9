"""`python -m bench.results FOLDER OUT`: the campaigns, tables and plots of docs/results.md.

It uses `nonosat compare` and `nonosat report`, as a user would. The journals are kept in OUT, and an
interrupted campaign continues where it stopped. Run it on an idle machine.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from bench.setting import Setting, Skipped, collections
from nonosat import Puzzle
from nonosat.cli import main as nonosat
from nonosat.cli.options import limit_seconds
from nonosat.puzzles.families import n_dom
from nonosat.solving.card_files import all_cards
from nonosat.toolkit import write

TEXTBOOK = "cpsat-automaton"
FEW = ["auto", "order-cadical", "order-glucose", TEXTBOOK]
HARD = {"knotty", "meow", "faase", "webpbn-22336", "webpbn-18297", "webpbn-10088", "webpbn-12548"}
DOMS = range(3, 21)


@dataclass(frozen=True)
class Campaign:
    """Some puzzles under some cards; `plots` are options of `nonosat report`, `more` those of `compare`."""

    name: str
    title: str
    puzzles: list[str]
    models: list[str]
    plots: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


def campaigns(setting: Setting, out: Path, models: list[str], every: int) -> Iterator[Campaign]:
    """Yield the campaigns that are possible with the existing folders."""
    few = [model for model in FEW if model in models] or models
    if survey := _addresses(setting, "survey"):
        title = f"The {len(survey)} puzzles of Wolter's survey, under every card"
        yield Campaign("survey", title, survey, models, ("cactus", "scatter"))
        if hard := [address for address in survey if Path(address).stem in HARD]:
            title = "The hardest of them, each in all eight orientations"
            yield Campaign("turned", title, hard, few[:2], ("cactus",), ("--orient", "8"))
    if tournament := _addresses(setting, "tournament")[::every]:
        title = f"{len(tournament)} puzzles of the TAAI 2011 tournament"
        yield Campaign("tournament", title, tournament, few, ("cactus",))
    doms = [_write(n_dom(n), out / "n-dom" / f"{n:02}.yaml") for n in DOMS]
    yield Campaign("n-dom", "Growth with size: n-Dom, which lines do not settle", doms, few, ("cactus",))


def _addresses(setting: Setting, collection: str) -> list[str]:
    try:
        return [puzzle.source for puzzle in setting.puzzles(collection)]
    except Skipped:
        return []


def _write(puzzle: Puzzle, path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(str(write([puzzle], "yaml")), encoding="utf-8")
    return str(path)


def measure(campaign: Campaign, out: Path, limit: float) -> str:
    """Do a campaign's missing runs, draw its plots, and return its part of the page."""
    journal, table = out / f"{campaign.name}.jsonl", out / f"{campaign.name}.md"
    words = ["compare", *campaign.puzzles, "--models", *campaign.models]
    nonosat([*words, *campaign.more, "--time-limit", str(limit), "--resume", "--quiet", "-o", str(journal)])
    # Plots need matplotlib; a scatter plot needs two cards.
    drawable = campaign.plots if find_spec("matplotlib") else ()
    plots = [plot for plot in drawable if plot != "scatter" or TEXTBOOK in campaign.models]
    options: list[str] = []
    for plot in plots:
        cards = ["auto", TEXTBOOK] if plot == "scatter" else []
        options += [f"--{plot}", *cards, str(out / f"{campaign.name}-{plot}.svg")]
    nonosat(["report", str(journal), "--to", "markdown", "-o", str(table), *options])
    with journal.open(encoding="utf-8") as file:
        header = json.loads(file.readline())
    machine, versions = header["machine"], header["versions"]
    where = f"{machine['processor']}, {machine['cores']} cores, {machine['system']}"
    pictures = [f"![{campaign.title}: {plot}]({out.name}/{campaign.name}-{plot}.svg)" for plot in plots]
    return "\n\n".join(
        [
            f"## {campaign.title}",
            f"{header['start'][:10]}, {where}; "
            + ", ".join(f"{package} {version}" for package, version in versions.items())
            + f"; {limit:g} s per run, one run at a time.",
            table.read_text(encoding="utf-8").partition("\n\n### ")[0].strip(),  # without the pairs of models
            *pictures,
        ]
    )


def main(words: list[str] | None = None) -> int:
    """Run all campaigns and write OUT/page.md."""
    parser = argparse.ArgumentParser(prog="python -m bench.results", description=__doc__)
    parser.add_argument("folder", type=Path, help="contains survey/ and tournament/")
    parser.add_argument(
        "out", type=Path, help="a folder for journals, plots and page.md, such as docs/results"
    )
    parser.add_argument("--limit", type=limit_seconds, default=60.0, help="for each run (default: 60)")
    parser.add_argument("--every", type=int, default=1, help="of the tournament, take every N-th puzzle")
    parser.add_argument(
        "--models", nargs="+", default=[card.name for card in all_cards() if not card.missing]
    )
    arguments = parser.parse_args(words)
    arguments.out.mkdir(parents=True, exist_ok=True)
    setting = Setting(collections([arguments.folder]), arguments.limit)
    parts = [
        measure(campaign, arguments.out, arguments.limit)
        for campaign in campaigns(setting, arguments.out, arguments.models, arguments.every)
    ]
    (arguments.out / "page.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
