"""The folders of model cards and instances: the checkout's first, then the package's.

An editable install may have stale copies of the folders in its wheel, so the checkout, if there is one, takes
precedence.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """Return the path of the folder `models` or `instances`."""
    checkout = _PACKAGE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    return _PACKAGE / "data" / name


@cache
def shipped(name: str) -> dict[str, Path]:
    """Return the YAML files of a folder by their names, sorted."""
    return {path.stem: path for path in sorted(folder(name).glob("*.yaml"))}
