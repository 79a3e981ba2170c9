"""Model cards: what they say, and what is refused."""

from dataclasses import fields, replace
from pathlib import Path

import pytest

from nonosat import InputError, Limits, list_shipped
from nonosat.encodings import ENCODINGS
from nonosat.solving.card import AUTO, DEFAULT, Card
from nonosat.solving.card_files import all_cards
from nonosat.solving.cards import as_card, load_card
from nonosat.toolkit import NO_LIMITS


def read(folder: Path, text: str) -> Card:
    path = folder / "card.yaml"
    path.write_text(text, encoding="utf-8")
    return load_card(str(path))


def test_what_a_card_leaves_out_has_a_default(tmp_path: Path) -> None:
    card = read(tmp_path, "name: plain\n")
    assert card == Card("plain", "order", "pysat:cadical195")
    assert (card.narrow, card.switches, card.goal, card.limits) == (True, True, "uniqueness", NO_LIMITS)
    assert read(tmp_path, "name: x\nbackend: auto\nlimits:\n") == Card("x", "none", "auto")


def test_every_key_is_read(tmp_path: Path) -> None:
    card = read(
        tmp_path,
        "name: '7'\ndescription: everything\nencoding: cpsat-automaton\nbackend: cpsat\n"
        "options: {workers: 2, presolve: false, seed: 0}\nphases: beliefs\nnarrow: false\n"
        "probes: true\nswitches: false\ngoal: solution\nlimits: {time: 60, memory: 4096}\n",
    )
    assert card == Card(
        name="7",
        description="everything",
        encoding="cpsat-automaton",
        backend="cpsat",
        options={"workers": 2, "presolve": False, "seed": 0},
        phases="beliefs",
        narrow=False,
        probes=True,
        switches=False,
        goal="solution",
        limits=Limits(60, 4096 << 20),
    )


def test_every_key_is_documented() -> None:
    table = (Path(__file__).parents[2] / "models/README.md").read_text(encoding="utf-8")
    for field in fields(Card):
        assert f"\n| `{field.name}` |" in table


def test_a_card_may_begin_with_the_default(tmp_path: Path) -> None:
    card = read(tmp_path, "name: mine\nbackend: auto\nphases: beliefs\nprobes: true\n")
    assert card == replace(AUTO, name="mine", description="")


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (
            "name: x\nbackend: clingo\nencoding: order\n",
            3,
            "reads cpsat-automaton; order is for pysat, program",
        ),
        ("name: x\nbackend: program\nencoding: none\n", 3, "it reads order, automaton; none is for "),
        ("name: x\nbackend: cpsat\nphases: maybe\n", 3, "phases: expected one of none, beliefs"),
        ("name: x\nbackend: pysat:cadical103\nphases: beliefs\n", 3, "does not support phases"),
        ("name: x\nnarrow: 1\n", 2, "expected true or false"),
        ("name: x\nbackend: cpsat\noptions: {workers: true}\n", 3, "workers: expected a whole number"),
        ("name: x\nbackend: cpsat\noptions:\n  seed: 1\n  chance: 1\n", 5, "unknown key 'chance'; the keys"),
        ("name: x\nlimits:\n  memory: 10\n  time: 0\n", 4, "limits: time: expected a whole number from 1"),
        ("description: x\n", 1, "expected the key `name`"),
        ("name: x\nsteps: []\n", 2, "unknown key"),
        ("name: 7\n", 1, "name: expected a text"),
        ("name: x\nbackend: nobody\n", 2, "there is no backend 'nobody'"),
        ("name: x\nbackend: auto:easy\n", 2, "there is no backend 'auto:easy'"),
        ("name: x\n---\nname: y\n", None, "expected one model card, found 2"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_line(
    text: str, line: int | None, what: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=what) as error:
        read(tmp_path, text)
    assert error.value.line == line
    assert error.value.path == str(tmp_path / "card.yaml")


def test_there_is_no_such_card(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no model card of this name; the cards are auto"):
        load_card("nobody")
    (tmp_path / "card.yaml").write_bytes(b"\xff")
    with pytest.raises(InputError, match="cannot be read: not UTF-8"):
        load_card(str(tmp_path / "card.yaml"))


def test_a_model_is_a_card_by_itself_by_name_or_by_path() -> None:
    assert as_card(AUTO) is as_card(DEFAULT) is AUTO
    card = load_card("order-glucose")
    assert as_card(card) is as_card("order-glucose") is card
    assert as_card(str(list_shipped("models")["order-glucose"])) == card


@pytest.mark.parametrize("card", all_cards(), ids=lambda card: card.name)
def test_shipped_cards_fit_together(card: Card) -> None:
    assert card.name in (DEFAULT, *list_shipped("models"))
    assert card.description
    assert card.info is not None
    assert ENCODINGS[card.encoding].language in card.info.reads
    assert set(card.options) <= set(card.info.options)
