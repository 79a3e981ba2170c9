"""The Python packages that the browser runs, as archives: nonosat as it is installed here or compiled for
WebAssembly, what it needs that is pure Python, and PySAT.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from nonosat import InputError, __version__, shipped

_PACKAGES = ("yaml", "defusedxml", "six", "segno")
_KEPT = (".py", ".js", ".css", ".html", ".yaml", ".icc", "")
"""The suffixes of files that are taken: no machine code of this platform."""


def archive(pysat: Path, own: Path | None = None) -> bytes:
    """Return what nonosat needs to start, from PySAT's wheel, and from its own if there is one. Raises
    InputError if that is of another version than this.
    """
    found = dict(_from_wheel(pysat))
    if own:
        if own.name.split("-")[1] != __version__:
            raise InputError(f"expected the wheel of nonosat {__version__}", str(own))
        return packed(_PACKAGES, found | dict(_from_wheel(own)))
    for room in ("models", "instances"):
        for path in shipped(room).values():
            found[f"nonosat/data/{room}/{path.name}"] = path.read_bytes()
    return packed(("nonosat", *_PACKAGES), found)


def packed(packages: Iterable[str], files: Mapping[str, bytes]) -> bytes:
    """Return these packages, as they are installed here, and files; always the same for the same files."""
    found = dict(files)
    for package in packages:
        found |= _installed(package)
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for name in sorted(found):
            file.writestr(_entry(name), found[name], ZIP_DEFLATED, 9)
    return content.getvalue()


def _entry(name: str) -> ZipInfo:
    return ZipInfo(name, (1980, 1, 1, 0, 0, 0))


def _from_wheel(path: Path) -> Iterator[tuple[str, bytes]]:
    with ZipFile(path) as wheel:
        for name in wheel.namelist():
            if not name.endswith("/") and ".data/" not in name:
                yield name, wheel.read(name)


def _installed(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a package or module by their names in the archive."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise InputError(f"the package {name} is not installed, which the site needs")
    origin = Path(spec.origin)
    if origin.name != "__init__.py":
        yield origin.name, origin.read_bytes()
        return
    for path in sorted(origin.parent.rglob("*")):
        if (
            path.suffix in _KEPT
            and path.is_file()
            and "data" not in path.relative_to(origin.parent).parts[:1]
        ):
            yield path.relative_to(origin.parent.parent).as_posix(), path.read_bytes()
