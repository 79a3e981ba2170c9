"""The command line: the only place that prints or exits.

A command is a module with `arguments(parser)` and `main(arguments) -> Exit`, and an entry in `COMMANDS`; its
module is imported only when the command is used.
"""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NoReturn, Protocol

from nonosat import compiled
from nonosat._version import __version__
from nonosat.cli.live import watching
from nonosat.cli.output import Exit, codes_text, complain, give_up_stdout, open_streams
from nonosat.errors import InputError, InputWarning, InternalError, is_the_machines
from nonosat.registry import Entry, Registry
from nonosat.words import printable


class Command(Protocol):
    """The interface of a command's module."""

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments."""
        ...

    def main(self, arguments: argparse.Namespace) -> Exit:
        """Run the command; return the exit code."""
        ...


@dataclass(frozen=True, slots=True)
class CommandEntry(Entry):
    """A command: the group that lists it, an example, and the meaning of its exit code 1, if it has one."""

    group: str = ""
    example: str = ""
    no: str = ""


COMMANDS: Registry[CommandEntry, Command] = Registry(
    "command",
    __name__,
    {
        name: CommandEntry(name.replace("-", "_"), about, group=group, example=example, no=no)
        for group, commands in {
            "solve": {
                "solve": (
                    "find the solution, and whether it is the only one",
                    "nonosat solve gchq",
                    "--qr: no QR code can be read",
                ),
                "check": (
                    "print one line per puzzle: unique, multiple, none or unknown",
                    "nonosat check puzzles/*.non -j 2",
                    "a puzzle does not have exactly one solution",
                ),
                "count": ("count the solutions", "nonosat count permutation-8", ""),
                "enumerate": (
                    "list the solutions",
                    "nonosat enumerate gchq-no-givens --limit 10",
                    "",
                ),
            },
            "understand": {
                "certain": (
                    "show the cells that are the same in all solutions",
                    "nonosat certain gchq-no-givens",
                    "",
                ),
                "likely": (
                    "estimate how likely each cell's values are, as a heat map",
                    "nonosat likely gchq-no-givens --svg heat.svg",
                    "",
                ),
                "rate": (
                    "rate the difficulty: class, hardest step, effort",
                    "nonosat rate puzzles/ --csv -j 2",
                    "",
                ),
                "trace": (
                    "solve line by line, pass by pass, with counts and pictures",
                    "nonosat trace gchq --html trace.html",
                    "--qr: no QR code can be read",
                ),
                "hint": (
                    "show the next step, from where to look to the full reason",
                    "nonosat hint teapot --level where",
                    "there is no next step: a mark is wrong, or no further cell is certain",
                ),
                "explain": (
                    "explain the solution in steps that a person can follow",
                    "nonosat explain teapot -o teapot.json",
                    "no solution agrees with the clues and the state",
                ),
                "line": (
                    "count, narrow and list the arrangements of one line",
                    'nonosat line "3 1 1" --known "???#??.??"',
                    "",
                ),
                "diff": ("compare two pictures", "nonosat diff cat.pbm cat.yaml", "the pictures differ"),
            },
            "make": {
                "generate": (
                    "make puzzles to order, by size, class and effort; reproducible",
                    "nonosat generate --size 20x20 --class moderate --count 10 -o set.jsonl",
                    "",
                ),
                "givens": (
                    "find the fewest givens that make the solution unique",
                    "nonosat givens gchq-no-givens -o unique.yaml",
                    "there is no solution, or no set of givens makes the requested one unique",
                ),
                "repair": (
                    "change as few cells as possible to make a picture's puzzle unique, or easy enough",
                    "nonosat repair picture.pbm --class lines -o puzzle.non",
                    "there is no solution to repair, or no change of at most --flips cells is enough",
                ),
                "studio": (
                    "draw a puzzle in the browser, and see its problems as you draw",
                    "nonosat studio puzzle.non",
                    "",
                ),
                "draw": (
                    "draw a puzzle or its solution as SVG, PNG, PDF, HTML or text; books; pages to play",
                    "nonosat draw gchq --solution -o gchq.svg",
                    "there is no solution to draw",
                ),
            },
            "prove": {
                "prove": (
                    "write a certificate of the verdict that anyone can check",
                    "nonosat prove dom-7 -o dom-7.zip",
                    "",
                ),
                "verify": (
                    "check certificates and explanations",
                    "nonosat verify dom-7.zip",
                    "a certificate or an explanation does not prove its claim",
                ),
            },
            "compare": {
                "compare": (
                    "run every model on every puzzle; write a journal and print a table",
                    "nonosat compare dom-7 --models auto order-glucose -o runs.jsonl",
                    "an answer is wrong",
                ),
                "report": (
                    "make tables and plots from journals",
                    "nonosat report runs.jsonl --cactus cactus.svg",
                    "an answer is wrong",
                ),
            },
            "learn": {
                "audit": (
                    "find the ambiguous, impossible, wrong, duplicate and leaked puzzles of a set",
                    "nonosat audit test.jsonl --train train.jsonl --html audit.html",
                    "a puzzle has a defect",
                ),
                "grade": (
                    "grade an answer or a move against the clues",
                    "nonosat grade cat --answer answer.txt",
                    "the answer is not a solution, or no solution agrees with the move",
                ),
            },
            "convert": {
                "convert": (
                    "convert puzzles between formats, and pictures into puzzles",
                    "nonosat convert photo.png --size 30x20 puzzle.yaml",
                    "",
                ),
                "export": (
                    "write the model in a form that other tools read",
                    "nonosat export gchq --to cnf -o gchq.cnf",
                    "",
                ),
                "import-solution": (
                    "turn another solver's answer back into a picture",
                    "nonosat import-solution gchq values.txt",
                    "the solver found no solution, or a wrong one",
                ),
            },
            "list": {
                "formats": ("list the formats and what they support", "nonosat formats", ""),
                "instances": ("list the puzzles that ship with nonosat", "nonosat instances", ""),
                "models": (
                    "list model cards, encodings, backends and counters",
                    "nonosat models --json",
                    "",
                ),
                "warm-up": (
                    "no longer needed: nonosat is compiled when it is installed",
                    "nonosat warm-up",
                    "",
                ),
                "completion": (
                    "print a shell's completion script",
                    "nonosat completion bash >> ~/.bash_completion",
                    "",
                ),
            },
        }.items()
        for name, (about, example, no) in commands.items()
    },
)

_EPILOG = """\
A FILE is a path, path#7 for the seventh puzzle of a file, a folder of puzzles,
the name of a puzzle that ships with nonosat, or - for standard input (with
--format).

