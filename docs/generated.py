"""The parts of these pages that the package generates, so that they are always current.

A page has `<!-- generated: NAME -->`, which the output of that function replaces.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any, NoReturn

from docutils.nodes import SkipNode
from docutils.utils.math.latex2mathml import tex2mathml

import nonosat
from nonosat.backends import BACKENDS, available
from nonosat.cli import COMMANDS, parser
from nonosat.cli.completion import subparsers
from nonosat.counters import COUNTERS
from nonosat.encodings import ENCODINGS
from nonosat.exports import EXPORTS
from nonosat.formats import FORMATS
from nonosat.proofs.checkers import CHECKERS
from nonosat.solving.cards import all_cards

DOCS = Path(__file__).parent
_MARK = re.compile(r"<!-- generated: (\w+) -->")


def fill_in(_app: object, _page: str, source: list[str]) -> None:
    """Fill the generated parts into a page's text: Sphinx's event `source-read`."""
    source[0] = _MARK.sub(lambda found: GENERATED[found[1]](), source[0])


def commands() -> str:
    """Return every command with its help, its example, its JSON and its exit code 1."""
    found: list[str] = []
    parsers = subparsers(parser())
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
                found += [f"Exit code 1: {entry.no}.", ""]
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
        yield from ("| | |", "|---|---|", *(f"| `{name}` | {_cell(about)} |" for name, about in forms))


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


def schemas() -> str:
    """Return a list of the JSON schemas."""
    names = sorted(path.stem for path in (DOCS / "schemas").glob("*.json"))
    return "\n".join(f"- [{name}.json](schemas/{name}.json)" for name in names)


def ranks() -> str:
    """Return the table of ranks that `tests/test_house.py` enforces."""
    tree = ast.parse((DOCS.parent / "tests/test_house.py").read_text(encoding="utf-8"))
    (table,) = (
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "RANKS" and node.value
    )
    rows = ["| rank | room | |", "|---|---|---|"]
    for rank, together in enumerate(table):
        rooms = {room: _about_room(room) for room in " ".join(together).split()}
        rows += [f"| {rank} | `{room}` | {_cell(about)} |" for room, about in rooms.items() if about]
    return "\n".join(rows)


def _about_room(room: str) -> str:
    """Return the first sentence of a room's docstring; nothing if there is no such room (yet)."""
    if room == "nonosat":
        return "the public names"
    try:
        module = import_module(f"nonosat.{room}") if room != "__main__" else None
    except ModuleNotFoundError:
        return ""
    about = (inspect.getdoc(module) or "") if module else "`python -m nonosat`"
    return re.split(r"(?<=[.:])\s", about.replace("\n", " "), maxsplit=1)[0].rstrip(".:")


def glossary() -> str:
    """Return the words that the package's docstring explains, as a list of definitions."""
    text = (nonosat.__doc__ or "").partition("as they are used everywhere here:")[2]
    words: list[list[str]] = []
    for line in text.splitlines():
        if not line.strip():
            continue
        if line[0] != " ":
            word, _, meaning = line.partition("  ")
            words.append([word, meaning.strip()])
        else:
            words[-1][1] = f"{words[-1][1]} {line.strip()}".strip()
    return "\n\n".join(f"{word}\n: {meaning}" for word, meaning in words)


def formats() -> str:
    """Return a table of the formats."""
    rows = ["| format | files | | written too | holds besides clues |", "|---|---|---|---|---|"]
    for name, entry in FORMATS.items():
        files = " ".join(f"`{suffix}`" for suffix in entry.suffixes)
        holds = ", ".join(sorted(entry.supports))
        rows.append(
            f"| `{name}` | {files} | {_cell(entry.about)} | {'yes' if entry.writes else ''} | {holds} |"
        )
    return "\n".join(rows)


def recipes() -> str:
    """Return tables of what a model card can name."""
    rows = ["| card | |", "|---|---|"]
    rows += [f"| `{card.name}` | {_cell(card.description)} |" for card in all_cards()]
    rows += ["", "| encoding | |", "|---|---|"]
    rows += [f"| `{name}` | {_cell(entry.about)} |" for name, entry in ENCODINGS.items()]
    rows += ["", "| backend | |", "|---|---|"]
    rows += [f"| `{info.name}` | {', '.join(info.abilities())} |" for info in available()]
    rows += [f"| `{name}` | not installed |" for name, entry in BACKENDS.items() if not entry.installed]
    rows += ["", "| counter | |", "|---|---|"]
    rows += [f"| `{name}` | {_cell(entry.about)} |" for name, entry in COUNTERS.items()]
    return "\n".join(rows)


def checkers() -> str:
    """Return a table of the proof checkers."""
    rows = [
        f"| `{name}` | {_cell(entry.about)} | {_cell(entry.install)} |" for name, entry in CHECKERS.items()
    ]
    return "\n".join(["| checker | | installed by |", "|---|---|---|", *rows])


def exports() -> str:
    """Return a table of the forms of `nonosat export`."""
    rows = [f"| `{name}` | {_cell(entry.about)} |" for name, entry in EXPORTS.items()]
    return "\n".join(["| `--to` | |", "|---|---|", *rows])


def results() -> str:
    """Return the results of `python -m tests.bench.results FOLDER docs/results`, if there are any."""
    page = DOCS / "results/page.md"
    return page.read_text(encoding="utf-8") if page.exists() else ""


_ROOMS = {
    "questions": "Questions",
    "answer": "Answers",
    "proofs": "Certificates",
    "formats": "Files",
    "puzzles": "Puzzles",
    "problem": "Problems",
    "solving": "Model cards",
    "processes": "Limits",
    "errors": "Errors",
}


def api() -> str:
    """Return every public name, room by room, for autodoc."""
    rooms: dict[str, list[str]] = {room: [] for room in _ROOMS}
    for module, names in nonosat._PUBLIC.items():
        rooms.setdefault(module.partition(".")[0], []).extend(names)
    found: list[str] = []
    for room, names in rooms.items():
        found += [f"## {_ROOMS.get(room, room.capitalize())}", "", "```{eval-rst}"]
        found += [".. currentmodule:: nonosat", ""]
        functions = [name for name in names if inspect.isfunction(getattr(nonosat, name))]
        for name in [*functions, *(name for name in names if name not in functions)]:
            thing = getattr(nonosat, name)
            what = "function" if name in functions else "class" if inspect.isclass(thing) else "data"
            found.append(f".. auto{what}:: {name}")
            found += ["   :members:", "   :undoc-members:"] if what == "class" else []
            found += ["   :no-value:"] if what == "data" else []
            found.append("")
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


def _sentence(text: str) -> str:
    """Return a text of the help as Markdown."""
    return re.sub(r"(?<![`\w])(--?[a-z][\w-]*)", r"`\1`", text.replace("%%", "%")).replace("*", r"\*")


def _capital(text: str) -> str:
    """Return a text of the help as a sentence."""
    return f"{_sentence(text[:1].upper() + text[1:])}."


def _cell(text: str) -> str:
    return _sentence(text.replace("|", r"\|").replace("<", "&lt;"))


GENERATED: dict[str, Callable[[], str]] = {
    function.__name__: function
    for function in (commands, schemas, ranks, glossary, formats, recipes, checkers, exports, results, api)
}
