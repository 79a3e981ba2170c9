"""The automata of a constraint model unrolled over their cells. Not in the registry."""

from __future__ import annotations

from nonosat.line.automaton import layers
from nonosat.model import Automaton, Cp

Steps = list[list[tuple[int, int, int]]]
"""For each cell, the steps (state, value, next state) that lie on an accepting path."""


def unrolled(automaton: Automaton, model: Cp) -> Steps | None:
    """Return the steps at each of an automaton's cells; None if there is no accepting path."""
    states = 1 + max([0, *(max(state, to) for state, _, to in automaton.steps)])
    follow: list[dict[int, int]] = [{} for _ in range(states)]
    for state, value, target in automaton.steps:
        follow[state][value] = target
    possible = [sum(1 << value for value in model.domains[cell]) for cell in automaton.cells]
    places = layers(follow, automaton.finals, possible)
    if not places[0]:
        return None
    return [
        [
            (state, value, target)
            for state in sorted(here)
            for value, target in follow[state].items()
            if mask >> value & 1 and target in there
        ]
        for here, there, mask in zip(places, places[1:], possible, strict=False)
    ]
