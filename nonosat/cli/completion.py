"""`nonosat completion bash >> ~/.bash_completion`: shell completion scripts."""

from __future__ import annotations

import argparse
from importlib import import_module
from importlib.util import find_spec

from nonosat.cli import options, whole_parser
from nonosat.cli.output import Exit, say
from nonosat.errors import InputError

_FILES = ("FILE", "IN", "PATH", "OUT", "PICTURE", "PUZZLE", "JOURNAL", "DIR|ZIP", "VALUES")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.choice(parser, "shell", "the shell (extra: completion)", ("bash", "zsh", "fish"))


def main(arguments: argparse.Namespace) -> Exit:
    """Print the script."""
    if find_spec("shtab") is None:
        raise InputError("completion needs shtab: pip install 'nonosat[completion]'")
    shtab = import_module("shtab")
    whole = whole_parser(every=True)
    for sub in subparsers(whole).values():
        for action in sub._actions:
            if action.metavar in _FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # the attribute that shtab reads
    say(shtab.complete(whole, arguments.shell))
    return Exit.ANSWERED


def subparsers(whole: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command."""
    (action,) = (action for action in whole._actions if isinstance(action, argparse._SubParsersAction))
    action.help = ""  # shtab needs the list of commands, which the help suppresses
    return dict(action.choices)
