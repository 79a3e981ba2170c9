"""The project's own proof checker: plain Python, written to be read, with no solver in it.

A proof of unsatisfiability is a list of lemmas that ends with the empty clause. A lemma follows by *reverse
unit propagation* (RUP, Goldberg and Novikov 2003) if assuming all of its literals false and then doing
nothing but unit propagation leads to a conflict. If each lemma follows from the clauses and the lemmas before
it, so does the empty clause, and the clauses have no solution.

A lemma that is not RUP may still be a *resolution asymmetric tautology* (RAT, Järvisalo, Heule and Biere
2012) on its first literal: then it need not follow, but adding it preserves satisfiability, which is enough.
Deletions only make propagation faster; keeping a clause is sound. So literals propagated without assumptions
stay true, whichever clauses are deleted later, as in other checkers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonosat.encodings.drat import ProofError, Step, shown
from nonosat.encodings.unit_propagation import Known


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
            raise ProofError(f"{what}: {shown(literals)}")
