"""The project's own proof checker: plain Python, written to be read, with no solver in it.

A proof of unsatisfiability is a list of lemmas that ends with the empty clause. A lemma follows by *reverse
unit propagation* (RUP, Goldberg and Novikov 2003) if assuming all of its literals false and then doing
nothing but unit propagation leads to a conflict. If each lemma follows from the clauses and the lemmas before
it, so does the empty clause, and the clauses have no solution.

A lemma that is not RUP may still be a *resolution asymmetric tautology* (RAT, Järvisalo, Heule and Biere
2012) on its first literal: then it need not follow, but adding it preserves satisfiability, which is enough.
Deletions only make propagation faster; keeping a clause is sound. So literals propagated without assumptions
stay true, whichever clauses are deleted later, as in other checkers. The two watched literals of a clause are
its first two (Moskewicz and others 2001): it is examined only when one of them becomes false.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonosat.encodings.drat import ProofError, Step, show_lemma


def check(variables: int, clauses: Iterable[Sequence[int]], steps: Iterable[Step]) -> None:
    """Check a proof that the clauses have no solution. Raises ProofError at the first step that fails.

    The steps end with the empty clause (see `drat.steps`).
    """
    known = Known(variables)
    for clause in clauses:
        known.add(clause)
    for number, (deletion, literals) in enumerate(steps, start=1):
        if deletion:
            known.delete(literals)
        elif known.follows(literals) or known.harmless(literals):
            known.add(literals)
        else:
            what = f"step {number} does not follow from the clauses and steps before it"
            raise ProofError(f"{what}: {show_lemma(literals)}")


Clause = list[int]


class Known:
    """The clauses so far, and the literals that they make true."""

    def __init__(self, variables: int) -> None:
        # Indexed by literals: Python counts -1, -2, ... from the end, so each has a place of its own.
        self._value = [0] * (2 * variables + 1)  # 1 true, -1 false, 0 open
        self._watching: list[list[Clause]] = [[] for _ in range(2 * variables + 1)]
        self._live: dict[tuple[int, ...], list[Clause]] = {}  # by their sorted literals
        self._with: list[list[Clause]] = [[] for _ in range(2 * variables + 1)]  # by each of their literals
        self.true: list[int] = []  # the true literals in the order in which they became true
        self._propagated = 0  # how many of them have been propagated
        self._refuted = False

    def add(self, literals: Sequence[int]) -> None:
        """Add a clause, and propagate what it makes true."""
        clause = list(dict.fromkeys(literals))
        if any(-literal in clause for literal in clause):
            return  # always satisfied
        self._live.setdefault(tuple(sorted(clause)), []).append(clause)
        for literal in clause:
            self._with[literal].append(clause)
        clause.sort(key=self._false)  # literals that are not false come first
        for literal in clause[:2] if len(clause) > 1 else ():
            self._watching[literal].append(clause)
        if not clause or self._false(clause[0]):
            self._refuted = True
        elif len(clause) == 1 or self._false(clause[1]):
            self._assume(clause[0])
            self._refuted |= not self._propagate()

    def delete(self, literals: Sequence[int]) -> None:
        """Delete one clause with exactly these literals, if there is one."""
        clauses = self._live.get(tuple(sorted(dict.fromkeys(literals))))
        if clauses:
            clauses.pop().clear()  # an empty list is removed from the others when it is met

    def follows(self, lemma: Sequence[int]) -> bool:
        """Whether the lemma follows by reverse unit propagation."""
        if self._refuted:
            return True
        before = len(self.true)
        conflict = not all(self._assume(-literal) for literal in lemma) or not self._propagate()
        for literal in self.true[before:]:
            self._value[literal] = self._value[-literal] = 0
        del self.true[before:]
        self._propagated = before
        return conflict

    def harmless(self, lemma: Sequence[int]) -> bool:
        """Whether the lemma, which does not follow, is a RAT on its first literal.

        It is if all its resolvents on that literal follow.
        """
        # Propagated literals count as unit clauses. If one is the opposite literal, the resolvent is the
        # rest of the lemma, which does not follow either.
        if not lemma or self._false(lemma[0]):
            return False
        pivot = lemma[0]
        opposite = self._with[-pivot] = [clause for clause in self._with[-pivot] if clause]
        return all(
            self.follows([*lemma, *(literal for literal in clause if literal != -pivot)])
            for clause in opposite
        )

    def _false(self, literal: int) -> bool:
        return self._value[literal] < 0

    def _assume(self, literal: int) -> bool:
        """Make a literal true; False if it is already false."""
        if self._value[literal] == 0:
            self._value[literal], self._value[-literal] = 1, -1
            self.true.append(literal)
        return self._value[literal] > 0

    def _propagate(self) -> bool:
        """Propagate unit clauses; False at a conflict."""
        value, watching = self._value, self._watching
        while self._propagated < len(self.true):
            false = -self.true[self._propagated]
            self._propagated += 1
            clauses = watching[false]
            kept = watching[false] = []
            for position, clause in enumerate(clauses):
                if not clause:  # deleted
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                if value[clause[0]] > 0:
                    kept.append(clause)
                    continue
                for k in range(2, len(clause)):
                    if value[clause[k]] >= 0:  # watch this one instead
                        clause[1], clause[k] = clause[k], false
                        watching[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if not self._assume(clause[0]):
                        kept += clauses[position + 1 :]
                        return False
        return True
