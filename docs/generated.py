"""The parts of these pages that are generated when they are built: they are long, or depend on the machine.

A page has `<!-- generated: NAME -->`, which the output of that function replaces. The plain file shows
nothing there, so a sentence above it names the command that prints the same. Short tables are in the pages
themselves: see `tables.py`.
"""

from __future__ import annotations

import argparse
import inspect
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, NoReturn

from docutils.nodes import SkipNode
from docutils.utils.math.latex2mathml import tex2mathml
from tables import DOCS, cell, markdown

import nonosat
from nonosat import toolkit
from nonosat.backends import available
from nonosat.cli import COMMANDS, whole_parser
from nonosat.cli.help import subparsers

_MARK = re.compile(r"<!-- generated: (\w+) -->")


def fill_in(_app: object, _page: str, source: list[str]) -> None:
    """Fill the generated parts into a page's text: Sphinx's event `source-read`."""
    source[0] = _MARK.sub(lambda found: GENERATED[found[1]](), source[0])


def gallery() -> str:
    """Return a picture of each shipped puzzle of a declared kind, and of its solution."""
    found = []
    for name in nonosat.list_shipped("instances"):
        puzzle = nonosat.load_all(name)[0]
        if puzzle.is_declared:
            pictures = [nonosat.draw(puzzle), nonosat.draw(puzzle, nonosat.solve(puzzle).solution)]
            codes = [b64encode(picture.svg().encode()).decode() for picture in pictures]
            images = [f'<img alt="" src="data:image/svg+xml;base64,{code}">' for code in codes]
            found += [f"`{name}`, {puzzle.kind}", "", " ".join(images), ""]
    return "\n".join(found)


def commands() -> str:
    """Return every command with its help, its example, its JSON and its exit code 1."""
    found: list[str] = []
    parsers = subparsers(whole_parser(every=True))
    for group, names in groupby(COMMANDS, key=lambda name: COMMANDS[name].group):
        found += [f"## {group.capitalize()}", ""]
        for name in names:
            entry = COMMANDS[name]
            found += [f"({name})=", f"### `nonosat {name}`", "", _capital(entry.about), ""]
            found += ["```console", f"$ {entry.example}", "```", ""]
            found += [*_arguments(parsers[name]), ""]
            if (DOCS / f"schemas/{name}.json").exists():
                found += [f"`--json` prints [{name}.json](schemas/{name}.json).", ""]
            if entry.no:
                found += [f"Exit code 1: {markdown(entry.no)}.", ""]
    return "\n".join(found)


def _arguments(sub: argparse.ArgumentParser) -> Iterator[str]:
    """Yield a list of a command's arguments."""
    for action in sub._actions:
        if "--help" in action.option_strings:
            continue
        shown = _shown(action)
        yield f"`{shown}`"
        yield f": {_capital(action.help or '')}"
        yield ""
    if forms := re.findall(r"(?m)^  (\S+)  +(.+)$", (sub.epilog or "").partition("example:")[0]):
        yield from ("| | |", "|---|---|", *(f"| `{name}` | {cell(about)} |" for name, about in forms))


def _shown(action: argparse.Action) -> str:
    """Return an argument as it is given: `-j N, --jobs N`."""
    value = action.metavar or (action.dest.upper() if action.nargs != 0 else "")
    if action.choices and not action.metavar:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    if isinstance(value, tuple):
        value = " ".join(value)
    if action.nargs == "?":
        value = f"[{value}]"
    elif action.nargs == "+":
        value = f"{value} ..."
    if not action.option_strings:
        return str(value)
    return ", ".join(f"{option} {value}".rstrip() for option in action.option_strings)


def solvers() -> str:
    """Return a table of the solvers that are installed here."""
    rows = [f"| `{info.name}` | {', '.join(info.abilities())} |" for info in available()]
    return "\n".join(["| solver | |", "|---|---|", *rows])


def api() -> str:
    """Return every public name and those of the toolkit, for autodoc."""
    found: list[str] = []
    for door in (nonosat, toolkit):
        found += [f"## `{door.__name__}`", "", "```{eval-rst}", f".. currentmodule:: {door.__name__}", ""]
        for name in door.__all__:
            thing = getattr(door, name)
            if inspect.ismodule(thing):
                continue
            what = "function" if inspect.isfunction(thing) else "class" if inspect.isclass(thing) else "data"
            found.append(f".. auto{what}:: {name}")
            found += ["   :members:", "   :undoc-members:"] if what == "class" else []
            found += ["   :no-value:", ""] if what == "data" else [""]
        found += ["```", ""]
    return "\n".join(found)


def docstring(
    _app: object, _what: str, _name: str, _thing: object, _options: object, lines: list[str]
) -> None:
    """Read a docstring as Markdown, in which what is indented is code: autodoc's event."""
    found: list[str] = []
    for line in lines:
        begins = line.startswith("    ") and found and not found[-1].strip()
        if begins and not any(earlier.startswith("    ") for earlier in _paragraph(found)):
            found[-1:] = ["", "::", ""]
        found.append(line)
    lines[:] = found


def inline_math(writer: Any, node: Any) -> NoReturn:
    """Write a formula as MathML, which docutils makes of TeX."""
    writer.body.append(tex2mathml(node.astext(), as_block=False))
    raise SkipNode


def block_math(writer: Any, node: Any) -> NoReturn:
    """Write a formula on lines of its own."""
    writer.body.append(tex2mathml(node.astext(), as_block=True))
    raise SkipNode


def _paragraph(lines: list[str]) -> list[str]:
    """Return the last paragraph of some lines that end with empty ones."""
    text = [*lines]
    while text and not text[-1].strip():
        text.pop()
    begin = len(text)
    while begin and text[begin - 1].strip():
        begin -= 1
    return text[begin:]


def _capital(text: str) -> str:
    """Return a text of the help as a sentence."""
    return f"{markdown(text[:1].upper() + text[1:])}."


GENERATED: dict[str, Callable[[], str]] = {
    function.__name__: function for function in (gallery, commands, solvers, api)
}
