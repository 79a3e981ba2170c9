"""The language of kinds that are declared: a page of YAML is read into `Rules`.

docs/kinds.md explains every key to people who write one. A rule says for each part of the grid (`each`)
what its cells, or those near it (`over`), must be: how many there are of something (`count`), what their
places add up to (`sum`), a pattern that they follow (`follow`), that they are `alike`, or that two lines
`differ`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from nonosat.errors import InputError
from nonosat.puzzles.colours import colour
from nonosat.puzzles.declared.given import RESERVED, Given, one_of, read_given, some_of
from nonosat.puzzles.declared.patterns import OPERATORS, pattern
from nonosat.puzzles.json_node import json_of
from nonosat.puzzles.node import Node
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Colour, Palette
from nonosat.records import dataclass
from nonosat.words import quote

SCOPES = {
    "row": "a row",
    "column": "a column",
    "region": "a region",
    "level": "the cells of a region in one row",
    "board": "all cells",
    "cell": "a cell",
    "stretch": "cells in a row or column between walls",
    "neighbours": "two cells with a common side",
    "beside": "a cell and the one to its right",
    "above": "a cell and the one below it",
    "diagonal": "two cells with only a corner in common",
    "rows": "two rows",
    "columns": "two columns",
    "first row": "the cells of the first row; also `last row`, `first column`, `last column`",
    "last row": "the cells of the last row",
    "first column": "the cells of the first column",
    "last column": "the cells of the last column",
}
"""What `each` may name; also `H by W`, every block of H rows and W columns."""

AREAS = {
    "here": "the cell itself",
    "up": "the cell above",
    "down": "the cell below",
    "left": "the cell to the left",
    "right": "the cell to the right",
    "neighbours": "the cells with a common side",
    "around": "the cell and the up to eight cells around it",
    "seen": "the cells in the same row and column, up to the next wall",
}
"""The cells that `over` may name, for rules about each cell."""

FORMS = ("count", "sum", "follow", "alike", "differ")

BLOCK = re.compile(r"([1-9]\d?) by ([1-9]\d?)")
DIGITS = "0123456789"
_AMOUNT = re.compile(r"(\d{1,4})(?: (?:to (\d{1,4})|(or more)))?|(?:(\d{1,4}) times )?([a-z_]+)")
_NAME = re.compile(r"[a-z][a-z-]*")


class Amount(NamedTuple):
    """How many: from `low` to `high` (None: no bound), or a given one, `times` as many; `half` the cells."""

    low: int = 0
    high: int | None = None
    source: str = ""
    times: int = 1


class Rule(NamedTuple):
    """A rule; every field but `form` is a key of the page. `within` is the number of regions in which all
    cells of a place lie together; 0 for any.
    """

    each: str
    form: str
    amount: Amount = Amount()
    follow: str = ""
    of: str = ""
    when: str = ""
    at: str = ""
    over: tuple[tuple[str, str], ...] = ()
    within: int = 0
    name: str = ""
    says: str = ""
    noun: tuple[str, str] = ("", "")


class Making(NamedTuple):
    """What `generate` draws before it looks for a solution. `regions` are any, `around` what the solution
    counts, or of a number of cells. `symbols` are drawn as the values of cells, in about `share` percent of
    them, by `rules` of their own; where a value of the kind is drawn, no symbol is shown.
    """

    regions: str = "any"
    symbols: str = ""
    share: int = 50
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class Rules:
    """A kind's page. `explained` is for people who solve its puzzles; `page` is its text as JSON, from which
    it can be read again.
    """

    name: str
    explained: str
    palette: Palette
    signs: Mapping[str, str]
    noun: tuple[str, str]
    gives: Mapping[str, Given]
    walls: str
    fixed: Mapping[str, str]
    rules: tuple[Rule, ...]
    making: Making
    page: str

    @cached_property
    def chars(self) -> str:
        """The characters of the values."""
        return "".join(colour.char for colour in self.palette)

    @cached_property
    def symbols(self) -> str:
        """The name of the picture of symbols; empty if there is none."""
        return next((name for name, one in self.gives.items() if one.chars), "")

    @cached_property
    def blank(self) -> str:
        """The symbol of a cell that shows nothing."""
        return self.gives[self.symbols].blank if self.symbols else ""

    @cached_property
    def ruled(self) -> frozenset[str]:
        """The symbols about which there are rules."""
        numbers = DIGITS if any(rule.amount.source == "shown" for rule in self.rules) else ""
        return frozenset(numbers + "".join([rule.at for rule in self.rules]))

    @cached_property
    def regions(self) -> str:
        """The name of the picture of regions; empty if there is none."""
        return next((name for name, one in self.gives.items() if one.form == "picture" and not one.chars), "")

    @cached_property
    def derived(self) -> frozenset[str]:
        """What follows from the solution, if the rest is known: the numbers for which one rule asks, as they
        are.
        """
        asking = Counter([rule.amount.source for rule in self.rules])
        names = {
            self.symbols if rule.amount.source == "shown" else rule.amount.source
            for rule in self.rules
            if asking[rule.amount.source] == rule.amount.times == 1
        }
        return frozenset(name for name in names & set(self.gives) if self.gives[name].form != "number")

    @cached_property
    def any_picture(self) -> bool:
        """Whether all rules ask for what follows from the picture."""
        free = all(
            (self.symbols if rule.amount.source == "shown" else rule.amount.source) in self.derived
            for rule in self.rules
        )
        return free and not self.walls and not self.fixed


_WITHIN = {"one region": 1, "two regions": 2}
_KEYS = ("explained", "values", "noun", "gives", "walls", "fixed", "rules", "generate")
RULE_KEYS = ("each", *FORMS, "of", "when", "at", "over", "within", "name", "says", "noun")


def check_name(name: str, place: Node) -> None:
    """Raise InputError at this place if a kind must not have this name."""
    if not _NAME.fullmatch(name):
        raise place.wrong(f"the name of a kind: expected small letters and hyphens, found {quote(name)}")


def read_rules(name: str, page: Node) -> Rules:
    """Read a kind's page; every error has the line of the mistake."""
    what = f"the kind {name}"
    check_name(name, page)
    entries = page.read_keys(what, _KEYS, needed=("explained", "gives", "rules"))
    palette, signs = _values(entries["values"]) if "values" in entries else (BLACK_AND_WHITE, {})
    chars = "".join(colour.char for colour in palette)
    gives = {
        key: read_given(node, entries["gives"].keys[key], key)
        for key, node in entries["gives"].mapping("gives").items()
    }
    symbols = [key for key, given in gives.items() if given.chars]
    regions = [key for key, given in gives.items() if given.form == "picture" and not given.chars]
    if len(symbols) > 1 or len(regions) > 1:
        raise entries["gives"].wrong("gives: expected at most one picture of symbols and one of letters")
    if not symbols and not regions and not {"left", "top"} <= {given.form for given in gives.values()}:
        raise entries["gives"].wrong("gives: expected a picture, or numbers left and top: they are the size")
    shows = gives[symbols[0]].chars if symbols else ""
    walls = some_of(entries["walls"], "walls", shows) if "walls" in entries else ""
    fixed = {}
    for char, node in entries["fixed"].mapping("fixed").items() if "fixed" in entries else ():
        if char not in shows or len(char) != 1:
            raise entries["fixed"].keys[char].wrong(f"fixed: expected a symbol, one of {' '.join(shows)}")
        if char in walls:
            raise entries["fixed"].keys[char].wrong(f"fixed: {char!r} is a wall, which is empty")
        fixed[char] = one_of(node, "fixed", chars)
    noun = (
        _noun(entries["noun"])
        if "noun" in entries
        else (f"{palette[1].name} cell", f"{palette[1].name} cells")
    )
    rules = tuple([_rule(node, chars, shows, gives, noun) for node in entries["rules"].items("rules")])
    return Rules(
        name,
        " ".join(entries["explained"].text("explained").split()),
        palette,
        signs,
        noun,
        gives,
        walls,
        fixed,
        rules,
        _making(entries["generate"], chars, shows, rules) if "generate" in entries else Making(),
        json_of(page),
    )


