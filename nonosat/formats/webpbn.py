"""webpbn's XML: https://webpbn.com/pbn_fmt.html.

`puzzleset/puzzle` has colours (white and black need no declaration), clues as `clues[type]/line/count[color]`
and pictures as `solution[type]/image`, with rows between bars. A count of 0 is a blotted block; a saved
solution has the givens; clues may be missing if there is a goal. A triddler has a set of clues for each of
its sides, and pictures whose rows stand between slashes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import ParseError
from xml.sax.saxutils import escape, quoteattr

from nonosat.errors import InputError
from nonosat.formats.palettes import hex_rgb, palette as palette_of
from nonosat.formats.source import Source
from nonosat.problem import Block
from nonosat.puzzles import Puzzle
from nonosat.puzzles.clues import ANY_LENGTH, block
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import UNKNOWN, Colour, Picture
from nonosat.puzzles.symmetry import Clues
from nonosat.puzzles.triddler import Triddler
from nonosat.records import dataclass, field, replace
from nonosat.words import is_number, quote

_ROWS = {"grid": re.compile(r"\|([^|]*)\|"), "triddler": re.compile(r"([/\\][^/\\]*[/\\])")}
_SHAPES = {"grid": "|X..X|", "triddler": "/X..\\"}
_SETS = {"grid": Nonogram.clue_fields, "triddler": Triddler.clue_fields}
_CELL = re.compile(r"\[([^\[\]]*)\]|(.)", re.DOTALL)
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PREDEFINED = (Colour(".", "white", "#ffffff"), Colour("X", "black", "#000000"))
_ABOUT = {
    "title": "title",
    "author": "author",
    "licence": "copyright",
    "origin": "source",
    "description": "description",
}


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of the set."""
    root = parse(source)
    if root.name == "solution":  # alone in its file, whatever its type
        root.attributes.clear()
        root = Element("puzzleset", {}, source, 1, "", [Element("puzzle", {}, source, 1, "", [root])])
    if root.name != "puzzleset":
        raise root.wrong(f"expected <puzzleset>, found <{root.name[:40]}>")
    for element in root.find("puzzle"):
        kind = element.attributes.get("type", "grid")
        if kind not in _SETS:
            raise element.wrong(f"a puzzle of the type {quote(kind)}: expected a grid or a triddler")
        about = {key: element.text_of(name) or root.text_of(name) for key, name in _ABOUT.items()}
        about["origin"] = " ".join(filter(None, (about["origin"], element.text_of("id"))))
        yield _Reading(element).puzzle(about)


