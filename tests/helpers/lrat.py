"""A plain checker of LRAT proofs, by the definition: nothing is searched for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class NoProof(Exception):  # noqa: N818 - it is an outcome
    """The proof is wrong."""


def check(formula: Iterable[Sequence[int]], lines: Iterable[str]) -> None:
    """Check a proof. Raises NoProof, KeyError or ValueError if it is not one."""
    clauses = {number: set(clause) for number, clause in enumerate(formula, start=1)}
    last = len(clauses)
    for line in lines:
        number, *rest = line.split()
        if rest[0] == "d":
            for gone in numbers(rest[1:]):
                del clauses[gone]
            continue
        values = list(map(int, rest))
        end = values.index(0)
        lemma, hints = values[:end], numbers(rest[end + 1 :])
        if int(number) <= last:
            raise NoProof("numbers increase")
        last = int(number)
        prove(clauses, lemma, hints)
        clauses[last] = set(lemma)
        if not lemma:
            return
    raise NoProof("no empty clause")


def numbers(texts: list[str]) -> list[int]:
    *found, end = map(int, texts)
    if end or 0 in found:
        raise NoProof("one 0, at the end")
    return found


def prove(clauses: dict[int, set[int]], lemma: list[int], hints: list[int]) -> None:
    groups: list[list[int]] = [[]]
    for hint in hints:
        if hint < 0:
            groups.append([hint])
        else:
            groups[-1].append(hint)
    true = {-literal for literal in lemma}
    if refuted(clauses, true, groups[0]):
        return
    if not lemma:
        raise NoProof("the empty clause is no RAT")
    given = {-group[0]: group[1:] for group in groups[1:]}
    for number, clause in clauses.items():
        if -lemma[0] in clause:
            denied = true | {-literal for literal in clause if literal != -lemma[0]}
            if not refuted(clauses, denied, given[number]):
                raise NoProof(f"{lemma} is no RAT because of clause {number}")


def refuted(clauses: dict[int, set[int]], true: set[int], hints: list[int]) -> bool:
    """Whether the hints lead from these literals to a conflict; adds what they make true."""
    if any(-literal in true for literal in true):
        return True
    for hint in hints:
        left = [literal for literal in clauses[hint] if -literal not in true]
        if not left:
            return True
        if len(left) > 1 or left[0] in true:
            raise NoProof(f"clause {hint} is not unit")
        true.add(left[0])
    return False
