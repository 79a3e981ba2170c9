"""The command line: the only place that prints or exits.

A command is a module with `arguments(parser)` and `main(arguments) -> Exit`, and an entry in
`COMMANDS`; it is imported when it is called.
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from typing import Any, Protocol

from nonosat._version import __version__
from nonosat.cli.output import Exit, complain
from nonosat.errors import InputError, InputWarning, InternalError
from nonosat.registry import Entry, Registry


class Command(Protocol):
    """What a command's module offers."""

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments."""
        ...

    def main(self, arguments: argparse.Namespace) -> Exit:
        """Do what is asked; return the exit code."""
        ...


COMMANDS: Registry[Entry, Command] = Registry(
    "command",
    __name__,
    {
        "solve": Entry("solve", "find the picture and whether it is the only one"),
        "check": Entry("check", "one line per puzzle: unique, multiple, none or unknown"),
        "count": Entry("count", "count the solutions"),
        "enumerate": Entry("enumerate", "list the solutions, one after another"),
        "givens": Entry("givens", "find the fewest cells that, given, leave one solution"),
        "repair": Entry(
            "repair", "change the fewest cells, so that a picture is the only one with its clues"
        ),
        "diff": Entry("diff", "compare two pictures"),
        "certain": Entry("certain", "show the cells that are the same in all solutions"),
        "likely": Entry("likely", "how likely each cell's values are, as a heat map"),
        "trace": Entry("trace", "go line by line, pass by pass, with counts and pictures"),
        "line": Entry("line", "count, narrow and list the arrangements of one line"),
        "prove": Entry("prove", "write a certificate of the verdict, which anyone can check"),
        "verify": Entry("verify", "check certificates: pictures, clauses and proofs"),
        "export": Entry("export", "write the model for other tools"),
        "import-solution": Entry("import_solution", "read another solver's answer back into a picture"),
        "compare": Entry("compare", "every puzzle under every model, into a journal and a table"),
        "report": Entry("report", "tables and plots of journals"),
        "convert": Entry("convert", "puzzles from one format to another, pictures into puzzles"),
        "draw": Entry(
            "draw", "a puzzle or its solution as SVG, PNG, PDF, HTML or text; books; a page to play"
        ),
        "formats": Entry("formats", "list the formats and what they hold"),
        "instances": Entry("instances", "list the puzzles that are shipped"),
        "models": Entry("models", "list model cards, encodings, backends and counters"),
    },
)

_EPILOG = """\
exit codes: 0 answered; 1 answered, and the answer is no; 2 usage or bad input; 3 undecided within
the limits; 70 internal error; 130 Ctrl-C. With several files, the most severe code is returned.
A FILE is a path, path#7 for the seventh puzzle of a file, a folder for the puzzles in it, the name of a
shipped puzzle, or - for standard input (with --format)."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return its exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    sys.set_int_max_str_digits(0)  # counts are exact: one may have more digits than Python writes
    try:
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
        # The reader has gone (| head). Python would complain again when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.ANSWERED
    except InternalError as error:
        complain(f"internal error: {error}")
        return Exit.INTERNAL
    except Exception:
        import traceback

        complain(f"internal error: please report this\n{traceback.format_exc()}")
        return Exit.INTERNAL


def _show_warning(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    """Say what a warning says; where in the program it was given is of interest to developers alone."""
    if issubclass(category, InputWarning):
        complain(f"nonosat: {message}")
    else:
        sys.stderr.write(warnings.formatwarning(message, category, *place[:2]))


def _main(words: list[str]) -> Exit:
    name = next((word for word in words if not word.startswith("-")), "")
    parser = argparse.ArgumentParser(
        prog="nonosat",
        description="Solve nonograms and related puzzles, and prove whether the solution is unique.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"nonosat {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command, entry in COMMANDS.items():
        sub = commands.add_parser(command, help=entry.about, description=entry.about)
        if command == name:
            COMMANDS.load(command).arguments(sub)
    found = parser.parse_args(words)
    return COMMANDS.load(found.command).main(found)
