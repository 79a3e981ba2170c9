"""Writes the site into a folder.

Its files refer to each other alone: a browser asks no other server for anything. The Python packages that it
runs are archives: nonosat as it is installed here or compiled for WebAssembly, what it needs that is pure
Python, and PySAT.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from html import escape
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from nonosat import InputError, Puzzle, __version__, draw, list_shipped, load, load_all
from nonosat.studio.page_files import studio_page
from nonosat.studio.site.ask import LATE
from nonosat.toolkit import files, templates, write, write_player

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
"""The files of the npm package pyodide that a browser loads."""

_WHEEL = "python_sat-*wasm32.whl"
_OWN_WHEEL = "nonosat-*wasm32.whl"
_NUMPY = "numpy-*wasm32.whl"
_SUMS = "SHA256SUMS"
_BY_LINK = ("nonogram", "mosaic", "triddler")
"""The kinds that the page for links shows."""

_FOLDER = "site"  # the key of the only folder

_FIRST = "gchq"
"""The puzzle that the start page shows first."""

_POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; style-src 'unsafe-inline';"
    " img-src blob: data:"
)


def write_site(folder: Path, source: Path, force: bool = False) -> list[tuple[str, int]]:
    """Write the site; return its files with their sizes. `source` has the files of the npm package pyodide,
    itself or in `package/`, PySAT's wheel for WebAssembly, and perhaps nonosat's and numpy's.

    Raises InputError if something is missing, or if one of its files exists, unless `force` is given.
    """
    made = dict(_python(source))
    size = sum(len(gzip.compress(content, 6)) for content in made.values())
    made |= _pages(sum(map(len, made.values())), size)
    at_once = sorted({*made, "./"})
    made["pdf.zip"] = pack(LATE, {})
    made |= numpy_of(source)
    sums = "".join(f"{sha256(made[name]).hexdigest()}  {name}\n" for name in sorted(made))
    known = {"name": f"nonosat {sha256(sums.encode()).hexdigest()[:16]}", "files": at_once}
    worker = templates.template(__package__, "page/offline.js")
    offline = f"const site = {templates.script_json(known)};\n{worker}\n"
    made["offline.js"] = offline.encode()
    made[_SUMS] = f"{sums}{sha256(made['offline.js']).hexdigest()}  offline.js\n".encode()
    for name in made:
        files.require_new(folder / name, force)
    with files.writing(folder):
        for name, content in made.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            files.put_file(folder / name, content)
    return [(name, len(made[name])) for name in sorted(made)]


def _python(source: Path) -> Iterator[tuple[str, bytes]]:
    """Yield what a browser loads before it can run nonosat."""
    package = _package(source)
    wheels = sorted(source.glob(_WHEEL))
    missing = [name for name in PYODIDE if not (package / name).is_file()] + ([] if wheels else [_WHEEL])
    if missing:
        raise InputError(f"{missing[0]} is missing; docs/site.md says where it comes from", str(source))
    with files.reading(source):
        for name in PYODIDE:
            yield f"pyodide/{name}", (package / name).read_bytes()
        own = sorted(source.glob(_OWN_WHEEL))
        yield "python.zip", archive(wheels[-1], own[-1] if own else None)


def numpy_of(source: Path) -> dict[str, bytes]:
    """Return numpy, which reads printed numbers; nothing without its wheel. Raises InputError if that is not
    the one that Pyodide knows.
    """
    wheels = sorted(source.glob(_NUMPY))
    if not wheels:
        return {}
    with files.reading(source):
        lock = json.loads((_package(source) / "pyodide-lock.json").read_bytes())
        if sha256(wheels[-1].read_bytes()).hexdigest() != lock["packages"]["numpy"]["sha256"]:
            raise InputError("expected the wheel whose sum is in pyodide-lock.json", str(wheels[-1]))
        return {"numpy.zip": pack((), dict(_from_wheel(wheels[-1])))}


def _package(source: Path) -> Path:
    return source / "package" if (source / "package").is_dir() else source


def _pages(size: int, compressed: int) -> dict[str, bytes]:
    start = templates.fill_page(
        __package__,
        "page/index",
        {
            "meta": f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            "board-style": templates.template("nonosat", "pages/shared/board.css"),
            "answer-style": templates.template("nonosat.studio", "page/answer.css"),
            "version": __version__,
            "megabytes": f"{size / 1e6:.0f}",
            "compressed": f"{compressed / 1e6:.0f}",
            "gallery": "\n".join(_gallery()),
            **_first(),
        },
    )
    return {
        "index.html": start.encode(),
        "index.js": templates.script("studio/site/page/index.js").encode(),
        "worker.js": templates.template(__package__, "page/worker.js").encode(),
        "play.html": write_player(
            offered={
                _address(*one): one[1] for one in sorted(_players(), key=lambda one: len(one[1].cell_sizes))
            }
        ).encode(),
        **{
            _address(name, puzzle): write_player(puzzle, gallery="play.html").encode()
            for name, puzzle in _players()
            if puzzle.kind not in _BY_LINK
        },
        "studio.html": _studio().encode(),
        "transport.js": ('"use strict";\n' + templates.script("studio/site/page/transport.js")).encode(),
    }


def _studio() -> str:
    """Return the studio's page, with the transport to a Web Worker; the start page takes pictures. A page in
    its frame inherits the policy, and has scripts of its own.
    """
    policy = (
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; worker-src 'self';"
        " connect-src 'self' blob:; img-src 'self' blob: data:; frame-src blob:; base-uri 'none'"
    )
    head = f'<head>\n<meta http-equiv="Content-Security-Policy" content="{policy}">'
    page = studio_page(_FOLDER).html.replace("<head>", f'{head}\n<script src="transport.js"></script>', 1)
    return page.replace('id="picture-open"', 'id="picture-open" data-elsewhere="index.html#open"', 1)


def _players() -> Iterator[tuple[str, Puzzle]]:
    """Yield the instances that have one puzzle, which a playable page shows."""
    for name in list_shipped("instances"):
        puzzle, *others = load_all(name)
        if not others and (puzzle.kind in _BY_LINK or puzzle.is_declared):
            yield name, puzzle


def _address(name: str, puzzle: Puzzle) -> str:
    """Return where a puzzle is played: in a link, or on a page of its own."""
    if puzzle.kind in _BY_LINK:
        return f"play.html{str(write(puzzle, 'link')).strip()}"
    return f"play-{name}.html"


def _first() -> dict[str, str]:
    """Return the puzzle that is shown before Python has started."""
    puzzle = load(_FIRST)
    return {"title": "nonosat", "instance": _FIRST, "name": escape(puzzle.title), "first": draw(puzzle).svg()}


def _gallery() -> Iterator[str]:
    """Yield each instance: the unsolved puzzle, a button that opens it, and a link to play it."""
    playable = dict(_players())
    first = {name: load_all(name)[0] for name in list_shipped("instances")}
    for name, puzzle in sorted(first.items(), key=lambda one: not getattr(one[1], "goal", ())):
        title = escape(puzzle.title or name)
        link = ""
        if name in playable:
            link = f'<a href="{escape(_address(name, puzzle))}" aria-label="Play {title}">Play</a>'
        picture = b64encode(draw(puzzle).svg().encode()).decode()
        yield (
            f'<li><button type="button" data-instance="{name}"><img alt="" loading="lazy"'
            f' src="data:image/svg+xml;base64,{picture}">{title}</button>{link}</li>'
        )


_PACKAGES = ("yaml", "defusedxml", "six", "segno")
_KEPT = (".py", ".js", ".css", ".html", ".yaml", ".icc", "")
"""The suffixes of files that are taken: no machine code of this platform."""


def archive(pysat: Path, own: Path | None = None) -> bytes:
    """Return what nonosat needs to start, from PySAT's wheel, and from its own if there is one. Raises
    InputError if that is of another version than this.
    """
    files = dict(_from_wheel(pysat))
    if own:
        if own.name.split("-")[1] != __version__:
            raise InputError(f"expected the wheel of nonosat {__version__}", str(own))
        return pack(_PACKAGES, files | dict(_from_wheel(own)))
    for room in ("models", "instances"):
        for path in list_shipped(room).values():
            files[f"nonosat/data/{room}/{path.name}"] = path.read_bytes()
    return pack(("nonosat", *_PACKAGES), files)


def pack(packages: Iterable[str], files: Mapping[str, bytes]) -> bytes:
    """Return these packages, as they are installed here, and files; always the same for the same files."""
    contents = dict(files)
    for package in packages:
        contents |= _read_installed(package)
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for name in sorted(contents):
            file.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), contents[name], ZIP_DEFLATED, 9)
    return content.getvalue()


def _from_wheel(path: Path) -> Iterator[tuple[str, bytes]]:
    with ZipFile(path) as wheel:
        for name in wheel.namelist():
            if not name.endswith("/") and ".data/" not in name:
                yield name, wheel.read(name)


def _read_installed(name: str) -> Iterator[tuple[str, bytes]]:
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
