# ruff: noqa: A002, N807 - the standard names
"""Classes of annotated fields: the standard library's `dataclass`, for commands that end within milliseconds.

The standard one imports `inspect`, and compiles all methods of each class. Here, classes share methods, and a
constructor is compiled when it is first called. To tools and type checkers, these classes are dataclasses.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass, field as field, replace as replace
else:
    _NONE = object()
    _NOTES = ("__dataclass_fields__", "__dataclass_params__")

    class field:  # noqa: N801 - a function elsewhere
        """A field's default, and what the field is for."""

        def __init__(self, *, default=_NONE, default_factory=_NONE, **options):
            self.default, self.make, self.options = default, default_factory, options
            self.init, self.shown, self.compared = (
                options.get(key, True) for key in ("init", "repr", "compare")
            )

    class _Standard:
        """Makes what the standard library notes in a class, once, when something asks for it."""

        def __init__(self, name, frozen):
            self._name, self._frozen = name, frozen

        def __get__(self, record, cls):
            import dataclasses

            def standard(one):
                given = {"default": one.default, "default_factory": one.make}
                given = {key: value for key, value in given.items() if value is not _NONE}
                return one.name, one.kind, dataclasses.field(**given, **one.options, kw_only=one.late)

            known = map(standard, cls._fields_of_all.values())
            made = dataclasses.make_dataclass(cls.__name__, known, frozen=self._frozen)
            for name in _NOTES:
                setattr(cls, name, getattr(made, name))
            return getattr(cls, self._name)

    def dataclass(cls=None, /, *, eq=True, frozen=False, kw_only=False, repr=True):
        """Make a class one of records."""
        if cls is None:
            return lambda cls: dataclass(cls, eq=eq, frozen=frozen, kw_only=kw_only, repr=repr)
        known, cls._own_fields = {}, {}
        for base in reversed(cls.__mro__[1:]):
            known |= vars(base).get("_own_fields", {})
        for name, kind in vars(cls).get("__annotations__", {}).items():
            if not str(kind).startswith(("ClassVar", "typing.ClassVar")):
                given = vars(cls).get(name, _NONE)
                cls._own_fields[name] = one = given if isinstance(given, field) else field(default=given)
                one.name, one.kind, one.late = name, kind, kw_only
                if one.default is not _NONE:
                    setattr(cls, name, one.default)
                elif given is not _NONE:
                    delattr(cls, name)
        cls._fields_of_all = known = known | cls._own_fields
        for name in _NOTES:
            setattr(cls, name, _Standard(name, frozen))
        methods = _methods(cls, known, frozen)
        some = [*["__eq__"] * eq, *["__repr__"] * repr, *["__setattr__"] * frozen]
        for name in {"__init__", "__match_args__", *some} - vars(cls).keys():
            setattr(cls, name, methods[name])
        if eq and vars(cls).get("__hash__") is None:
            cls.__hash__ = methods["__hash__"] if frozen else None
        return cls

    def _methods(cls, known, frozen):
        names = [name for name, one in known.items() if one.compared]
        compared = attrgetter(*(names or ["__class__"]))
        shown = [name for name, one in known.items() if one.shown]

        def __init__(self, *values, **named):
            cls.__init__ = _constructor(known, frozen, hasattr(cls, "__post_init__"))
            cls.__init__(self, *values, **named)

        def __eq__(self, other):
            return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

        def __hash__(self):
            return hash(compared(self))

        def __repr__(self):
            inner = ", ".join([f"{name}={getattr(self, name)!r}" for name in shown])
            return f"{self.__class__.__qualname__}({inner})"

        def __setattr__(self, name, value):
            if type(self) is cls or name in known:
                from dataclasses import FrozenInstanceError

                raise FrozenInstanceError(f"cannot assign to field {name!r}")
            super(cls, self).__setattr__(name, value)

        __match_args__ = tuple([name for name, one in known.items() if one.init and not one.late])
        return locals()

    def _constructor(known, frozen, after):
        """Return the constructor that the standard library would write."""
        scope, first, late = {"_NONE": _NONE}, ["self"], []
        body = ["_own = self.__dict__"] * frozen  # half the time of `object.__setattr__` for each
        for name, one in known.items():
            value, default = name, ""
            if one.make is not _NONE:
                scope[f"_{name}"], default = one.make, "=_NONE"
                value = f"_{name}()" + f" if {name} is _NONE else {name}" * one.init
            elif one.default is not _NONE:
                scope[f"_{name}"], default = one.default, f"=_{name}"
                value = name if one.init else f"_{name}"
            if one.init:
                (late if one.late else first).append(name + default)
            if one.init or default:
                body.append(f"_own[{name!r}] = {value}" if frozen else f"self.{name} = {value}")
        words = ", ".join([*first, *["*", *late] * bool(late)])
        lines = "; ".join([*body, *["self.__post_init__()"] * after] or ["pass"])
        exec(f"def __init__({words}): {lines}", scope)
        return scope["__init__"]

    def replace(record, /, **changes):
        """Return a record with other values of some fields."""
        known = vars(record.__class__).get("_fields_of_all")
        if known is None:  # a standard dataclass, which may build on a record
            from dataclasses import replace as of_any

            return of_any(record, **changes)
        kept = {name: getattr(record, name) for name, one in known.items() if one.init}
        return record.__class__(**kept | changes)
