"""What may be asked: the commands about puzzles, and the values of their options, read from their parsers.

An option takes part by being declared. One whose values do not follow from its declaration needs an entry in
`VALUES`, or in `NOT_TRIED` with the reason; a test says so.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from nonosat import Picture, Puzzle
from nonosat.backends.exports import EXPORTS
from nonosat.cli import COMMANDS
from nonosat.formats import FORMATS
from nonosat.making.kinds import list_generated_kinds
from tests.crossings.subjects import Subject
from tests.helpers.models import encodings_for, installed_cards, options_of, tested_backends

PUZZLE = ("FILE", "PUZZLE", "SET", "IN")
"""What a command's puzzle is called in its usage."""

MAKER = "generate"
"""The command that makes puzzles without being given one."""

LEFT_OUT = {
    "studio": "serves until it is stopped",
    "verify": "is tried on what other commands write",
}
"""Commands about a puzzle that do not take part, with the reason."""

ALWAYS = {"generate --time-limit"}
"""Options that are always given: what is asked for may not exist."""

NOT_TRIED = {
    "--from": "is for photos",
    "--columns": "is instead of a file",
    "--budget": "needs --time-limit",
    "--dask": "needs a cluster",
    "--format": "is for files of a format that has no suffix",
    "--links": "needs --qr or a link",
    "--qr": "is for links",
    "--values": "is tried on what `convert --to cnf` writes",
    "--map": "is for other people's sets",
    "--rows": "is instead of a file",
    "--rerun": "needs a journal",
    "--resume": "needs what an interrupted command has written",
    "--train": "needs a second set",
    "convert --colours": "is for photos",
    "convert --size": "is for photos",
    "convert --overlay": "is for printed pages",
}
"""Options that do not take part, with the reason."""


@dataclass(frozen=True)
class Asked:
    """A puzzle in one of its orientations, and the folder with its file."""

    subject: Subject
    turn: int
    folder: Path

    @property
    def puzzle(self) -> Puzzle:
        """The turned puzzle."""
        return self.subject.turns[self.turn][0]

    def picture(self, values: Sequence[int]) -> Picture:
        """Draw a filling of the subject's own cells as a picture of the turned puzzle."""
        puzzle, cells = self.subject.turns[self.turn]
        return puzzle.picture([values[cell] for cell in cells])

    @cached_property
    def solutions(self) -> list[Picture]:
        """The solutions of the turned puzzle, in the order of the subject's."""
        return [self.picture(values) for values in self.subject.fillings]

    @property
    def varying(self) -> list[int]:
        """The subject's cells that differ between solutions."""
        return [
            k for k, values in enumerate(zip(*self.subject.fillings, strict=True)) if len(set(values)) > 1
        ]

    def place(self, cell: int) -> str:
        """Return row and column, from 1, of a cell of the subject."""
        puzzle, cells = self.subject.turns[self.turn]
        if cell not in cells:
            return "1,1"
        at = cells.index(cell)
        for row, length in enumerate(puzzle.row_lengths, 1):
            if at < length:
                return f"{row},{at + 1}"
            at -= length
        return "1,1"

    def write(self, name: str, text: str) -> str:
        """Write a file beside the puzzle; return its name."""
        (self.folder / name).write_text(text, encoding="utf-8")
        return name


@dataclass(frozen=True)
class Value:
    """A value of an option, under a name; the words that follow the option may depend on the puzzle."""

    name: str
    words: Callable[[Asked], list[str]]

    def __repr__(self) -> str:
        return self.name


def plain(*words: object) -> list[Value]:
    """Return values that are the same for every puzzle."""
    return [Value(str(word), lambda _, word=str(word): [word]) for word in words]  # type: ignore[misc]


def _one(words: Callable[[Asked], str], name: str) -> Value:
    return Value(name, lambda asked: [words(asked)])


def _any_filling(asked: Asked) -> Sequence[int]:
    """Return a solution, or else some filling, which is none."""
    return asked.subject.fillings[0] if asked.subject.fillings else _background(asked)


def _background(asked: Asked) -> Sequence[int]:
    return [0] * len(asked.subject.puzzle.problem().sizes)


def _rows(asked: Asked, values: Sequence[int], shown: Callable[[int], bool] = lambda _: True) -> str:
    """Return rows with some cells of a filling, as --state takes them."""
    puzzle, cells = asked.subject.turns[asked.turn]
    if not puzzle.row_lengths:
        return "?"
    masks = [1 << values[cell] if shown(cell) else (1 << len(puzzle.palette)) - 1 for cell in cells]
    return "\n".join(puzzle.draw_known(masks))


_STATES = [
    _one(lambda a: a.write("third.txt", _rows(a, _any_filling(a), lambda cell: cell % 3 == 0)), "a third"),
    _one(lambda a: a.write("whole.txt", _rows(a, _any_filling(a))), "a whole solution"),
    _one(lambda a: a.write("blank.txt", _rows(a, _background(a))), "all background"),
]
_CELLS = [
    _one(lambda a: a.place(a.varying[0] if a.varying else 0), "a varying cell"),
    _one(
        lambda a: a.place(min({*range(len(a.subject.puzzle.problem().sizes))} - {*a.varying}, default=0)),
        "a certain cell",
    ),
    *plain("9,9"),
]
_ANSWERS = [
    _one(lambda a: a.write("answer.txt", "\n".join(a.picture(_any_filling(a)))), "a solution"),
    _one(lambda a: a.write("wrong.txt", "\n".join(a.picture(_background(a)))), "all background"),
]
_WRITTEN = ["yaml", "non", "png"]

