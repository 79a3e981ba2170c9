"""XML as a tree whose elements know their lines, read with a hardened parser.

defusedxml refuses all entities, and fetches nothing, not even a DTD that the file names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.etree.ElementTree import ParseError

from nonosat.errors import InputError
from nonosat.formats.source import Source

MAX_DEPTH = 50
"""The largest depth of nested elements; no puzzle needs more than six."""


@dataclass(slots=True)
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

    def named(self, name: str) -> Iterator[Element]:
        """Yield the children of a name."""
        return (child for child in self.children if child.name == name)

    def text_of(self, name: str) -> str:
        """Return the text of the first child of a name, or nothing."""
        return next((" ".join(child.text.split()) for child in self.named(name)), "")


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