def _making(node: Node, chars: str, shows: str, rules: Collection[Rule]) -> Making:
    entries = node.read_keys("generate", Making._fields)
    making: dict[str, Any] = {}
    if "regions" in entries:
        making["regions"] = text = entries["regions"].text("regions")
        if text not in ("any", "around"):
            entries["regions"].number("regions: any, around, or a number", 2, 99)
        if text == "around" and not any(rule.each == "region" and rule.form == "count" for rule in rules):
            raise entries["regions"].wrong("regions: around what? No rule counts in each region")
    if "symbols" in entries:
        allowed = dict.fromkeys(shows + chars[1:]) if shows else ()
        making["symbols"] = some_of(entries["symbols"], "symbols", allowed)
    if "share" in entries:
        making["share"] = entries["share"].number("share", 1, 100)
    if "rules" in entries:
        drawn = "." + making.get("symbols", "")
        some = entries["rules"].items("rules")
        making["rules"] = tuple([_rule(one, drawn, "", {}, ("cell", "cells")) for one in some])
    return Making(**making)


def _values(node: Node) -> tuple[Palette, dict[str, str]]:
    """Read the values of a cell: `character: colour`, or a map with `colour`, `name` and `sign`."""
    colours, signs = list[Colour](), dict[str, str]()
    for char, value in node.mapping("values").items():
        place = node.keys[char]
        if len(char) != 1 or not char.isprintable() or char.isspace() or char in OPERATORS + UNKNOWN:
            raise place.wrong(
                f"values: expected one character, none of {OPERATORS}{UNKNOWN}, found {quote(char)}"
            )
        if isinstance(value.value, str):
            name, paint = value.value, value
        else:
            entries = value.read_keys("a value", ("name", "colour", "sign"), needed=("name", "colour"))
            name, paint = entries["name"].text("name"), entries["colour"]
            if "sign" in entries:
                signs[char] = entries["sign"].text("sign")
        known = colour(char, paint.text("a colour"))
        if known is None or known.halves:
            raise paint.wrong(f'a colour: expected a name such as red, or "#rrggbb", found {paint.shape()}')
        colours.append(Colour(char, name, known.rgb))
    if len(colours) < 2 or colours[0].char != ".":
        raise node.wrong("values: expected at least two, of which the first is `.`, the empty cell")
    return tuple(colours), signs


