"""Forged certificates: changed files, hashes made to fit, random mutations."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

MANIFEST, PROOF = "certificate.json", "proof.drat.xz"


class Forgery:
    """A certificate's files by name, to be changed at will."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files

    @classmethod
    def read(cls, folder: Path) -> Forgery:
        return cls({path.name: path.read_bytes() for path in folder.iterdir()})

    def copy(self) -> Forgery:
        return Forgery(dict(self.files))

    def write(self, folder: Path) -> Path:
        path = folder / f"forgery-{len(list(folder.iterdir()))}"
        path.mkdir()
        for name, data in self.files.items():
            (path / name).write_bytes(data)
        return path

    @property
    def manifest(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.files[MANIFEST])
        return found

    def put(self, name: str, data: bytes) -> Forgery:
        self.files[name] = data
        return self

    def take(self, name: str) -> bytes:
        """Take a file away."""
        return self.files.pop(name)

    def say(self, **changes: Any) -> Forgery:
        """Change what certificate.json says; `part__key` reaches into a part."""
        data = self.manifest
        for name, value in changes.items():
            part, _, key = name.rpartition("__")
            (data[part] if part else data)[key] = value
        return self.put(MANIFEST, json.dumps(data).encode())

    @property
    def proof(self) -> list[bytes]:
        """The proof's lines, with their ends."""
        return lzma.decompress(self.files[PROOF]).splitlines(keepends=True)

    def prove(self, lines: list[bytes]) -> Forgery:
        """Replace the proof."""
        return self.put(PROOF, lzma.compress(b"".join(lines)))

    def edit(self, name: str, old: bytes, new: bytes) -> Forgery:
        """Replace a part of a file that is there."""
        assert old in self.files[name]
        return self.put(name, self.files[name].replace(old, new, 1))

    def lines(self, name: str, change: Callable[[list[bytes]], Any]) -> Forgery:
        """Change the lines of a file in place."""
        lines = self.files[name].splitlines(keepends=True)
        change(lines)
        return self.put(name, b"".join(lines))

    def sealed(self) -> Forgery:
        """Make all lengths and hashes fit the files that exist."""
        data = self.manifest
        data["files"] = {name: _seal(file) for name, file in self.files.items() if name != MANIFEST}
        if PROOF in self.files:
            text = lzma.decompress(self.files[PROOF])
            data["proof"] |= {"steps": text.count(b"\n"), **_seal(text)}
        return self.put(MANIFEST, json.dumps(data).encode())


def _seal(data: bytes) -> dict[str, Any]:
    return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def mutated(data: bytes, random: Random) -> bytes:
    """Return a text with one thing changed: a byte, a number, a line."""
    at = random.randrange(len(data))
    lines = data.splitlines(keepends=True)
    line, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(8):
        case 0:
            return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
        case 1:
            return data[:at] + data[at + 1 :]
        case 2:
            return data[:at] + bytes([random.choice(b'0123456789- \n"{}[]d#.?')]) + data[at:]
        case 3:
            return data[:at]
        case 4:
            del lines[line]
        case 5:
            lines.insert(other, lines[line])
        case 6:
            lines[line], lines[other] = lines[other], lines[line]
        case _:
            words = lines[line].split(b" ")
            word = random.randrange(len(words))
            words[word] = words[word][1:] if words[word].startswith(b"-") else b"-" + words[word]
            lines[line] = b" ".join(words)
    return b"".join(lines)
