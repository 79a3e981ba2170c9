"""`nonosat export gchq --to cnf -o gchq.cnf`: a puzzle's model for other tools; or a benchmark for BenchExec,
`nonosat export puzzles/ --to benchexec --models auto -o FOLDER`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from nonosat import InputError, Puzzle, load_each, shipped
from nonosat.backends.exports import EXPORTS, benchexec, export
from nonosat.cli import inputs, options
from nonosat.cli.output import Exit, put
from nonosat.processes.files import require_new, writing
from nonosat.solving.cards import DEFAULT, load_card

BENCHEXEC = "benchexec"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    forms = {name: entry.about for name, entry in EXPORTS.items()}
    forms[BENCHEXEC] = "a folder with a benchmark for BenchExec: all puzzles under --models"
    parser.epilog = "forms:\n" + "\n".join(f"  {name:9} {about}" for name, about in forms.items())
    options.add(parser, "files", "a puzzle, or many for benchexec; see nonosat --help", "FILE", nargs="+")
    options.form(parser)
    options.telling(parser, json="")
    options.choice(parser, "--to", "the form of the model", forms, default="cnf", metavar="FORM")
    options.output(parser, "a file (default: standard output), or benchexec's folder", default="-")
    about = "for benchexec: model cards, by name or path (default: auto)"
    options.add(parser, "--models", about, "CARD", nargs="+", default=[DEFAULT])
    options.limits(parser, "for benchexec: of a run")


def main(arguments: argparse.Namespace) -> Exit:
    """Write the model, or the folder."""
    if arguments.to == BENCHEXEC:
        return _folder(arguments)
    put(arguments.output, export(inputs.load(arguments), arguments.to))
    return Exit.ANSWERED


def _folder(arguments: argparse.Namespace) -> Exit:
    if arguments.output == "-":
        raise InputError("benchexec is a folder: name it with -o")
    found: list[Puzzle] = []
    for name in arguments.files:
        for puzzle in load_each(name, arguments.format):
            if isinstance(puzzle, InputError):
                raise puzzle
            found.append(puzzle)
    models = {
        load_card(card).name: card if card in shipped("models") else str(Path(card).resolve())
        for card in arguments.models
    }
    folder = Path(arguments.output)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    made = benchexec.files(found, models, options.limits_of(arguments))
    for path in made:
        require_new(folder / path, arguments.force)
    for path, text in made.items():
        with writing(folder / path):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
        put(str(folder / path), text)
    return Exit.ANSWERED
