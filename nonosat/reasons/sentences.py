"""The sentences of steps: what a step does, and hints that reveal it bit by bit."""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.propagation.totals import bounds
from nonosat.reasons.fields import Facts
from nonosat.reasons.steps import (
    ROWS,
    Conflict,
    Difference,
    LineStep,
    Refutation,
    Step,
    Sum,
    units_in,
)
from nonosat.reasons.unit_sentences import is_plural, say_conflict, say_step, say_ways
from nonosat.reasons.words import HINTS, Words, ranges, so
from nonosat.words import plural


class Sentences(Words):
    """Puts steps about one puzzle in sentences."""

    def sentence(self, step: Step) -> str:
        """Return a step as text."""
        return " ".join(self.sentences(step))

    def only_forbids(self, step: Step) -> str:
        """Return the rule that a step applies, if it forbids options and settles no cell; else nothing."""
        if not isinstance(step, LineStep) or self.news(self.units[step.line], step.sets):
            return ""
        return self.rule_of(step.line)

    def trace(self, steps: Iterable[Step]) -> list[str]:
        """Return the sentences of a trace."""
        return [sentence for step in steps for sentence in self.sentences(step, within=True)]

    def sentences(self, step: Step, within: bool = False) -> list[str]:
        """Return the sentences of a step; one with a trace starts with the assumption and ends with the
        conclusion. `within` is whether the step itself is in a trace.
        """
        match step:
            case LineStep():
                return [f"{say_step(self, step)}."]
            case Conflict():
                return [f"{say_conflict(self, step)}."]
            case Difference():
                return self._difference(step)
            case Refutation():
                suppose = "Suppose also that" if within else "Suppose"
                return [self.suppose(step.assumes, suppose), *self.trace(step.trace), self.so(step.sets)]
            case Sum():
                return self._sum(step)
        raise ValueError(f"there are no words for steps of kind {step.kind}")

    def ways(self, step: Step) -> list[tuple[Facts, str]]:
        """Return for each case of a step the cells that its block covers for sure, and a sentence; empty for
        a step without cases.
        """
        return say_ways(self, step) if isinstance(step, LineStep) else []

    def hint(self, step: Step, level: str) -> str:
        """Return as much about a step as the level reveals: `where`, `line`, `cell` or `why`."""
        if level == "why":
            return self.sentence(step)
        cells = [cell for cell, _ in step.sets]
        match step:
            case LineStep():
                return self._line_hint(step, level, cells)
            case Conflict():
                return HINTS["wrong"].format(line=self.units[step.line].label)
            case Difference():
                if level == "where":
                    return f"Compare {self.units[step.more].label} with what overlaps it."
                if level == "line" or not cells:
                    return f"Compare {self.units[step.more].label} with {self.units[step.fewer].label}."
            case Sum():
                if level == "where":
                    return "No single clue helps: compare rows with columns."
                if level == "line" or not cells:
                    return self.sentences(step)[0]
            case _ if level != "cell":
                around = self.cell(cells[0]).partition(",")[0]
                if level == "where":
                    return f"No single clue helps: try an assumption in {around}."
                return f"Try an assumption in {around}, and follow it through {self.labels(units_in(step))}."
        return f"Look at {self.cells(cells)}."

    def _line_hint(self, step: LineStep, level: str, cells: list[int]) -> str:
        unit = self.units[step.line]
        places = ranges("cell", [unit.place_of[cell] + 1 for cell in cells])
        return HINTS[level].format(
            line=unit.label,
            title=self.unit(step.line),
            technique=step.technique,
            follow=plural(len(cells), "cell follows", "cells follow"),
            cells=places if unit.number in self.lines else self.cells(cells),
        )

    def _difference(self, step: Difference) -> list[str]:
        more, fewer = self.counts[step.more], self.counts[step.fewer]
        number = more.least - fewer.most
        one, many, _ = self.name_counted(step.more)
        name, known = self.name(step.more), self.cells_are(step.uses) if step.uses else ""
        has, needs = ("have", "need") if is_plural(name) else ("has", "needs")
        than = f"{abs(number)} {'more' if number > 0 else 'fewer'} {many if abs(number) > 1 else one} than"
        counts = f"{has} {than if number else f'as many {many} as'} {fewer.label}"
        if (more.most, fewer.least) != (more.least, fewer.most):
            most = f"{fewer.label} {'have' if is_plural(fewer.label) else 'has'} at most {fewer.most}"
            counts = f"{needs} at least {plural(more.least, one, many)}, and {most}"
        head = f"{name} {counts}; leave out the cells that they share."
        told = so(known, self.cells_are(step.sets) if step.sets else "this cannot be")
        return [head, f"{told[0].upper()}{told[1:]}." if known or not step.sets else self.so(step.sets)]

    def _sum(self, step: Sum) -> list[str]:
        rows, columns = (
            ranges(noun, [int(self.units[number].label.split()[-1]) for number in numbers])
            for noun, numbers in (("row", step.rows), ("column", step.columns))
        )
        needed, allowed = self._totals(step)
        cross = "crosses" if len(step.rows) == 1 else "cross"
        given = f", given that {self.cells_are(step.uses)}" if step.uses else ""
        sides = [("row", len(step.rows)), ("column", len(step.columns))]
        (noun, number), (other, others) = sides if step.least == ROWS else sides[::-1]
        need = f"The {noun} needs" if number == 1 else f"The {noun}s need"
        have = f"he {other} has room for" if others == 1 else f"he {other}s have room for"
        told = [
            f"Count the {self.colours[step.colour]} cells where {rows} {cross} {columns}{given}.",
            f"{need} at least {needed} of them.",
        ]
        if not step.sets:
            return [*told, f"But t{have} at most {allowed}, which is a contradiction."]
        told.append(f"T{have} at most {allowed}, so every line has exactly its share.")
        return [*told, self.so(step.sets)]

    def _totals(self, step: Sum) -> tuple[int, int]:
        """Return how many cells one set of lines needs and the other allows."""
        total = [0, 0]
        needing, having = (step.rows, step.columns) if step.least == ROWS else (step.columns, step.rows)
        for at, (some, others) in enumerate(((needing, having), (having, needing))):
            crossing = {cell for number in others for cell in self.units[number].cells}
            for number in some:
                line = self.lines[number]
                can = line.masks([fact for fact in step.uses if fact[0] in line.place_of])
                places = sum([1 << place for place, cell in enumerate(line.cells) if cell in crossing])
                limits = bounds(line.blocks, line.n, can, places, step.colour)
                total[at] += limits[at] if limits else 0
        return total[0], total[1]
