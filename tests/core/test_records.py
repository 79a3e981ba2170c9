"""Records do what the dataclasses of the standard library do."""

import dataclasses
from types import ModuleType
from typing import Any, ClassVar

import pytest

from nonosat import records


def classes(of: ModuleType) -> dict[str, Any]:
    """Classes of all sorts that the package has, as a module makes them."""

    @of.dataclass(frozen=True)
    class Plain:
        one: int
        two: str = "b"
        many: dict[str, int] = of.field(default_factory=dict, repr=False)
        shared: ClassVar[str] = "all"

    @of.dataclass(frozen=True, kw_only=True, repr=False)
    class Late(Plain):
        three: int = 3
        note: str = of.field(default="", compare=False)

    @of.dataclass
    class Open:
        rows: list[int]
        width: int = of.field(init=False, default=0)

        def __post_init__(self) -> None:
            self.width = len(self.rows)

    @of.dataclass(frozen=True, eq=False)
    class Itself:
        one: int = 1

    @of.dataclass
    class Empty:
        pass

    return {one.__name__: one for one in (Plain, Late, Open, Itself, Empty)}


CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Plain", (1,), {}),
    ("Plain", (1, "c", {"k": 2}), {}),
    ("Plain", (), {"two": "c", "one": 1}),
    ("Plain", (), {}),
    ("Plain", (1, 2, 3, 4), {}),
    ("Plain", (1,), {"one": 2}),
    ("Plain", (1,), {"four": 2}),
    ("Late", (1,), {"three": 4, "note": "x"}),
    ("Late", (1,), {"three": 4}),
    ("Late", (1, "b", {}, 4), {}),
    ("Open", ([1, 2],), {}),
    ("Open", ([1, 2],), {"width": 3}),
    ("Itself", (), {}),
    ("Empty", (), {}),
]


def tried(ask: Any) -> Any:
    """What a call returns, or the type of its error."""
    try:
        return ask()
    except Exception as error:
        return type(error)


def seen(known: dict[str, Any], call: tuple[str, tuple[Any, ...], dict[str, Any]]) -> list[Any]:
    """All that can be seen of an instance."""
    name, values, named = call
    cls = known[name]
    made = tried(lambda: cls(*values, **named))
    if made is TypeError:
        return [made]
    again = cls(*values, **named)
    return [
        name in ("Late", "Itself") or repr(made),
        made == again,
        made == 1,
        tried(lambda: hash(made) == hash(again)),
        tried(lambda: setattr(made, "one", 5)),
        vars(made),
        dataclasses.asdict(made),
        [(one.name, one.init, one.compare, one.kw_only) for one in dataclasses.fields(made)],
        cls.__match_args__,
    ]


@pytest.mark.parametrize("call", CALLS)
def test_a_record_is_a_dataclass(call: tuple[str, tuple[Any, ...], dict[str, Any]]) -> None:
    assert seen(classes(records), call) == seen(classes(dataclasses), call)


def test_a_standard_dataclass_may_build_on_a_record() -> None:
    base: Any = classes(records)["Plain"]

    @dataclasses.dataclass(frozen=True)
    class Built(base):  # type: ignore[misc]
        more: int = 0

    for replace in (records.replace, dataclasses.replace):
        assert replace(Built(1, more=2), two="c") == Built(1, "c", more=2)
        assert replace(base(1), one=2) == base(2)
