"""The tables in these pages that the package generates: `python docs/tables.py` writes them into the pages.

They are committed, so that the pages can be read as plain files; `tests/system/test_pages.py` checks that
they are current. What is too long for that is generated when the pages are built: see `generated.py`.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from nonosat.backends import BACKENDS, Backend, Engine
from nonosat.backends.exports import EXPORTS
from nonosat.cli import COMMANDS
from nonosat.cli.output import Exit
from nonosat.encodings import ENCODINGS, Encoding, EncodingEntry
from nonosat.encodings.model import Info
from nonosat.formats import FORMATS, Format, FormatEntry
from nonosat.formats.documents import Document
from nonosat.pictures.drawings import Drawing, GridDrawing
from nonosat.proofs.checkers import CHECKERS
from nonosat.proofs.claims import Claim, ClaimEntry, Found, Refutation, Shown, Stated
from nonosat.puzzles import KindEntry
from nonosat.registry import Entry, Registry
from nonosat.solving.card_files import all_cards
from nonosat.solving.counters import COUNTERS, Counter, CounterEntry

DOCS = Path(__file__).parent
_MARKED = re.compile(r"(?s)(<!-- table: (\w+) -->\n\n).*?(\n\n<!-- end of table -->)")


def current(text: str) -> str:
    """Return the text of a page with its tables as they should be."""
    return _MARKED.sub(lambda found: found[1] + TABLES[found[2]]() + found[3], text)


def schemas() -> str:
    """Return a list of the JSON schemas."""
    names = sorted(path.stem for path in (DOCS / "schemas").glob("*.json"))
    return ",\n".join(f"[{name}](schemas/{name}.json)" for name in names)


def ranks() -> str:
    """Return the table of ranks that `tests/core/test_house.py` enforces."""
    tree = ast.parse((DOCS.parent / "tests/core/test_house.py").read_text(encoding="utf-8"))
    (table,) = (
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "RANKS" and node.value
    )
    rows = ["| rank | room | |", "|---|---|---|"]
    for rank, together in enumerate(table):
        rooms = {room: _about_room(room) for room in together}
        rows += [f"| {rank} | `{room}` | {cell(about)} |" for room, about in rooms.items() if about]
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


def formats() -> str:
    """Return a table of the formats."""
    rows = ["| format | files | | can write | also stores |", "|---|---|---|---|---|"]
    for name, entry in FORMATS.items():
        if entry.origin:
            continue
        files = " ".join(f"`{suffix}`" for suffix in entry.suffixes)
        holds = ", ".join(sorted(entry.supports))
        rows.append(
            f"| `{name}` | {files} | {cell(entry.about)} | {'yes' if entry.writes else ''} | {holds} |"
        )
    return "\n".join(rows)


def recipes() -> str:
    """Return tables of what a model card can name."""
    rows = ["| card | |", "|---|---|"]
    rows += [f"| `{card.name}` | {cell(card.description)} |" for card in all_cards()]
    rows += ["", "| encoding | |", "|---|---|"]
    rows += _own(ENCODINGS)
    rows += ["", "| backend | |", "|---|---|"]
    rows += _own(BACKENDS)
    rows += ["", "| counter | |", "|---|---|"]
    rows += _own(COUNTERS)
    return "\n".join(rows)


def _own(registry: Registry[Any, Any]) -> list[str]:
    """Return rows of a registry's entries, without those of other packages that happen to be installed."""
    return [f"| `{name}` | {cell(entry.about)} |" for name, entry in registry.items() if not entry.origin]


def contract(*things: type) -> Callable[[], str]:
    """Return what writes down classes as they are: the contract of an extension, readable in any viewer."""
    return lambda: "\n\n".join(f"```py\n{inspect.getsource(thing).strip()}\n```" for thing in things)


def checkers() -> str:
    """Return a table of the proof checkers."""
    rows = [f"| `{name}` | {cell(entry.about)} | {cell(entry.install)} |" for name, entry in CHECKERS.items()]
    return "\n".join(["| checker | | installed by |", "|---|---|---|", *rows])


def exports() -> str:
    """Return a table of the forms of models that `nonosat convert` writes."""
    rows = [f"| `{name}` | {cell(entry.about)} |" for name, entry in EXPORTS.items()]
    return "\n".join(["| `--to` | |", "|---|---|", *rows])


def exit_codes() -> str:
    """Return a table of the exit codes."""
    return "\n".join(
        ["| code | meaning |", "|---|---|", *(f"| {code} | {cell(code.meaning)} |" for code in Exit)]
    )


def noes() -> str:
    """Return a table of what exit code 1 means, by command."""
    rows = [f"| `{name}` | {cell(entry.no)} |" for name, entry in COMMANDS.items() if entry.no]
    return "\n".join(["| command | 1 means |", "|---|---|", *rows])


def cell(text: str) -> str:
    """Return a text of the help as a cell of a table."""
    return markdown(text.replace("|", r"\|").replace("<", "&lt;"))


def markdown(text: str) -> str:
    """Return a text of the help as Markdown: options become code, unless they already are."""
    options = re.sub(
        r"(`[^`]*`)|(?<!\w)(--?[a-z][\w-]*)",
        lambda found: found[1] or f"`{found[2]}`",
        text.replace("%%", "%"),
    )
    return options.replace("*", r"\*")


TABLES: dict[str, Callable[[], str]] = {
    function.__name__: function
    for function in (schemas, ranks, formats, recipes, checkers, exports, exit_codes, noes)
} | {
    "registries": contract(Entry),
    "format_contract": contract(Format, FormatEntry),
    "encoding_contract": contract(Encoding, EncodingEntry),
    "backend_contract": contract(Backend, Engine, Info),
    "counter_contract": contract(Counter, CounterEntry),
    "claim_contract": contract(Claim, Found, Stated, Shown, Refutation, ClaimEntry),
    "kind_contract": contract(KindEntry, Document, GridDrawing, Drawing),
}

if __name__ == "__main__":
    for path in (*DOCS.glob("*.md"), *DOCS.glob("contributing/*.md")):
        old = path.read_text(encoding="utf-8")
        if (new := current(old)) != old:
            path.write_text(new, encoding="utf-8")
