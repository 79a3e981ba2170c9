"""Plain records are read as all others are; the index of an audit is a map in little memory."""

import json
import random
from contextlib import suppress

import pytest

from nonosat import InputError, Nonogram
from nonosat.fields import parse
from nonosat.formats import jsonl
from nonosat.formats.source import Source
from nonosat.learning.examine import Key
from nonosat.learning.index import Index

PIECES = [*'[]{},:".#019 \t\\', "", "00", "[]", ",,", '"id":"a",', "1000", "1001", "12345", "é", "\x0b"]


def line_of(chance: random.Random) -> str:
    """Return a plain record, with one change in two of three cases."""
    wide, high = chance.randint(1, 5), chance.randint(1, 5)
    picture = ["".join(chance.choice(".#") for _ in range(wide)) for _ in range(high)]
    puzzle = Nonogram.from_picture(tuple(picture))
    record = {
        "rows": [[block.low for block in clue] or chance.choice([[], [0]]) for clue in puzzle.rows],
        "columns": [[block.low for block in clue] for clue in puzzle.columns],
        "solution": picture,
        "id": "n-1",
    }
    keys = chance.sample(sorted(record), chance.randint(2, 4))
    text = json.dumps(
        {key: record[key] for key in keys}, separators=chance.choice([(",", ":"), (", ", ": ")])
    )
    if chance.random() < 2 / 3:
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(PIECES) + text[at + chance.randint(0, 2) :]
    return text


def test_a_plain_record_is_read_as_any_other() -> None:
    chance, plain = random.Random(7), 0
    for _ in range(6000):
        line = line_of(chance)
        found, others = jsonl.read_plain(line.encode()), None
        with suppress(InputError):
            if isinstance(record := parse(line), dict):
                others = [*jsonl.of_record(record, Source("", b""))]
        if found is not None:
            plain += 1
            assert others == [found], line
            assert vars(found).keys() == vars(others[0]).keys(), line
    assert plain > 1000


@pytest.mark.parametrize("line", ["", "{}", "[]", "{", '{"rows":[[1]],"columns":[[1]]', '{"rows":[[1]]}'])
def test_what_is_not_whole_is_left_to_others(line: str) -> None:
    assert jsonl.read_plain(line.encode()) is None


def test_an_index_is_a_map_in_little_memory() -> None:
    chance, index, known = random.Random(3), Index(), dict[int, str]()
    for number in range(1, 30_001):
        key = Key(chance.choice([chance.getrandbits(64), chance.randrange(5000) << 40]), 1)
        twin = index.find([key])
        assert (twin and twin[0]) == known.get(key.hash)
        index.add([key], f"set.jsonl:{number}")
        known.setdefault(key.hash, f"set.jsonl:{number}")
    assert index.memory <= 32 * len(known)