class _Reading:
    """Reads a puzzle, its colours first."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.kind = element.attributes.get("type", "grid")
        self.default = element.attributes.get("defaultcolor", "black")
        declared: dict[str, Colour] = {}
        for child in element.find("color"):
            colour = _colour(child)
            if colour.name in declared:
                raise child.wrong(f"the colour {quote(colour.name)} is declared twice")
            declared[colour.name] = colour
        background = element.attributes.get("backgroundcolor", "white")
        every = declared | {c.name: c for c in _PREDEFINED if c.name not in declared}
        if background not in every:
            raise element.wrong(f"the background {quote(background)} is not a declared colour")
        used = self._find_used(declared)
        colours = [colour for name, colour in every.items() if name != background and name in used]
        colours = colours or [colour for colour in _PREDEFINED if colour.name != background][-1:]
        try:
            # webpbn's black X becomes #, so that the puzzle is an ordinary black-and-white one.
            wishes = [replace(c, char="#") if (c.char, c.rgb) == ("X", "#000000") else c for c in colours]
            self.palette = palette_of(every[background], wishes)
        except InputError as error:
            raise error.at(element.source.path, element.line) from None
        colours = [every[background], *colours]
        self.values = {colour.name: value for value, colour in enumerate(colours)}
        self.chars = {
            colour.char: self.palette[value].char for value, colour in reversed([*enumerate(colours)])
        }

    def puzzle(self, about: dict[str, Any]) -> LinePuzzle:
        """Return the puzzle."""
        sets: dict[str, Any] = {name: self._clues(name) for name in _SETS[self.kind]}
        for clues in self.element.find("clues"):
            if (name := clues.attributes.get("type", "")) not in sets:
                raise clues.wrong(f"clues of the type {quote(name)}: expected one of {', '.join(sets)}")
        goal, givens = self._picture("goal"), self._picture("saved")
        try:
            if self.kind == "triddler":
                return self._triddler(sets, goal, givens, about)
            if sets["rows"] and sets["columns"]:
                return Nonogram(**sets, givens=givens, palette=self.palette, goal=goal, **about)
            if goal:
                return replace(Nonogram.from_picture(goal, self.palette, **about), givens=givens)
        except InputError as error:
            raise error if error.path else error.at(self.element.source.path, self.element.line) from None
        missing = "columns" if sets["rows"] else "rows"
        raise self.element.wrong(f'expected <clues type="{missing}">, or a goal: both are missing')

    def _triddler(
        self, sets: dict[str, Any], goal: Picture, givens: Picture, about: dict[str, Any]
    ) -> Triddler:
        if any(sets.values()):
            puzzle = Triddler(**sets, palette=self.palette, **about)
        elif goal:
            puzzle = Triddler.from_picture(goal, self.palette, **about)
        else:
            raise self.element.wrong("expected the clues of the six sides, or a goal: both are missing")
        for name, picture in (("goal", goal), ("saved", givens)):
            if picture and (fault := puzzle.size_fault(picture)):
                raise self._images(name)[0].wrong(f"the {name} picture is {fault}")
        return replace(puzzle, goal=goal, givens=givens)

    def _find_used(self, declared: dict[str, Colour]) -> set[str]:
        """Return the names of all colours that are declared, or used in clues or pictures."""
        sections = [line for clues in self.element.find("clues") for line in clues.find("line")]
        asked = {
            count.attributes.get("color", self.default) for line in sections for count in line.find("count")
        }
        pictures = "".join(i.text for s in self.element.find("solution") for i in s.find("image"))
        free = set(pictures) - {colour.char for colour in declared.values()}
        return {*declared, *asked, *(colour.name for colour in _PREDEFINED if colour.char in free)}

    def _clues(self, kind: str) -> Clues:
        """Read the clues of the rows, of the columns, or of a side; none if they are missing."""
        elements = [e for e in self.element.find("clues") if e.attributes.get("type") == kind]
        if len(elements) > 1:
            raise elements[1].wrong(f"the {kind} appear twice")
        clues = [tuple(map(self._block, line.find("count"))) for e in elements for line in e.find("line")]
        least = int(self.kind == "grid")  # a side of a triddler may have no lines
        if elements and not least <= len(clues) <= MAX_SIDE:
            raise elements[0].wrong(f"{kind}: expected {least} to {MAX_SIDE} clues, found {len(clues)}")
        return tuple(clues)

    def _block(self, count: Element) -> Block:
        name, text = count.attributes.get("color", self.default), count.text.strip()
        value = self.values.get(name)
        if not value:
            why = "is the background" if value == 0 else "is not declared"
            raise count.wrong(f"the colour {quote(name)} of a block {why}")
        if not is_number(text) or len(text) > 7 or int(text) > ANY_LENGTH:
            raise count.wrong(f"a count: expected a number from 0 to {ANY_LENGTH}, found {quote(text)}")
        return block(value, int(text)) if int(text) else Block(value, 1, ANY_LENGTH)

    def _images(self, kind: str) -> list[Element]:
        solutions = (s for s in self.element.find("solution") if s.attributes.get("type", "goal") == kind)
        return [image for solution in solutions for image in solution.find("image")]

    def _picture(self, kind: str) -> Picture:
        """Read the first solution of a kind: rows between bars or slashes, `[ab]` for a or b."""
        images = self._images(kind)
        if not images:
            return ()
        row = _ROWS[self.kind]
        texts = row.findall(images[0].text)
        if " " not in self.chars:
            texts = ["".join(text.split()) for text in texts]
        left, right = (0, 0) if self.kind == "grid" else (1, -1)
        rows = []
        for text in texts:
            cells = (choice or char for choice, char in _CELL.findall(text[left : right or None]))
            inside = "".join(self._cell(cell, images[0], kind) for cell in cells)
            rows.append(text[:left] + inside + text[len(text) + right :])
        widths = set(map(len, rows)) if self.kind == "grid" else {1}
        if len(widths) != 1 or row.sub("", images[0].text).strip():
            what = f"expected rows of one length between bars, as in {_SHAPES['grid']}"
            if self.kind == "triddler":
                what = f"expected rows between slashes, as in {_SHAPES['triddler']}"
            raise images[0].wrong(f"the {kind} picture: {what}")
        return tuple(rows)

    def _cell(self, cell: str, image: Element, kind: str) -> str:
        if wrong := set(cell) - set(self.chars) - {UNKNOWN}:
            raise image.wrong(f"the {kind} picture: {min(wrong)!r} is not a colour of the puzzle")
        if len(cell) == 1 and cell != UNKNOWN:
            return self.chars[cell]
        if kind == "goal":
            raise image.wrong(f"the goal picture: expected one colour per cell, found {quote(cell)}")
        return UNKNOWN


def _colour(element: Element) -> Colour:
    """Read the declaration of a colour."""
    name, char, text = (*(element.attributes.get(key, "") for key in ("name", "char")), element.text.strip())
    rgb = hex_rgb(text)
    if not name or not rgb:
        raise element.wrong(
            f'expected <color name="red" char="r">FF0000</color>, found {quote(name)}, {quote(text)}'
        )
    return Colour(char, name, rgb)


def write(puzzles: Sequence[LinePuzzle]) -> str:
    """Return a file with the puzzles as a set."""
    written = [line for puzzle in puzzles for line in _write_lines(puzzle)]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<puzzleset>", *written, "</puzzleset>"]
    return _UNWRITABLE.sub("", "\n".join(lines)) + "\n"


def _write_lines(puzzle: LinePuzzle) -> Iterator[str]:
    kind = "grid" if isinstance(puzzle, Nonogram) else puzzle.kind
    # Characters that are syntax in images cannot stand for colours there.
    syntax = "|[]" if kind == "grid" else "|[]/"
    free = [replace(c, char="" if c.char in syntax else c.char) for c in puzzle.palette[1:]]
    palette = palette_of(puzzle.palette[0], free)
    # Colours are identified by name here.
    names = [c.name for c in palette]
    names = [
        name if name and names.count(name) == 1 else f"{name} {c.char}"
        for name, c in zip(names, palette, strict=True)
    ]
    yield f'<puzzle type="{kind}" backgroundcolor={quoteattr(names[0])} defaultcolor={quoteattr(names[1])}>'
    for key, tag in _ABOUT.items():
        if text := getattr(puzzle, key):
            yield f"<{tag}>{escape(' '.join(text.split()))}</{tag}>"
    for name, c in zip(names, palette, strict=True):
        yield f"<color name={quoteattr(name)} char={quoteattr(c.char)}>{c.rgb[1:].upper()}</color>"
    for name in puzzle.clue_fields:
        yield f'<clues type="{name}">'
        for clue in getattr(puzzle, name):
            counts = (
                f"<count color={quoteattr(names[b.colour])}>{0 if b.blotted else b.low}</count>" for b in clue
            )
            yield f"<line>{''.join(counts)}</line>"
        yield "</clues>"
    chars = str.maketrans({old.char: new.char for old, new in zip(puzzle.palette, palette, strict=True)})
    bar = "|" if kind == "grid" else ""
    for name, picture in (("goal", puzzle.goal), ("saved", puzzle.givens)):
        if picture:
            shown = puzzle.cut(puzzle.chars(picture).translate(chars))
            rows = (f"{bar}{escape(row)}{bar}" for row in shown)
            yield f'<solution type="{name}">\n<image>\n' + "\n".join(rows) + "\n</image>\n</solution>"
    yield "</puzzle>"


# The file as a tree whose elements know their lines. defusedxml refuses all entities, and fetches nothing,
# not even a DTD that the file names.

MAX_DEPTH = 50
"""The largest depth of nested elements; no puzzle needs more than six."""


@dataclass
class Element:
    """An element with its place; `text` is its text outside child elements."""

    name: str
    attributes: dict[str, str]
    source: Source
    line: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def wrong(self, what: str) -> InputError:
        """Return an error at this place."""
        return self.source.wrong(what, self.line)

    def find(self, name: str) -> Iterator[Element]:
        """Yield the children of a name."""
        return (child for child in self.children if child.name == name)

    def text_of(self, name: str) -> str:
        """Return the text of the first child of a name, or nothing."""
        return next((" ".join(child.text.split()) for child in self.find(name)), "")


def parse(source: Source) -> Element:
    """Return the root element."""
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import XMLParser

    builder = _Builder(source)
    parser = XMLParser(target=builder)
    builder.expat = parser.parser
    try:
        parser.feed(source.text)
        parser.close()
    except ParseError as error:
        raise source.wrong(f"not XML: {str(error).partition(': line')[0]}", error.position[0]) from None
    except DefusedXmlException:
        what = "declares an entity: expected none, since entities can be used in attacks"
        raise source.wrong(what, builder.expat.CurrentLineNumber) from None
    return builder.open[0].children[0]


class _Builder:
    """Builds the elements that the parser reports."""

    expat: Any

    def __init__(self, source: Source) -> None:
        self.source = source
        self.open = [Element("", {}, source, 1)]

    def start(self, name: str, attributes: dict[str, str]) -> None:
        line: int = self.expat.CurrentLineNumber
        if len(self.open) > MAX_DEPTH:
            raise self.source.wrong("nested too deeply", line)
        element = Element(name, attributes, self.source, line)
        self.open[-1].children.append(element)
        self.open.append(element)

    def data(self, text: str) -> None:
        self.open[-1].text += text

    def end(self, name: str) -> None:
        self.open.pop()
