"""Random certificates under the checker `theorem`, and forgeries of what ACL2 gets, many in one run of it.

    python -m tests.theorem                     # up to 100 certificates of each kind and claim
    python -m tests.theorem --each 5 --forged 2 --seconds 600 --from 1000
    python -m tests.theorem dom-13 dom-14       # these puzzles

Each claim of a forgery is false. `--forged` says how many are made of each certificate.
"""

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

import nonosat
from nonosat import toolkit
from nonosat.processes import programs
from nonosat.processes.clock import Clock
from nonosat.proofs.verify import Verification, verify
from nonosat.puzzles import Puzzle
from nonosat.theorem import acl2
from tests.brute import random_puzzle

QUESTIONS = "", "multiple", "certain", "count", "givens", "repair"
BATCH = 60  # certificates that are made before they are judged
RUN = 100  # of their files in one run of ACL2, for which it reads as many lines thrice
LARGEST = 30  # solutions that are listed
REFUSALS = "is cut short", "cannot be read", "s REFUSED", "HARD ACL2 ERROR"
"""How ACL2 says no; its own LRAT checker stops with an error at a wrong proof."""

Files = dict[str, bytes]


def certified(puzzle: Puzzle, question: str, path: Path) -> str | None:
    """Write the certificate of an answer; return its verdict, None if there is none."""
    if question in ("", "multiple"):
        most = 1 if question else LARGEST
        _, certificate = nonosat.prove(puzzle, path, all_up_to=most)
    else:
        _, certificate = toolkit.prove_answer(puzzle, question, path)
    return certificate.verdict if certificate else None


def given_to_acl2(certificate: Path, folder: Path) -> Files:
    """Return the files that ACL2 gets for a certificate, which are also left in a new folder."""
    folder.mkdir()
    with (
        patch.object(programs, "folder", lambda: nullcontext(folder)),
        patch.object(acl2, "run_with_books", lambda *_: ["s REFUSED"]),
    ):
        assert not verify(certificate, "theorem").verified
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def printed_for(folders: Sequence[Path]) -> list[list[str]]:
    """Return what ACL2 prints for the files of each folder, in few runs."""
    found: list[list[str]] = []
    for begin in range(0, len(folders), RUN):
        some = folders[begin : begin + RUN]
        scripts = (script for folder in some for script in ('(cw "case~%")', *acl2.judging(folder)))
        text = "\n".join(acl2.run_with_books("(look-up-again)", Clock(), *scripts))
        found += [case.split("\n") for case in text.split("case\n")[1:]]
    return found


def verified_by(certificate: Path, printed: list[str]) -> Verification:
    """Verify a certificate for which ACL2 has printed this."""
    with patch.object(acl2, "run_with_books", lambda *_: printed):
        return verify(certificate, "theorem")


def falsified(claim: str, random: Random) -> str:
    """Return a false claim: with another clue or cell in a picture, or with less than is true."""
    at = claim.rindex("\n  ((")
    puzzle, (pictures, said) = claim[:at], claim[at:].split("))", 1)
    clues = [*re.finditer(r'(?<=")\d[\d ]*(?=")', puzzle)]  # without a range
    if clues and random.random() < 0.3 and not claim.startswith("(repair"):
        clue = random.choice(clues)
        digit = random.choice([k for k in range(*clue.span()) if claim[k].isdigit()])
        return claim[:digit] + random.choice("123456789".replace(claim[digit], "")) + claim[digit + 1 :]
    shown = pictures.removeprefix("\n  (").split("\n   ")
    shown = [f"{one.removesuffix(')')})" for one in shown]
    name = claim[1 : claim.index("\n")]
    # Another solution in place of a picture would leave a count true, or that givens are the fewest.
    if name in ("count", "givens") or (random.random() < 0.5 and (name == "exactly" or "." in said)):
        if name == "exactly":
            del shown[random.randrange(len(shown))]
        elif name == "count":
            said = re.sub(r"\d+", lambda number: str(int(number[0]) + random.choice((-1, 1))), said)
        else:
            said = re.sub(r" (\d+|\(\d+ \. \d+\))\)\)$", "))", said.rstrip())
    else:
        number = random.randrange(len(shown)) if name != "repair" else 0
        one = shown[number]
        cell = random.choice([k for k, char in enumerate(one) if char not in '/\\() "'])
        other = random.choice(".#01".replace(one[cell], ""))
        for k in range(len(shown)) if name == "certain" else [number]:  # a value is in no picture then
            if shown[k][cell] == one[cell]:
                shown[k] = shown[k][:cell] + other + shown[k][cell + 1 :]
    return puzzle + "\n  (" + "\n   ".join(shown) + ")" + said