def _rule(node: Node, chars: str, shows: str, gives: Mapping[str, Given], noun: tuple[str, str]) -> Rule:
    entries = node.read_keys("a rule", RULE_KEYS, needed=("each",))
    each = entries["each"].text("each")
    if each not in SCOPES and not BLOCK.fullmatch(each):
        raise entries["each"].wrong(f"each: expected {', '.join(SCOPES)} or 2 by 2, found {quote(each)}")
    forms = [form for form in FORMS if form in entries]
    if len(forms) != 1:
        raise node.wrong(f"a rule: expected one of {', '.join(FORMS)}")
    form = forms[0]
    letters = any(given.form == "picture" and not given.chars for given in gives.values())
    if (each in ("region", "level") or "within" in entries) and not letters:
        raise node.wrong("a rule about regions needs their picture: under `gives:`, write `regions: letters`")
    fields: dict[str, Any] = {}
    if form in ("count", "sum"):
        fields["amount"] = _amount(entries[form], each, gives, shows)
        fields["of"] = some_of(entries["of"], "of", chars) if "of" in entries else chars[1:]
    elif form == "follow":
        fields["follow"] = text = entries["follow"].text("follow")
        try:
            pattern(text, chars)
        except InputError as error:
            raise entries["follow"].wrong(error.what) from None
    elif (text := entries[form].text(form)) != "yes":
        raise entries[form].wrong(f"{form}: expected yes, found {quote(text)}")
    if form == "differ" and each not in ("rows", "columns"):
        raise entries["differ"].wrong("differ: expected `each: rows` or `each: columns`")
    if "of" in entries and (form not in ("count", "sum") or _is_map(entries.get("over"))):
        raise entries["of"].wrong("of: expected only beside `count` or `sum`, and without a map `over:`")
    for key, allowed in (("when", chars), ("at", shows)):
        if key in entries:
            if each != "cell":
                raise entries[key].wrong(f"{key}: expected `each: cell`")
            fields[key] = some_of(entries[key], key, allowed)
    if "over" in entries:
        fields["over"] = _over(entries["over"], each, chars, form)
    if "within" in entries:
        if (text := entries["within"].text("within")) not in _WITHIN:
            raise entries["within"].wrong(f"within: expected {' or '.join(_WITHIN)}, found {quote(text)}")
        if each == "cell":
            raise entries["within"].wrong("within: expected `each:` with several cells")
        fields["within"] = _WITHIN[text]
    fields |= {key: entries[key].text(key) for key in ("name", "says") if key in entries}
    one_place = each.startswith(("board", "first", "last"))
    if not one_place and "{each}" not in fields.get("name", "{each}"):
        raise entries["name"].wrong(f"name: expected {{each}} in it, since each {each} needs another name")
    fields["noun"] = _noun(entries["noun"]) if "noun" in entries else noun
    return Rule(each, form, **fields)


