"""Model cards: what they say, and what is refused."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from nonosat import backends
from nonosat.encodings import ENCODINGS
from nonosat.errors import InputError
from nonosat.installed import shipped
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.solving.cards import DEFAULT, Card, CardStep, all_cards, as_card, load_card


def read(folder: Path, text: str) -> Card:
    path = folder / "card.yaml"
    path.write_text(text, encoding="utf-8")
    return load_card(str(path))


def test_what_a_card_leaves_out_has_a_default(tmp_path: Path) -> None:
    card = read(tmp_path, "name: plain\n")
    assert card == Card("plain", (CardStep("order", "pysat:cadical195"),))
    assert (card.narrow, card.switches, card.goal, card.limits) == (True, True, "uniqueness", NO_LIMITS)
    assert (card.steps[0].phases, card.steps[0].conflicts) == ("none", None)


def test_every_key_is_read(tmp_path: Path) -> None:
    card = read(
        tmp_path,
        "name: all\ndescription: everything\nencoding: cpsat-automaton\nbackend: cpsat\n"
        "options: {workers: 2, presolve: false, seed: 0}\nphases: beliefs\nconflicts: 7\nnarrow: false\n"
        "probes: true\nswitches: false\ngoal: solution\nlimits: {time: 60, memory: 4096}\n",
    )
    step = CardStep("cpsat-automaton", "cpsat", {"workers": 2, "presolve": False, "seed": 0}, "beliefs", 7)
    limits = Limits(60, 4096 << 20)
    assert card == Card("all", (step,), "everything", False, True, False, "solution", limits)


def test_every_key_is_documented() -> None:
    table = (Path(__file__).parents[1] / "models/README.md").read_text(encoding="utf-8")
    for field in (*fields(Card), *fields(CardStep)):
        assert f"\n| `{field.name}` |" in table


def test_steps_are_tried_in_their_order(tmp_path: Path) -> None:
    steps = ("reinforced-bp", "'pysat:minisat22', conflicts: 9", "cpsat, conflicts: 1", "cpsat")
    card = read(tmp_path, "name: steps\nsteps:\n" + "".join(f"  - {{backend: {step}}}\n" for step in steps))
    assert card.backends == ("reinforced-bp", "pysat:minisat22", "cpsat")
    assert [step.encoding for step in card.steps] == ["none", "order", "order", "order"]
    assert [step.conflicts for step in card.steps] == [None, 9, 1, None]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("name: x\nsteps:\n  - {backend: cpsat}\n  - {backend: cpsat}\n", 3, "the next is never reached"),
        (
            "name: x\nsteps:\n  - {conflicts: 9, guesses: 1}\n  - {backend: cpsat}\n",
            3,
            "guesses are for the last step only",
        ),
        ("name: x\nencoding: order\nsteps:\n  - {backend: cpsat}\n", 2, "exclude each other"),
        ("name: x\nbackend: reinforced-bp\n", 1, "is incomplete and cannot be the last step"),
        (
            "name: x\nbackend: clingo\nencoding: order\n",
            3,
            "reads cpsat-automaton; order is for pysat, program",
        ),
        ("name: x\nbackend: program\nencoding: none\n", 3, "it reads order, automaton; none is for "),
        ("name: x\nbackend: cpsat\nphases: maybe\n", 3, "expected none or beliefs"),
        ("name: x\nbackend: pysat:cadical103\nphases: beliefs\n", 3, "does not support phases"),
        ("name: x\nbackend: cpsat\nphases: none\nfresh: cpsat\n", 4, "fresh needs guesses"),
        ("name: x\nguesses: 4\nfresh: reinforced-bp\n", 3, "fresh needs guesses"),
        ("name: x\nprover: pysat:glucose4\n", 2, "prover needs near"),
        ("name: x\nnear: 4\nprover: pysat:kissat404\n", 3, "must be able to stop"),
        (
            "name: x\nsteps:\n  - {conflicts: 9, near: 1, prover: pysat:glucose4}\n  - {backend: cpsat}\n",
            3,
            "prover is for the last step only",
        ),
        ("name: x\nnarrow: 1\n", 2, "expected true or false"),
        ("name: x\nbackend: cpsat\noptions: {workers: true}\n", 3, "whole number"),
        ("name: x\nbackend: nobody\n", 2, "there is no backend 'nobody'"),
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
    card = load_card(DEFAULT)
    assert as_card(card) is as_card(DEFAULT) is card
    assert as_card(str(shipped("models")[DEFAULT])) == card


@pytest.mark.parametrize("card", all_cards(), ids=lambda card: card.name)
def test_shipped_cards_fit_together(card: Card) -> None:
    assert card.name in shipped("models")
    assert card.description
    for step in card.steps:
        info = backends.info(step.backend)
        assert info is not None
        assert ENCODINGS[step.encoding].language in info.reads
        assert set(step.options) <= set(info.options)
    last = backends.info(card.steps[-1].backend)
    assert last is not None and last.complete