def broken(files: Files, random: Random) -> Files:
    """Return the files with a false claim, and a few more things changed."""
    found = dict(files)
    found["claim.lsp"] = falsified(found["claim.lsp"].decode(), random).encode()
    for _ in range(random.randrange(5)):
        name = random.choice(["table.lsp", "formula.cnf", "proof.clrat"])
        data = found[name]
        if random.random() < 0.1:
            found[name] = data[: random.randrange(len(data) + 1)]
            break
        if name == "formula.cnf" and random.random() < 0.7:
            lines = data.splitlines(keepends=True)
            lines[random.randrange(1, len(lines))] = b"%d 0\n" % random.choice((1, -1, 2, -2, 5, -5))
            found[name] = b"".join(lines)
            continue
        digits = [at for at, byte in enumerate(data) if name == "proof.clrat" or chr(byte).isdigit()]
        by = random.randrange(256) if name == "proof.clrat" else random.choice(b"0123")
        at = random.choice(digits)
        found[name] = data[:at] + bytes([by]) + data[at + 1 :]
    return found


def forge(files: Files, folder: Path, count: int, random: Random) -> list[Path]:
    """Write so many forgeries to new folders."""
    folders = [folder.with_name(f"{folder.name}-forged-{number}") for number in range(count)]
    for one in folders:
        one.mkdir()
        for name, data in broken(files, random).items():
            (one / name).write_bytes(data)
    return folders


class Campaign:
    """Certificates and forgeries, batch by batch; `faults` are what should not have been."""

    def __init__(self, forged: int) -> None:
        self.forged = forged
        self.proven: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.faults: list[str] = []

    def judge(self, certificates: dict[Path, str], place: Path) -> None:
        """Let ACL2 judge some certificates, which have a name each, and forgeries of them."""
        given: dict[Path, Path] = {}
        forgeries: list[Path] = []
        for path, name in certificates.items():
            given[path] = place / f"files-{path.name}"
            files = given_to_acl2(path, given[path])
            if "multiple" not in name and "none" not in name:
                forgeries += forge(files, given[path], self.forged, Random(path.name))
        for path, printed in zip(given, printed_for([*given.values()]), strict=True):
            report = verified_by(path, printed)
            self.proven[certificates[path]] += report.verified
            if not report.verified:
                self.faults.append(f"{certificates[path]} {path.name}: {report.failure}")
        for folder, printed in zip(forgeries, printed_for(forgeries), strict=True):
            text = "\n".join(printed)
            how = next((how for how in REFUSALS if how in text), "")
            if not how or "s VERIFIED" in text:
                self.faults.append(f"forgery {folder.name}: {printed[:6]}")
            self.refused[how] += 1


def main(words: list[str] | None = None) -> int:
    """Run a campaign; 1 if there are faults."""
    parser = argparse.ArgumentParser(prog="python -m tests.theorem", description=__doc__)
    for name, default in ("each", 100), ("forged", 1), ("seconds", 3600), ("from", 0):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N")
    parser.add_argument("puzzles", nargs="*", metavar="PUZZLE")
    asked = vars(parser.parse_args(words))
    campaign, seen, number = Campaign(asked["forged"]), Counter[str](), asked["from"]
    with TemporaryDirectory() as folder:
        named: dict[Path, str] = {}
        for at, name in enumerate(asked["puzzles"]):
            path = Path(folder, f"it-{at}")
            named[path] = f"{name} {certified(nonosat.load(name), '', path)}"
        campaign.judge(named, Path(folder))
    if named:
        print(dict(campaign.proven), dict(campaign.refused), campaign.faults)
        return 1 if campaign.faults else 0
    end = time.monotonic() + asked["seconds"]
    while time.monotonic() < end:
        with TemporaryDirectory() as folder:
            some: dict[Path, str] = {}
            while len(some) < BATCH and time.monotonic() < end:
                puzzle, verdict = random_puzzle(number), None
                for question in QUESTIONS:
                    if verdict in ("unique", "none") and question not in ("certain", "repair"):
                        continue  # it would get the same certificate again
                    path = Path(folder, f"{number}{question}")
                    try:
                        verdict = certified(puzzle, question, path)
                    except nonosat.InputError:
                        continue  # no certificate of this question for this kind
                    name = f"{puzzle.kind} {verdict}"
                    if verdict and seen[name] < asked["each"]:
                        some[path] = name
                        seen[name] += 1
                number += 1
            campaign.judge(some, Path(folder))
        print(
            number, dict(sorted(campaign.proven.items())), dict(campaign.refused), campaign.faults, flush=True
        )
    return 1 if campaign.faults else 0


if __name__ == "__main__":
    sys.exit(main())
