"""`nonosat help [COMMAND]`: the help of a command; or the completion script of a shell."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec

from nonosat.cli import options
from nonosat.cli.output import Exit, say
from nonosat.errors import InputError

_FILES = ("FILE", "IN", "PATH", "OUT", "PICTURE", "PUZZLE", "JOURNAL", "DIR|ZIP", "VALUES")


def show_help(
    words: Sequence[str], parser: argparse.ArgumentParser, whole: Callable[[bool], argparse.ArgumentParser]
) -> Exit:
    """Show the help that the words ask for; `whole` returns the parser of all commands, with or without their
    arguments, and `parser` reads the words.
    """
    options.add(parser, "name", "a command (default: all)", "COMMAND", nargs="?")
    shells = ("bash", "zsh", "fish")
    options.choice(parser, "--completion", "print this shell's completion script (extra: completion)", shells)
    arguments = parser.parse_args(words)
    if arguments.completion:
        text = _completion(whole(True), arguments.completion)
    else:
        text = (subparsers(whole(True))[arguments.name] if arguments.name else whole(False)).format_help()
    say(text.rstrip())
    return Exit.ANSWERED


def _completion(whole: argparse.ArgumentParser, shell: str) -> str:
    if find_spec("shtab") is None:
        raise InputError("completion needs shtab: pip install 'nonosat[completion]'")
    shtab = import_module("shtab")
    for sub in subparsers(whole).values():
        for action in sub._actions:
            if action.metavar in _FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # the attribute that shtab reads
    return str(shtab.complete(whole, shell))


def subparsers(whole: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command."""
    (action,) = (action for action in whole._actions if isinstance(action, argparse._SubParsersAction))
    action.help = ""  # shtab needs the list of commands, which the help suppresses
    return dict(action.choices)