def _is_map(node: Node | None) -> bool:
    return node is not None and isinstance(node.value, dict)


def _over(node: Node, each: str, chars: str, form: str) -> tuple[tuple[str, str], ...]:
    """Read areas, separated by commas, or a map from areas to what is counted there."""
    if each != "cell":
        raise node.wrong("over: expected `each: cell`")
    if _is_map(node):
        if form != "count":
            raise node.wrong("over: expected `count` beside a map")
        pairs = [(area, one_of(of, "over", chars)) for area, of in node.mapping("over").items()]
    else:
        pairs = [(area, "") for area in node.text("over").split(", ")]
    areas = [area for area, _ in pairs]
    if not areas or (wrong := {*areas} - AREAS.keys()):
        what = quote(min(wrong)) if areas else "none"
        raise node.wrong(f"over: expected some of {', '.join(AREAS)}, found {what}")
    if len({*areas}) < len(areas):
        raise node.wrong("over: expected each area once")
    return tuple(pairs)


def _amount(node: Node, each: str, gives: Mapping[str, Given], shows: str) -> Amount:
    text = node.text("a number")
    match = _AMOUNT.fullmatch(text)
    numbers = {name for name, given in gives.items() if given.form == "number"}
    sides = {"row": ("left", "right"), "column": ("top", "bottom")}.get(each, ())
    numbers |= {name for name, given in gives.items() if given.form in sides}
    numbers |= {"half", "walls"} | ({"shown"} if each == "cell" and any(map(str.isdigit, shows)) else set())
    if match and match[1]:
        low = int(match[1])
        high = None if match[3] else int(match[2] or low)
        if high is not None and high < low:
            raise node.wrong(f"a number: expected the smaller one first, found {text!r}")
        return Amount(low, high)
    if match and match[5] in numbers and (not match[4] or match[5] not in RESERVED):
        return Amount(source=match[5], times=int(match[4] or 1))
    raise node.wrong(
        f"a number: expected 2, 0 to 1, 1 or more, or one of {', '.join(sorted(numbers))}, found {text!r}"
    )


def _noun(node: Node) -> tuple[str, str]:
    one, _, many = node.text("noun").partition(", ")
    return one, many or f"{one}s"
