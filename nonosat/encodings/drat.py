"""DRAT proofs as text: one step per line, `1 -2 0` for a lemma and `d 1 -2 0` for a deletion.

The last line is `0`, the empty clause. Solvers vary (CaDiCaL writes binary, others leave out the empty clause
if propagation alone refutes); only this form is stored, and it is read strictly. Everything here streams: a
proof may be larger than memory.
"""

from __future__ import annotations

import hashlib
import io
import lzma
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from nonosat.words import shorten

Step = tuple[bool, list[int]]
"""(is it a deletion?, the literals)"""

END = b"0"

# Reading a number takes time quadratic in its length, so that is limited; variables have fewer digits.
_STEP = re.compile(rb"(d )?(?:-?[1-9][0-9]{0,19} )*0")
_PIECE = 1 << 18
_XZ_MEMORY = 1 << 28  # bytes that unpacking may use, whatever the file requests


class ProofError(Exception):
    """The proof is wrong; the message names the step and says why."""


def steps(text: BinaryIO, variables: int) -> Iterator[Step]:
    """Yield the steps of a proof over the variables 1..`variables`, up to the empty clause.

    Raises ProofError if a line is not a step, or if there are data after the end.
    """
    longest = 4 * variables * len(str(variables)) + 16  # bytes: each literal, with its sign and blank
    number, line = 0, b""
    while line != END:
        number += 1
        whole = text.readline(longest + 1)
        line = whole.removesuffix(b"\n")
        if not whole:
            raise ProofError(f"the proof ends after {number - 1} steps without the empty clause")
        if not whole.endswith(b"\n"):
            raise ProofError(f"step {number} is not a step of a proof: {_show(line)}")
        yield _step(line, number, variables)
    if text.read(1):
        raise ProofError(f"step {number} is the empty clause, but the proof continues")


def steps_of(lines: Iterable[bytes], variables: int) -> Iterator[Step]:
    """Yield the steps of a proof that a solver wrote, by its lines. Raises ProofError as `steps` does."""
    for number, line in enumerate(lines, start=1):
        yield _step(line, number, variables)


def _step(line: bytes, number: int, variables: int) -> Step:
    if not _STEP.fullmatch(line):
        raise ProofError(f"step {number} is not a step of a proof: {_show(line)}")
    deletion = line.startswith(b"d ")
    literals = list(map(int, line[2:].split() if deletion else line.split()))
    literals.pop()
    if literals and max(max(literals), -min(literals)) > variables:
        raise ProofError(f"step {number} has a variable that no clause has: {_show(line)}")
    return deletion, literals


class Unpacked(io.RawIOBase):
    """The text of a proof, unpacked while it is read, with its length and hash; ends a byte past `length`."""

    def __init__(self, file: BinaryIO, length: int) -> None:
        self._file = file
        self._left = length + 1
        self._xz = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
        self.length = 0
        self.digest = hashlib.sha256()

    def readable(self) -> bool:
        """See io.RawIOBase."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """See io.RawIOBase. Raises ProofError if the file is truncated or not an xz file."""
        data = b""
        try:
            while not data and not self._xz.eof and self._left:
                packed = self._file.read(1 << 16) if self._xz.needs_input else b""
                if self._xz.needs_input and not packed:
                    raise ProofError("the proof is truncated")
                data = self._xz.decompress(packed, min(len(buffer), self._left))
        except lzma.LZMAError as error:
            raise ProofError(f"the proof is not an xz file: {error}") from None
        if self._xz.eof and (self._xz.unused_data or self._file.read(1)):
            raise ProofError("the proof has data after its end")
        buffer[: len(data)] = data
        self._left -= len(data)
        self.length += len(data)
        self.digest.update(data)
        return len(data)


def lines_of_file(path: Path) -> Iterator[bytes]:
    """Yield the lines of a proof in a file, as text or in the binary form, in which every step ends with a
    zero byte.
    """
    with path.open("rb") as file:
        binary = b"\0" in file.read(_PIECE)
        file.seek(0)
        yield from lines_of_binary(file) if binary else lines_of(file)


def lines_of(proof: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a proof that a solver wrote as text, up to and including the empty clause."""
    for whole in proof:
        line = b" ".join(whole.split())
        if line == END:
            break
        if line:
            yield line
    yield END


def lines_of_binary(proof: BinaryIO) -> Iterator[bytes]:
    """Yield the same lines of a proof in the binary form.

    A step is `a` or `d`, then literals, then a zero byte. A literal is 2v, or 2v+1 if negated, in seven bits
    per byte, the low ones first; all its bytes but the last have the eighth bit set.
    """
    known = _Numbers()
    for step in _until_zero(proof):
        letter, literals = step[:1], b" ".join([known[number] for number in _NUMBER.findall(step, 1)])
        if letter == b"a" and not literals:
            break
        yield (b"d " if letter == b"d" else b"") + literals + b" 0"
    yield END


_NUMBER = re.compile(rb"[\x80-\xff]*[\x01-\x7f]")


class _Numbers(dict[bytes, bytes]):
    """Literals as text, by their binary form: a proof repeats a few thousand of them."""

    def __missing__(self, code: bytes) -> bytes:
        number = sum((byte & 127) << 7 * k for k, byte in enumerate(code))
        self[code] = text = b"%d" % (-(number >> 1) if number & 1 else number >> 1)
        return text


def _until_zero(proof: BinaryIO) -> Iterator[bytes]:
    rest = b""
    while piece := proof.read(_PIECE):
        *whole, rest = (rest + piece).split(b"\0")
        yield from whole


def pieces(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Join lines into larger pieces."""
    held: list[bytes] = []
    size = 0
    for line in lines:
        held.append(line)
        size += len(line) + 1
        if size > _PIECE:
            yield b"\n".join(held) + b"\n"
            held, size = [], 0
    if held:
        yield b"\n".join(held) + b"\n"


def show_lemma(literals: Iterable[int]) -> str:
    """Return a lemma for a message, shortened."""
    return shorten(" ".join(map(str, literals)) or "the empty clause")


def _show(line: bytes) -> str:
    return shorten(line.decode("ascii", "backslashreplace"))
