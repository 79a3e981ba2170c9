"""The command line: the only place that prints or exits.

A command has `arguments(parser)` and `main(arguments) -> Exit`, and an entry in `COMMANDS`; it is imported
only when it is used. Most questions are in the table of `questions`, lists in that of `lists`; what is more
than that is a module, whose docstring begins with an example, and ends with the meaning of exit code 1, if
the command returns it: both are shown in its help. The commands of a product are modules of its `commands`:
this room stands below the products, and knows them by name alone.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable
from importlib import import_module
from itertools import groupby
from typing import Any, NoReturn

from nonosat import installed
from nonosat.cli import options
from nonosat.cli.output import Exit, complain, give_up_stdout, hanging, open_streams, tell_error
from nonosat.cli.progress import columns, watching
from nonosat.errors import InputError, InputWarning, InternalError, LimitReached
from nonosat.installed import __version__
from nonosat.records import dataclass
from nonosat.registry import Entry, Registry
from nonosat.words import printable

# No one has translated its words, and it would look for files with them each time.
vars(argparse)["_"] = str


@dataclass(frozen=True)
class CommandEntry(Entry):
    """A command, with the group that lists it."""

    group: str = ""

    @property
    def example(self) -> str:
        """The example of its help, with which a module's docstring begins, in back-ticks."""
        return self._find_text("example", lambda text: text.partition("`")[2].partition("`")[0])

    @property
    def no(self) -> str:
        """The meaning of its exit code 1, with which a docstring ends; empty if it never returns 1."""
        said = self._find_text("no", lambda text: text.partition("Exit code 1: ")[2])
        return " ".join(said.split()).removesuffix(".")

    def _find_text(self, name: str, find: Callable[[str], str]) -> str:
        module, _, question = self.module.partition(":")
        home = import_module(f"nonosat.{module}")
        return getattr(getattr(home, question), name) if question else find(home.__doc__ or "")


_PLACES = {
    **{name: f"cli.questions:{name.upper()}" for name in ("solve", "fix", "hint", "count", "rate")},
    **{name: f"comparison.commands.{name}" for name in ("compare", "report")},
    "studio": "studio.commands.studio",
    "audit": "learning.commands.audit",
}
"""Where commands are that have no module of this room: entries of the table of questions, and products'."""

COMMANDS: Registry[CommandEntry, Any] = Registry(
    "command",
    "nonosat",
    {
        name: CommandEntry(_PLACES.get(name, f"cli.{name}"), about, group=group)
        for group, commands in {
            "commands": {
                "solve": "find the solution, and whether it is the only one",
                "check": "print a line per puzzle: unique, multiple, none; or grade an answer",
                "fix": "find ways to give a puzzle exactly one solution",
                "hint": "show the next step, or only where to look",
                "explain": "explain the solution in steps that a person can follow",
                "draw": "draw a puzzle or its solution; books, playable pages, QR codes",
                "generate": "make puzzles to order, by size, class and effort",
                "studio": "draw a puzzle in the browser, and see its problems as you draw",
            },
            "more": {
                "count": "count the solutions",
                "solutions": "show what all solutions share, and which cells vary; or list them",
                "line": "count, narrow and list the arrangements of one line",
                "rate": "rate the difficulty: class, hardest step, effort",
                "convert": "convert puzzles, pictures and links; models for other solvers",
                "prove": "write a certificate that anyone can check",
                "verify": "check certificates and explanations",
                "compare": "run every model card on every puzzle, and print a table",
                "report": "make tables and plots from journals",
                "audit": "find ambiguous, impossible, wrong, duplicate and leaked puzzles of a set",
                "list": "list the shipped puzzles, the formats, or the models and solvers",
            },
        }.items()
        for name, about in commands.items()
    },
)

_OTHERS = {"answers": "learning.commands.answers", "journal": "comparison.certify:verify_campaign"}

PARTS: Registry[Entry, Any] = Registry(
    "part of a product", "nonosat", {name: Entry(place) for name, place in _OTHERS.items()}
)
"""What judges answers and checks journals: parts of products, which this room knows by name alone."""

_ABOUT = "Solve nonograms and related puzzles, and prove whether the solution is unique."

