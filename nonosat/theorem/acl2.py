"""ACL2, and the books of the theorem: certified once for each user, and kept in the cache folder."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Sequence
from pathlib import Path

from nonosat.errors import InputError, writing
from nonosat.processes import programs
from nonosat.processes.clock import Clock
from nonosat.processes.files import lock_file
from nonosat.processes.limits import machine_memory
from nonosat.processes.progress import Stage
from nonosat.proofs.checkers import CHECKERS, missing
from nonosat.registry.programs import program_path

KINDS = ("nonogram", "triddler", "mosaic", "springs", "strips")
"""The kinds whose rules the books state, each in a page of its own."""

BOOKS = (
    *("problem", "notation", *KINDS, "kinds", "meaning"),
    *("word", "machine", "sets", "moves", "meanings", "sweep", "clauses", "refuted"),
    *("tries", "ways", "claims", "givens", "repair", "count", "theorem", "verify", "closed"),
)
"""The books, in their order; the last one includes all others."""

_PLACE = Path(__file__).with_name("books")
_PACKAGE = "cert.acl2"
"""What ACL2 reads before a book; the name is that of its own build tools."""

STRICTLY = ":uncertified-okp nil :defaxioms-okp nil :skip-proofs-okp nil :ttags nil"
"""ACL2 includes no book that is not certified, or assumes anything."""

_COLLECT_FROM = 1 << 30
"""Bytes from which on ACL2's Lisp collects garbage; by itself it waits until most of the memory is full."""

_REFUSED = "s REFUSED"
_END = "that is all"
_PROMPT = "ACL2 !>"


def sources() -> dict[str, bytes]:
    """Return the books, and what is read before them, by the names of their files."""
    return {name: (_PLACE / name).read_bytes() for name in (_PACKAGE, *(f"{book}.lisp" for book in BOOKS))}


def run(script: str, clock: Clock, *more: str) -> list[str]:
    """Return the lines that ACL2 prints for scripts, whose errors it prints, too. It reads each one, even if
    Lisp has given up the one before. Raises InputError or LimitReached if it did not get to the end.
    """
    with programs.folder() as place:
        reading = ""
        for number, text in enumerate((script, *more)):
            path = place / f"script-{number}.lsp"
            path.write_text(text, encoding="ascii")
            reading += f'(ld "{path}" :ld-error-action :continue)\n'
        reading += f'(cw "~%{_END}~%")\n'
        share = min(0.7, _COLLECT_FROM / machine_memory())
        settings = {"GCL_GC_PAGE_MIN": f"{share / 2:.6f}", "GCL_GC_PAGE_MAX": f"{share:.6f}"}
        command = [program_path("acl2") or "acl2"]
        ended = programs.run(command, clock.deadline, script=reading, settings=settings)
    lines = [line.rpartition(_PROMPT)[2].lstrip(">").strip() for line in ended.output.splitlines()]
    if _END not in lines:
        raise InputError(missing("theorem") or f"ACL2 {ended.how}; its last line was: {ended.last_words}")
    return lines


def run_with_books(script: str, clock: Clock, *more: str) -> list[str]:
    """Return the lines that ACL2 prints for scripts that need the books.

    They are certified if they are not yet, or not by this ACL2, or if ACL2 finds that their hashes differ.
    """
    place = folder()
    if not _are_written(place):
        _certify(place, clock)
    script = f'(include-book "{place / BOOKS[-1]}" {STRICTLY})\n{script}'
    lines = run(script, clock, *more)
    if _misses_book(lines):
        _certify(place, clock)
        lines = run(script, clock, *more)
    return lines


def judging(folder: Path) -> tuple[str, str]:
    """Return the scripts that let ACL2 judge the files of a claim."""
    return f'(verify-files "{folder}")', "(settle)"


def refusal(lines: Sequence[str]) -> str:
    """Return in words what ACL2 has refused. Raises InputError if it has come to no verdict."""
    for line in lines:
        if line.startswith(_REFUSED):
            _, _, file = line.rpartition("/")
            return f"ACL2's {file}" if file != line else "ACL2 refuses the claim, a picture or a clause"
        if line.startswith("HARD ACL2 ERROR in "):  # its LRAT checker says so
            return "ACL2 refuses the proof"
    raise InputError(f"ACL2 gave up: {next((line for line in lines if 'rror:' in line), 'nothing said why')}")


def folder() -> Path:
    """Return the folder in the user's cache for these books and this ACL2."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    digest = hashlib.sha256(repr(sources()).encode())
    program = Path(program_path("acl2") or "acl2")
    digest.update(f"{program} {program.stat().st_mtime_ns}".encode())  # another ACL2 needs other certificates
    return Path(cache, "nonosat", f"theorem-{digest.hexdigest()[:16]}")


def _are_written(place: Path) -> bool:
    texts = sources()
    if not all((place / name).exists() for name in (f"{BOOKS[-1]}.cert", *texts)):
        return False
    return all((place / name).read_bytes() == text for name, text in texts.items())


def _misses_book(lines: list[str]) -> bool:
    return any("INCLUDE-BOOK" in line and "Error" in line for line in lines)


def _certify(place: Path, clock: Clock) -> None:
    """Certify the books here, or wait until another process has."""
    with writing(place):
        place.mkdir(parents=True, exist_ok=True)
        with (place / "lock").open("w") as lock:
            waited = False
            while not lock_file(lock.fileno()):
                waited = True
                clock.check()
                time.sleep(0.1)
            if not (waited and _are_written(place)):
                _certify_all(place, clock)


def _certify_all(place: Path, clock: Clock) -> None:
    for book in BOOKS:
        (place / f"{book}.cert").unlink(missing_ok=True)
    for name, text in sources().items():
        (place / name).write_bytes(text)
    done = 0
    with Stage("certifying the books of the theorem, once", lambda: f"{done} of {len(BOOKS)}"):
        for book in BOOKS:
            lines = run(f'(ld "{place / _PACKAGE}")\n(certify-book "{place / book}" ?)', clock)
            if not (place / f"{book}.cert").exists():
                needs = f" (needed: {CHECKERS['theorem'].install})" if _misses_book(lines) else ""
                raise InputError(f"ACL2 does not certify the book {book}{needs}")
            done += 1