VALUES: Mapping[str, Sequence[Value]] = {
    "--choose": plain(1),
    "--count": plain(2),
    "--density": plain(0.4),
    "--effort": plain("-1000"),
    "--size": plain("3x3", "6x5"),
    "generate --class": plain("trivial", "lines", "moderate", "lines,moderate", "guessing"),
    "generate --colours": plain(3),
    "generate --kind": plain(*list_generated_kinds()),
    "generate --output": plain("made.jsonl", "made.yaml"),
    "generate --time-limit": plain("3"),
    "generate --to": plain("json", "non", "g"),
    "--answer": _ANSWERS,
    "--cell": _CELLS,
    "--certificates": plain("certificates"),
    "--colours": plain(3),
    "--cpu-limit": plain(60),
    "--gif": plain("out.gif"),
    "--jobs": plain(2),
    "--journal": plain("journal.jsonl"),
    "--limit": plain(1, 500),
    "--lrat": plain("proof.lrat"),
    "--memory-limit": plain("4G"),
    "--move": plain("r1c1=#"),
    "--orient": plain(2),
    "--pass": plain(1),
    "--picture": _ANSWERS,
    "--repeat": plain(2),
    "--seed": plain(1),
    "--state": _STATES,
    "--time-limit": plain("1ms", "60"),
    "convert --to": plain(*(name for name, entry in FORMATS.items() if entry.writes), *EXPORTS),
    "compare --output": plain("runs.jsonl"),
    "draw --output": plain("out.svg", "out.png", "out.pdf", "out.html", "out.txt"),
    "explain --output": plain("explanation.json", "explanation.html"),
    "fix --output": plain(*(f"out.{suffix}" for suffix in _WRITTEN)),
    "prove --output": plain("certificate.zip", "certificate"),
}
"""The values of options that no list of choices has."""


def _cards() -> list[Value]:
    """Return every card that can be used here, and one for every backend with every encoding."""
    found = plain(*(card.name for card in installed_cards()))
    for backend in tested_backends():
        for encoding in encodings_for(backend):
            card = {"encoding": encoding, "backend": backend, "options": dict(options_of(backend))}
            text, name = json.dumps(card | {"description": "of a test"}), f"{encoding} {backend}"
            found.append(_one(lambda a, text=text: a.write("card.yaml", text), name))  # type: ignore[misc]
    return found


@dataclass(frozen=True)
class Command:
    """A command about a puzzle, and what its options may be: None is an option that is not given."""

    name: str
    options: Mapping[str, Sequence[Value | None]]
    required: frozenset[str]
    alternatives: Sequence[frozenset[str]]
    """Options of which at most one is given."""

    @property
    def about_a_puzzle(self) -> bool:
        """Whether it is given a puzzle."""
        return self.name != MAKER

    def words(self, file: str, given: Mapping[str, Value], asked: Asked) -> list[str]:
        """Return the words of a command line about a file."""
        words = [self.name, *self._files(file)]
        for option, value in given.items():
            words += [option, *value.words(asked)]
        return words

    def _files(self, file: str) -> list[str]:
        names = [str(a.metavar or a.dest) for a in _parser(self.name)._actions if not a.option_strings]
        others = {"OUT": "-", "first": file, "second": file}
        return [file if name in PUZZLE else others[name] for name in names]


@cache
def commands() -> tuple[Command, ...]:
    """Return the commands that take part; the cards are dealt out to those that take one."""
    names = list(_taking_part())
    cards, takers = _cards(), [name for name in names if {"--model", "--models"} & {*_options(name)}]
    hands = {name: cards[k :: len(takers)] for k, name in enumerate(takers)}
    return tuple(_command(name, hands.get(name, [])) for name in names)


def unknown_options() -> Iterator[str]:
    """Yield the options whose values are not known here."""
    for name in _taking_part():
        for option, action in _options(name).items():
            if _values(name, option, action) is None:
                yield f"{name} {option}"


def declared() -> Iterator[str]:
    """Yield the options of commands that take part, alone and after the command's name."""
    for name in _taking_part():
        for option in _options(name):
            yield from (option, f"{name} {option}")


def _command(name: str, cards: Sequence[Value]) -> Command:
    options: dict[str, Sequence[Value | None]] = {}
    required = set()
    for option, action in _options(name).items():
        values = cards if option in ("--model", "--models") else _values(name, option, action) or []
        if always := action.required or f"{name} {option}" in ALWAYS:
            required.add(option)
        if values:
            options[option] = values if always else [None, *values]
    groups = [
        frozenset(_name(action) for action in group._group_actions)  # noqa: SLF001
        for group in _parser(name)._mutually_exclusive_groups  # noqa: SLF001 - argparse has no other way
    ]
    return Command(name, options, frozenset(required), groups)


def _values(name: str, option: str, action: argparse.Action) -> Sequence[Value] | None:
    """Return the values of an option; empty if it is not tried, None if they are not known."""
    if option in NOT_TRIED or f"{name} {option}" in NOT_TRIED or option in ("--model", "--models"):
        return []
    if action.nargs == 0:
        return [Value("", lambda _: [])]
    if action.choices:
        return plain(*action.choices)
    return VALUES.get(f"{name} {option}") or VALUES.get(option)


def _taking_part() -> Iterator[str]:
    """Yield the commands that read puzzles, or make them."""
    for name in COMMANDS:
        files = {a.metavar or a.dest for a in _parser(name)._actions if not a.option_strings}
        if name not in LEFT_OUT and (files & {*PUZZLE, "first"} or name == MAKER):
            yield name


def _options(name: str) -> dict[str, argparse.Action]:
    return {_name(a): a for a in _parser(name)._actions if a.option_strings and a.dest != "help"}


def _name(action: argparse.Action) -> str:
    """Return the long name of an option: its first, before other spellings."""
    return next(name for name in action.option_strings if name.startswith("--"))


@cache
def _parser(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    COMMANDS.load(name).arguments(parser)
    return parser
