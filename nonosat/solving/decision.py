"""Is there a solution, and is it the only one? The only place that decides how many solutions a puzzle has.

In one order: what the puzzle itself shows, propagation, then a solver for a first and for a second solution.
Every solution is checked, and two of them differ in the answer key.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.errors import WrongAnswerError
from nonosat.problem import Values, differing
from nonosat.solving.answer import Answer, Verdict
from nonosat.solving.run import Run, Solution


class Decision:
    """What is known of a Run's puzzle: the verdict, with its basis, and at most two solutions. A limit that
    ends the work, as LimitReached, leaves what was found.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> with toolkit.Run(nonosat.load("cat"), "auto") as run:
        ...     decision = toolkit.Decision(run)
        ...     decision.decide()
        <Verdict.UNIQUE: 'unique'>
    """

    def __init__(self, run: Run, known: Values | None = None) -> None:
        """`known` is a solution that is known beforehand."""
        self.run = run
        self.verdict = Verdict.UNKNOWN
        self.basis = ""
        self.solutions: list[Solution] = []
        self._known = known

    def answer(self) -> Answer:
        """Decide; return the answer, also after a limit."""
        run = self.run
        with run.until_stopped():
            self.decide()
        last, (first, second) = run.last, [*(one.picture for one in self.solutions), None, None][:2]
        return Answer(
            puzzle=run.puzzle,
            **run.ending(self.basis if run.done else run.detail),
            verdict=self.verdict if run.done else Verdict.UNKNOWN,
            solution=first,
            other=second,
            model=run.card.name,
            backends=last.backends,
            variables=last.variables,
            clauses=last.clauses,
            conflicts=last.conflicts,
            peak_memory=run.peak_memory,
        )

    def decide(self) -> Verdict:
        """Find the verdict, with a solver if propagation is not enough.

        Where the card's goal is a solution, the work ends with the first one, and the verdict stays unknown.
        """
        for _ in self.propagate():
            pass
        if not self.settled:
            self.solve()
        return self.verdict

    @property
    def settled(self) -> bool:
        """Whether nothing is left to do."""
        found_goal = self.run.card.goal == "solution" and bool(self.solutions)
        return self.verdict is not Verdict.UNKNOWN or found_goal

    def propagate(self) -> Iterator[None]:
        """Find what needs no solver; yield after each stage: single lines, then single assumptions."""
        run = self.run
        if self._known is not None:
            self.see(self._known)
        obstacle = None if run.card.narrow else run.puzzle.obstacle(run.clock)
        for obstacle in run.propagate() if run.card.narrow else ():  # noqa: B007
            yield
        obstacle = run.evident or obstacle
        if obstacle is not None:
            self._conclude(Verdict.NONE, obstacle)
            return
        if run.card.narrow and run.values is not None:
            if self._known is None:
                self.see(run.values)
            self._conclude(Verdict.UNIQUE, run.decided_by)
            return
        wanted = 1 if run.card.goal == "solution" else 2
        for values in run.probed:
            known = self._known is not None and not differing(values, self._known, run.problem.answer_key)
            if not known and len(self.solutions) < wanted:
                self.see(values)
        self._note_two()

    def solve(self) -> None:
        """Search for solutions, since propagation does not decide."""
        run = self.run
        if not self.solutions:
            with run.time("first", "looking for a solution"):
                solution = self.find()
            if solution is None:
                self._conclude(Verdict.NONE)
                return
            self.solutions.append(solution)
        if run.card.goal == "solution":
            return
        with run.time("second", "looking for another solution"):
            self.look_beside()
            if len(self.solutions) == 1:
                another = self.find(self.solutions[0])
                if another is None:
                    self._conclude(Verdict.UNIQUE)
                    return
                self.see(another.values)
        self._note_two()

    def find(self, besides: Solution | None = None) -> Solution | None:
        """Return a solution, by a solver, that differs from this one in the answer key; None if none does."""
        if besides is not None:
            self.run.exclude(besides.values)
        return self.run.find()

    def look_beside(self) -> None:
        """Look for a second solution near the first, without a solver."""
        first, run = self.solutions[0], self.run
        if not run.card.switches:
            return
        other: Values | None = run.last.other
        if other is None or not differing(other, first.values, run.problem.answer_key):
            from nonosat.solving import switches  # most puzzles have one solution, by lines

            near = switches.others(run.problem, first.values, run.puzzle.symmetries(), run.clock)
            other = next(near, None)
        if other is not None:
            self.see(other)

    def see(self, values: Values) -> None:
        """Record a solution. Raises WrongAnswerError if it is none, or if it is the one that is known."""
        run, solution = self.run, self.run.check_solution(values)
        for known in self.solutions:
            same = not differing(known.values, values, run.problem.answer_key)
            if same or known.picture == solution.picture:
                raise WrongAnswerError(f"{run.puzzle.source}: {run.card.name} gave one solution twice")
        self.solutions.append(solution)

    def _note_two(self) -> None:
        if len(self.solutions) == 2:
            self._conclude(Verdict.MULTIPLE)

    def _conclude(self, verdict: Verdict, basis: str = "") -> None:
        self.verdict, self.basis = verdict, basis
