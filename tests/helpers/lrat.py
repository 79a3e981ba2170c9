"""A plain checker of LRAT proofs, by the definition: nothing is searched for. ACL2's; and forged proofs."""

import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from nonosat.encodings import dimacs
from nonosat.proofs.manifest import ACL2_BOOK

Clauses = Sequence[Sequence[int]]


class NoProof(Exception):  # noqa: N818 - it is an outcome
    """The proof is wrong."""


def holds(formula: Clauses, lines: Sequence[str]) -> bool:
    """Whether it is a proof."""
    try:
        check(formula, lines)
    except (NoProof, KeyError, ValueError, IndexError):
        return False
    return True


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


def accepted_by_acl2(cases: Sequence[tuple[Clauses, Sequence[str]]]) -> list[bool]:
    """Whether ACL2's verified checker accepts proofs. It ends after one that holds, goes on otherwise."""
    found: list[bool] = []
    with TemporaryDirectory() as folder:
        for number, (clauses, lines) in enumerate(cases):
            variables = max((abs(literal) for clause in clauses for literal in clause), default=1)
            text = "\n".join(dimacs.lines(variables, list(clauses)))
            Path(folder, f"{number}.cnf").write_text(f"{text}\n", encoding="ascii")
            Path(folder, f"{number}.lrat").write_text("\n".join(lines) + "\n", encoding="ascii")
        while len(found) < len(cases):
            left = range(len(found), len(cases))
            script = "".join(f'(cw "case~%") (lrat::lrat-check "{n}.cnf" "{n}.lrat")\n' for n in left)
            done = subprocess.run(
                ["acl2"], input=f"{ACL2_BOOK}\n{script}".encode(), capture_output=True, cwd=folder, check=True
            )
            tried, good = done.stdout.count(b"case\n"), b"\ns VERIFIED\n" in done.stdout
            found += [False] * (tried - good) + [True] * good
            if not tried:
                raise RuntimeError(done.stdout.decode("utf-8", "replace")[-2000:])
    return found


def forged(lines: Sequence[str], clauses: int, random: Random) -> list[str]:
    """Change one thing: a hint that points forward, to what is deleted, or anywhere; a hint, lemma or literal
    less; a lemma that comes later.
    """
    changed, at = list(lines), random.randrange(len(lines))
    words = changed[at].split()
    last = int(changed[-1].split()[0])
    deleted = [word for line in lines[:at] if line.split()[1] == "d" for word in line.split()[2:-1]]
    spots = [place for place, word in enumerate(words) if place and word not in ("d", "0")]
    place = random.choice(spots) if spots else len(words) - 1
    match random.randrange(8):
        case 0 | 1:
            words[place] = str(random.randint(min(int(words[0]), last), last))
        case 2 | 3 if deleted:
            words[place] = random.choice(deleted)
        case 4:
            del words[place]
        case 5:
            words[place] = str(-int(words[place])) if words[place] != "d" else "0"
        case 6:
            other = random.randrange(len(lines))
            changed[other], words = changed[at], changed[other].split()
        case _:
            words[place] = str(random.randint(-last, last))
    changed[at] = " ".join(words)
    return changed