_EPILOG = """\
A FILE is a path, path#7 for the seventh puzzle of a file, a folder of puzzles,
the name of a puzzle that ships with nonosat, a link that holds a puzzle, or -
for standard input.

Clues are typed as they are printed: the rows, a blank line, the columns, one
clue per line; or as --rows "2 2 / 7 / 1" --columns "1 / 2 / ...".

nonosat help COMMAND explains a command, with an example.

exit codes: {}.

With several files, the first of 130, 70, 2, 3, 1, 0 is returned."""


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
    except (InputError, LimitReached, InternalError) as error:
        return tell_error(error)
    except BrokenPipeError:
        give_up_stdout()  # the reader has closed the pipe (| head)
        return Exit.ANSWERED
    except ModuleNotFoundError as error:  # a browser has no processes, and no numpy
        complain(f"nonosat {words[0]} needs the module {error.name}, which is not installed here")
        return Exit.BAD_INPUT
    except (KeyboardInterrupt, Exception) as error:
        if _is_interrupted(error):
            complain("interrupted")
            return Exit.INTERRUPTED
        from nonosat.processes.faults import is_the_machines

        # Not a bug: a fault of the machine's resources, or of a file that the user named.
        if isinstance(error, OSError) and (is_the_machines(error) or str(error.filename) in words):
            complain(printable(f"{error.filename or 'nonosat'}: {error.strerror or error}"))
            return Exit.BAD_INPUT
        import traceback

        complain(f"internal error: please report this\n{traceback.format_exc()}")
        return Exit.INTERNAL


def _is_interrupted(error: BaseException | None) -> bool:
    """Whether an error arose while Ctrl-C was being handled, such as in closing a half-written ZIP."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__context__
    return False


def _show_warning(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    """Print a warning; one for users without its place in the program."""
    if issubclass(category, InputWarning):
        complain(f"nonosat: {message}")
    else:
        sys.stderr.write(warnings.formatwarning(message, category, *place[:2]))


def _main(words: list[str]) -> Exit:
    quiet = {"-q", "--quiet"} & {*words}
    installed.tell(None if quiet else complain)  # before commands are loaded
    if not words or words[0].startswith("-"):
        whole_parser().parse_args(words[:1] or ["--help"])  # the help or the version, or an error
    name, *words = words
    if name == "help":
        from nonosat.cli.help import show_help

        if words and not words[0].startswith("-"):
            COMMANDS[words[0]]  # raises InputError, with the nearest name
        return show_help(words, _Parser(prog="nonosat help", formatter_class=_Help), whole_parser)
    command = COMMANDS.load(name)
    parser = _with_arguments(_Parser(prog=f"nonosat {name}", formatter_class=_Help), name)
    if not any("h" in word for word in words if word.startswith("-")):
        parser.usage = ""  # which otherwise is written each time, for the help
    arguments = parser.parse_intermixed_args(words, argparse.Namespace(command=name))
    options.take_clues(parser, arguments)
    options.require_new(parser, arguments)
    with watching(arguments, complain):
        try:
            code: Exit = command.main(arguments)
            return code
        except (InputError, LimitReached, InternalError) as error:
            return tell_error(error, arguments)


def _with_arguments(parser: argparse.ArgumentParser, name: str) -> argparse.ArgumentParser:
    """Return the parser of a command, with its arguments, its example and the meaning of exit code 1."""
    entry, command = COMMANDS[name], COMMANDS.load(name)
    parser.description = entry.about
    command.arguments(parser)
    if any(isinstance(action, options.Written) for action in parser._actions):
        options.flag(parser, "--force", "overwrite files that exist")
    no = f"exit code 1: {entry.no}" if entry.no else ""
    parser.epilog = "\n\n".join(filter(None, [parser.epilog, f"example:\n  {entry.example}", no]))
    return parser


def whole_parser(every: bool = False) -> argparse.ArgumentParser:
    """Return a parser with all commands, for its help; with `every`, these have their arguments."""
    codes = "; ".join(f"{code} {code.meaning}" for code in Exit)
    whole = _Parser(
        prog="nonosat",
        usage="nonosat [-h] [--version] COMMAND ...",
        description=f"{_ABOUT}\n\n{_listing()}",
        epilog=_EPILOG.format(codes),
        formatter_class=_Help,
    )
    whole.add_argument("--version", action="version", version=f"nonosat {__version__}")
    if every:
        commands = whole.add_subparsers(dest="command", prog="nonosat", help=argparse.SUPPRESS)
        for name, entry in COMMANDS.items():
            _with_arguments(commands.add_parser(name, help=entry.about, formatter_class=_Help), name)
    return whole


def _listing() -> str:
    """Return the list of all commands by group, in 80 columns."""
    lines: list[str] = []
    margin = max(map(len, COMMANDS)) + 4
    for group, names in groupby(COMMANDS, key=lambda name: COMMANDS[name].group):
        lines.append(f"{group}:")
        lines += [hanging(f"  {name}", [COMMANDS[name].about], margin) for name in names]
    return "\n".join(lines)


class _Parser(argparse.ArgumentParser):
    """Reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message} (see {self.prog} --help)", self.prog)


class _Help(argparse.RawDescriptionHelpFormatter):
    """Fills the paragraphs of a single line, and leaves lists as they are."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=columns() - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill = super(argparse.RawDescriptionHelpFormatter, self)._fill_text
        parts = text.split("\n\n")
        return "\n\n".join(part if "\n" in part else fill(part, width + 1, indent) for part in parts)
