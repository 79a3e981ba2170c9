"""`nonosat completion`: scripts that complete commands and options in a shell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from nonosat.cli import COMMANDS, parser
from nonosat.cli.output import Exit, say
from nonosat.errors import InputError

SHELLS = ("bash", "zsh", "fish")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("shell", choices=SHELLS, help="bash and zsh need the extra: completion")


def main(arguments: argparse.Namespace) -> Exit:
    """Print the script."""
    if arguments.shell == "fish":
        say("\n".join(_fish()))
        return Exit.ANSWERED
    if find_spec("shtab") is None:
        raise InputError("completion needs shtab: pip install 'nonosat[completion]'")
    whole = parser()
    for sub in subparsers(whole).values():
        for action in sub._actions:
            if action.nargs in ("+", None) and (action.metavar in _FILES or not action.option_strings):
                action.complete = import_module("shtab").FILE  # type: ignore[attr-defined]
    say(import_module("shtab").complete(whole, arguments.shell))
    return Exit.ANSWERED


_FILES = ("FILE", "PATH", "OUT", "SOL", "PICTURE", "JOURNAL", "DIR|ZIP")


def subparsers(whole: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command."""
    (action,) = (action for action in whole._actions if isinstance(action, argparse._SubParsersAction))
    return dict(action.choices)


def _fish() -> Iterator[str]:
    """Yield the lines of fish's script: shtab has none for it in every version."""
    yield "# Completion of nonosat for fish."
    for name, entry in COMMANDS.items():
        yield f"complete -c nonosat -n __fish_use_subcommand -f -a {name} -d {_quoted(entry.about)}"
    for name, sub in subparsers(parser()).items():
        for action in sub._actions:
            words = [f"-l {o[2:]}" if o.startswith("--") else f"-s {o[1:]}" for o in action.option_strings]
            if not words:
                continue
            if action.choices:
                words.append(f"-x -a {_quoted(' '.join(map(str, action.choices)))}")
            elif action.nargs != 0:
                words.append("-r")
            words.append(f"-d {_quoted(action.help or '')}")
            yield f"complete -c nonosat -n '__fish_seen_subcommand_from {name}' {' '.join(words)}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
