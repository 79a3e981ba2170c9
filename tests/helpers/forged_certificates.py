"""Ways to forge a certificate: one thing is changed, and then more or less of the rest is made to fit."""

import json
import lzma
from collections.abc import Callable
from random import Random
from typing import Any

from nonosat.encodings import dimacs
from nonosat.proofs import manifest
from nonosat.proofs.claims import CLAIMS
from nonosat.proofs.sums import count_sums
from nonosat.puzzles.printed import join_names
from tests.helpers.forgery import (
    CELLS,
    CLAIM,
    MANIFEST,
    PROOF,
    PUZZLE,
    TABLE,
    Forgery,
    encoded,
    forced,
    mutated,
    proof_by_force,
    refutation_of,
    rows,
    tell,
    told,
)

Forger = Callable[[Forgery, Random, Forgery], bool]
"""Changes a certificate, given another one; says whether it did."""


def altered(value: Any, random: Random) -> Any:
    """Return a JSON value with one thing changed."""
    if isinstance(value, dict) and value:
        key = random.choice(sorted(value))
        if random.random() < 0.05:
            return {k: v for k, v in value.items() if k != key}
        return value | {key: altered(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.7:
        at = random.randrange(len(value))
        return [*value[:at], altered(value[at], random), *value[at + 1 :]]
    if isinstance(value, list):
        new = value[:]
        match random.randrange(4):
            case 0 if new:
                del new[random.randrange(len(new))]
            case 1 if new:
                new.append(random.choice(new))
            case 2:
                random.shuffle(new)
            case _:
                new.append(random.randrange(5))
        return new
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        number = str(int(value) + random.choice((-1, 1, 10))) if value.isdecimal() else value[:-1]
        return random.choice(["0", "", "1e3", number, value + "0"])
    if not isinstance(value, int):
        return random.choice([0, 1, "", [], {}])
    return random.choice([value + 1, value - 1, value + 7, -value, str(value), None, value + 0.5, 10**30])


def a_field(forgery: Forgery, random: Random, _: Forgery) -> bool:
    """Change something in certificate.json."""
    forgery.put(MANIFEST, json.dumps(altered(forgery.manifest, random)).encode())
    return True


def the_claim(forgery: Forgery, random: Random, _: Forgery) -> bool:
    """Change something in claim.json."""
    if CLAIM not in forgery.files:
        return False
    tell(forgery, altered(told(forgery), random))
    return True


def a_row(forgery: Forgery, random: Random, _: Forgery) -> bool:
    """Change a row of the table."""
    if TABLE not in forgery.files:
        return False
    rows(forgery, lambda lines: _damage(lines, random))
    return True


def _damage(lines: list[bytes], random: Random) -> None:
    at = random.randrange(len(lines)) if lines else 0
    match random.randrange(6):
        case 0 if lines:
            del lines[at]
        case 1 if lines:
            lines.insert(at, lines[at])
        case 2 if len(lines) > 1:
            other = random.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case 3 if len(lines) > 1 and b":" not in lines[at][:1]:
            lines[at] = str(random.randrange(4)).encode() + lines[at][1:]
        case _:
            nodes, _, ways = (lines[at] if lines else b": 1\n").partition(b": ")
            changed = int(ways) + random.choice((-1, 1, 10))
            lines[at : at + 1] = [b"%b: %d\n" % (nodes, changed)]


def a_cell(forgery: Forgery, random: Random, _: Forgery) -> bool:
    """Change a cell of a picture, or its shape."""
    names = sorted(name for name in forgery.files if name.startswith("solution-"))
    if not names:
        return False
    name = random.choice(names)
    data = bytearray(forgery.files[name] or b"\n")
    at = random.randrange(len(data))
    data[at : at + 1] = random.choice([b"#", b".", b"r", b"#", b".", b"", b"##"])
    forgery.put(name, bytes(data))
    return True


def a_clue(forgery: Forgery, random: Random, _: Forgery) -> bool:
    """Change a digit of the puzzle, or anything else in it."""
    data = bytearray(forgery.files[PUZZLE])
    spots = [at for at, char in enumerate(data) if chr(char).isdigit()]
    if random.random() < 0.2 or not spots:
        forgery.put(PUZZLE, mutated(bytes(data), random))
        return True
    data[random.choice(spots)] = ord(random.choice("1234"))
    forgery.put(PUZZLE, bytes(data))
    return True


def the_words(forgery: Forgery, random: Random, _: Forgery) -> bool:
    """Claim something else: another number, other words, another verdict."""
    said = forgery.manifest
    digits = [at for at, char in enumerate(said["claim"]) if char.isdigit()]
    if digits and random.random() < 0.5:
        at = random.choice(digits)
        number = str(max(0, int(said["claim"][at]) + random.choice((-1, 1))))
        forgery.say(claim=said["claim"][:at] + number + said["claim"][at + 1 :])
        return True
    verdict = random.choice([name for name in CLAIMS if name != said["verdict"]])
    relabelled(forgery, verdict, random.choice([said["claim"], CLAIMS[verdict].about]))
    return True


def relabelled(forgery: Forgery, verdict: str, claim: str) -> None:
    """Claim another verdict, with what files there are."""
    said = forgery.manifest
    entry, clauses = CLAIMS[verdict], forgery.files.pop(manifest.cnf_name(said["verdict"]), b"p cnf 1 0\n")
    for name in {CLAIM, TABLE} - set(entry.files):
        forgery.files.pop(name, None)
    if entry.proof:
        forgery.put(manifest.cnf_name(verdict), clauses)
        forgery.files.setdefault(CELLS, b"{}\n")
        forgery.files.setdefault(PROOF, lzma.compress(b"0\n"))
    else:
        forgery.files.pop(CELLS, None)
        forgery.files.pop(PROOF, None)
        forgery.say(formula=None, proof=None)
    forgery.say(verdict=verdict, claim=claim)
    with_pictures(forgery, said["solutions"] if entry.most is None else min(entry.most, said["solutions"]))


def with_pictures(forgery: Forgery, number: int) -> None:
    """Leave only the first pictures."""
    for later in range(number + 1, forgery.manifest["solutions"] + 1):
        forgery.take(f"solution-{later}.txt")
    forgery.say(solutions=number)


def fewer_pictures(forgery: Forgery, random: Random, _: Forgery) -> bool:
    """Leave some pictures out, or all but one: there is said to be no other."""
    number = forgery.manifest["solutions"]
    if number < 2:
        return False
    if random.random() < 0.5:
        relabelled(forgery, "unique", CLAIMS["unique"].about)
    else:
        with_pictures(forgery, random.randrange(1, number))
    return True


def exchanged(forgery: Forgery, random: Random, other: Forgery) -> bool:
    """Take one or two files of another certificate."""
    common = sorted((forgery.files.keys() & other.files.keys()) - {MANIFEST})
    clauses = [name for name in other.files if name.endswith(".cnf")]
    for name in random.sample(common, min(len(common), random.choice((1, 1, 2)))):
        forgery.put(name, other.files[name])
    if clauses and random.random() < 0.2 and PROOF in forgery.files:
        forgery.put(manifest.cnf_name(forgery.manifest["verdict"]), other.files[clauses[0]])
    return True


def a_step(forgery: Forgery, random: Random, _: Forgery) -> bool:
    """Change the proof: leave out a lemma, turn a literal, delete a clause, assert a RAT or what is false."""
    if PROOF not in forgery.files:
        return False
    lines = forgery.proof
    at = random.randrange(len(lines))
    variables = forgery.manifest["formula"]["variables"]
    clauses = forgery.files[manifest.cnf_name(forgery.manifest["verdict"])].splitlines(keepends=True)
    literal = random.choice((-1, 1)) * random.randint(1, variables + 1)
    match random.randrange(7):
        case 0:
            del lines[at:]
            lines.append(b"0\n")
        case 1:
            lines.insert(at, b"d " + random.choice(clauses[-30:]))
        case 2:
            lines.insert(at, b"%d 0\n" % literal)
            forgery.say(proof__extension=int(abs(literal) > variables))
        case 3:
            lines.insert(at, b"%d %d 0\n" % (variables + 1, literal))
            lines.insert(at + 1, b"%d 0\n" % -(variables + 1))
            forgery.say(proof__extension=1)
        case 4:
            lines[: at + 1] = []
        case _:
            lines = mutated(b"".join(lines), random).splitlines(keepends=True)
    forgery.prove(lines)
    return True


def a_clause(forgery: Forgery, random: Random, _: Forgery) -> bool:
    """Change the clauses: one less, one more, a literal less or turned."""
    if PROOF not in forgery.files:
        return False

    def change(lines: list[bytes]) -> None:
        at = random.randrange(sum(line[:1] in b"cp" for line in lines), len(lines))
        words = lines[at].split()[:-1]
        match random.randrange(5):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, b"%b 0\n" % random.choice(words))
            case 2:
                words.pop(random.randrange(len(words)))
                lines[at] = b" ".join([*words, b"0\n"])
            case _:
                lines[at] = mutated(lines[at], random)

    forgery.lines(manifest.cnf_name(forgery.manifest["verdict"]), change)
    return True


def a_literal(forgery: Forgery, random: Random, _: Forgery) -> bool:
    """Change the literal of a cell in one place."""
    if CELLS not in forgery.files:
        return False
    cells: dict[str, Any] = json.loads(forgery.files[CELLS])
    if not cells["literals"]:
        return False
    row = random.choice(cells["literals"])
    at = random.randrange(len(row))
    row[at] += random.choice((-2, -1, 1, 2, -2 * row[at] or 1))
    forgery.put(CELLS, (json.dumps(cells, separators=(",", ":")) + "\n").encode())
    return True


def a_false_lemma(forgery: Forgery, random: Random, other: Forgery) -> bool:
    """Claim too much, with a proof in which only a few lemmas, or one, do not follow."""
    return too_much(forgery, random, other) and forced(forgery, random, in_clauses=False)


def a_false_clause(forgery: Forgery, random: Random, other: Forgery) -> bool:
    """Claim too much, with a proof of clauses of which a few, or one, exclude solutions; at times with other
    literals of cells.
    """
    if not (too_much(forgery, random, other) and forced(forgery, random, in_clauses=True)):
        return False
    if random.random() < 0.6:
        a_literal(forgery, random, other)
    return True


def too_much(forgery: Forgery, random: Random, other: Forgery) -> bool:
    """Change what is claimed, most often to what is false."""
    return random.choice((fewer_pictures, fewer_pictures, the_claim, a_clue))(forgery, random, other)


def counted(forgery: Forgery, random: Random, other: Forgery) -> bool:
    """Prove it by sums, with new variables, and change a step of that."""
    _, refutation = refutation_of(forgery) or ("", None)
    clauses = encoded(refutation) if refutation else None
    if refutation is None or clauses is None:
        return False
    formula, added = clauses
    for clause in added:
        formula.add(*clause)
    sums = count_sums(refutation.problem, formula)
    if not sums.steps:
        return False
    missing, proof = proof_by_force([*formula.clauses, *sums.facts], set())
    if missing or not proof:
        return False
    forgery.prove([*((dimacs.step_line(step) + "\n").encode() for step in sums.steps), *proof])
    forgery.say(proof__extension=sums.new_variables)
    return a_step(forgery, random, other)


def another_puzzle(forgery: Forgery, _: Random, other: Forgery) -> bool:
    """Claim the same of the puzzle of another certificate."""
    forgery.put(PUZZLE, other.files[PUZZLE])
    return True


def a_digest(forgery: Forgery, random: Random, _: Forgery) -> bool:
    """Change a digit of a hash."""
    said = forgery.manifest
    stored = random.choice([*said["files"].values(), *filter(None, [said["proof"]])])
    at = random.randrange(64)
    digit = random.choice("0123456789abcdef".replace(stored["sha256"][at], ""))
    stored["sha256"] = stored["sha256"][:at] + digit + stored["sha256"][at + 1 :]
    forgery.put(MANIFEST, json.dumps(said).encode())
    return True


def _of_conflicts(change: Callable[[list[int], int, Random], list[int]]) -> Forger:
    """Change the clues of a conflict, given how many the puzzle prints."""

    def forge(forgery: Forgery, random: Random, _: Forgery) -> bool:
        if forgery.manifest["verdict"] != "conflict":
            return False
        clues: list[int] = told(forgery)["clues"]
        changed = change(clues, len(_names(forgery)), random)
        tell(forgery, {"clues": changed})
        return changed != clues

    return forge


def _names(forgery: Forgery) -> list[str]:
    return [one.name for one in manifest.read_puzzle(forgery.files[PUZZLE]).list_printed()]


def other_names(forgery: Forgery, random: Random, _: Forgery) -> bool:
    """Name other clues than those of a conflict, or say more of them."""
    said = forgery.manifest
    if said["verdict"] != "conflict":
        return False
    names = _names(forgery)
    named = join_names(random.sample(names, random.randint(1, len(names))))
    more = "are the smallest set of clues that have no common solution"
    end = random.choice(["have no common solution"] * 3 + [more])
    forgery.say(claim=f"{named} {end}")
    return True


FORGERS: dict[str, Forger] = {
    "a field of certificate.json": a_field,
    "claim.json": the_claim,
    "a row of the table": a_row,
    "a cell of a picture": a_cell,
    "a clue": a_clue,
    "the claim in words": the_words,
    "pictures left out": fewer_pictures,
    "files of another certificate": exchanged,
    "a step of the proof": a_step,
    "a step of a proof by sums": counted,
    "a clause": a_clause,
    "a literal of a cell": a_literal,
    "a false lemma": a_false_lemma,
    "a false clause": a_false_clause,
    "another puzzle": another_puzzle,
    "a digest": a_digest,
    "a conflict of fewer clues": _of_conflicts(
        lambda clues, _, random: sorted(random.sample(clues, max(0, len(clues) - random.choice((1, 1, 2)))))
    ),
    "a conflict of other clues": _of_conflicts(
        lambda clues, number, random: sorted(random.sample(range(number), min(len(clues), number)))
    ),
    "a conflict of no clues": _of_conflicts(
        lambda clues, number, random: [*clues[1:], random.choice((-1, number, number + 7, *clues[:1]))]
    ),
    "names of other clues": other_names,
}

FITTING = {"a false lemma", "a false clause", "a literal of a cell", "names of other clues"}
"""Those after which nothing is written again: all else fits already, or that would undo them."""


def damaged(forgery: Forgery, random: Random) -> Forgery:
    """Change the content of a certificate: its claim, its table, its pictures, its puzzle, its words."""
    forgers = [the_claim, the_claim, a_row, a_row, a_cell, a_clue, the_words]
    while not random.choice(forgers)(forgery, random, forgery):
        pass
    return forgery