nonosat COMMAND --help explains a command, with an example.

{}
With several files, the most severe code is returned."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return its exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    sys.set_int_max_str_digits(0)  # counts are exact, and may have more digits than Python writes by default
    try:
        open_streams()
        with warnings.catch_warnings():
            warnings.simplefilter("default", InputWarning)
            warnings.showwarning = _show_warning
            return int(_main(words))
    except InputError as error:
        complain(str(error))
        return Exit.BAD_INPUT
    except KeyboardInterrupt:
        complain("interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        give_up_stdout()  # the reader has closed the pipe (| head)
        return Exit.ANSWERED
    except InternalError as error:
        complain(f"internal error: {error}")
        return Exit.INTERNAL
    except Exception as error:
        if isinstance(error, OSError) and _is_not_a_bug(error, words):
            complain(printable(f"{error.filename or 'nonosat'}: {error.strerror or error}"))
            return Exit.BAD_INPUT
        import traceback

        complain(f"internal error: please report this\n{traceback.format_exc()}")
        return Exit.INTERNAL


def _is_not_a_bug(error: OSError, words: list[str]) -> bool:
    """Whether an error is about the machine's resources or a file that the user named; any other is a bug."""
    return is_the_machines(error) or os.fspath(error.filename or "") in words


def _show_warning(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    """Print a warning; one for users without its place in the program."""
    if issubclass(category, InputWarning):
        complain(f"nonosat: {message}")
    else:
        sys.stderr.write(warnings.formatwarning(message, category, *place[:2]))


def _main(words: list[str]) -> Exit:
    compiled.tell(None if "--quiet" in words else complain)  # before commands are loaded
    command = next((word for word in words if not word.startswith("-")), "")
    if command:
        COMMANDS[command]  # raises UnknownNameError, which suggests the nearest name
    arguments, unknown = parser([command]).parse_known_args(words)
    if unknown:
        what = f"unknown arguments: {' '.join(unknown)} (see nonosat {command} --help)"
        raise InputError(what, f"nonosat {command}")
    with watching(arguments):
        return COMMANDS.load(arguments.command).main(arguments)


def parser(loaded: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of the command line; only the commands `loaded` have their arguments."""
    whole = _Parser(
        prog="nonosat",
        usage="nonosat [-h] [--version] COMMAND ...",
        description=f"{_ABOUT}\n\n{_listing()}",
        epilog=_EPILOG.format(textwrap.fill(f"exit codes: {codes_text()}.", 79)),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=f"nonosat {__version__}")
    commands = whole.add_subparsers(
        dest="command", required=True, prog="nonosat", metavar="COMMAND", help=argparse.SUPPRESS
    )
    for name, entry in COMMANDS.items():
        sub = commands.add_parser(
            name,
            help=entry.about,
            description=entry.about,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name in loaded:
            COMMANDS.load(name).arguments(sub)
            said = [sub.epilog, f"example:\n  {entry.example}", entry.no and f"exit code 1: {entry.no}"]
            sub.epilog = "\n\n".join(filter(None, said))
    return whole


_ABOUT = "Solve nonograms and related puzzles, and prove whether the solution is unique."


def _listing() -> str:
    """Return the list of all commands by group, in 80 columns."""
    lines: list[str] = []
    margin = max(map(len, COMMANDS)) + 4
    for group, names in groupby(COMMANDS, key=lambda name: COMMANDS[name].group):
        lines.append(f"{group}:")
        for name in names:
            about = textwrap.wrap(COMMANDS[name].about, 79 - margin)
            lines.append(f"  {name:{margin - 2}}" + f"\n{'':{margin}}".join(about))
    return "\n".join(lines)


class _Parser(argparse.ArgumentParser):
    """Reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(Exit.BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")
