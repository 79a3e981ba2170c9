"""Whether the hot files run as machine code or are interpreted.

A hot file is an `x.py` with an `x.pxd` beside it; `hatch_build.py` compiles these when nonosat is installed. The
results are the same either way. They are interpreted if they were not compiled, if a source has changed since,
or if the environment variable `NONOSAT_INTERPRETED` is set: for a debugger, or to measure coverage.
"""

from __future__ import annotations

import json
import os
import sys
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path

MANIFEST = "_compiled.json"
SWITCH = "NONOSAT_INTERPRETED"

_HERE = Path(__file__).parent


def digest(source: Path) -> str:
    """Return a digest of a hot file and its C types."""
    text = source.read_bytes() + source.with_suffix(".pxd").read_bytes()
    return blake2b(text, digest_size=8).hexdigest()


def reason() -> str:
    """Return why the hot files run interpreted; an empty text if they run as machine code."""
    if os.environ.get(SWITCH):
        return f"{SWITCH} is set"
    try:
        compiled = json.loads((_HERE / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return "nonosat was installed without a compiler; install one and nonosat again"
    for name, was in compiled.items():
        source = (_HERE.parent / name).with_suffix(".py")
        if not any(source.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES):
            return f"{name} was not compiled for this Python; install nonosat again"
        if digest(source) != was:
            return f"{name}.py has changed since it was compiled; run: python hatch_build.py"
    return ""


class _FromSource:
    """Finds the sources of hot files, where the import system would prefer extension modules."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if not name.startswith("nonosat."):
            return None
        source = _HERE.joinpath(*name.split(".")[1:]).with_suffix(".py")
        return spec_from_file_location(name, source) if source.with_suffix(".pxd").exists() else None


interpreted = reason()
"""Why the hot files run interpreted in this process; empty if they do not."""

if interpreted:
    sys.meta_path.insert(0, _FromSource)
