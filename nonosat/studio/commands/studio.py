"""`nonosat studio puzzle.non`: draw a puzzle in the browser, and see its problems as you draw; or write a
site that runs nonosat in the browser.
"""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from nonosat import InputError
from nonosat.cli import options
from nonosat.cli.output import Exit, complain, make_folder, say, write_file
from nonosat.toolkit import NO_LIMITS, files, write_player

_NEEDS = ("starlette", "uvicorn")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.add(parser, "file", "a puzzle, or the name of a new file", "FILE", nargs="?", default="")
    port = options.whole_number("a port, 0 to 65535 (0 for any)", 0, 65535)
    options.number(parser, "--port", "the port, or the first one to try", port, default=8019)
    options.flag(parser, "--no-browser", "only print the address")
    about = "memory limit for each puzzle's worker (default: a quarter of the machine's)"
    options.number(parser, "--memory-limit", about, options.byte_size, "SIZE")
    options.links(parser)
    options.add(
        parser, "--host", "the address to listen on (default: this machine only)", default="127.0.0.1"
    )
    options.flag(parser, "--insecure", "allow a --host that other machines can reach")
    site = parser.add_argument_group("a site for any static server, instead of the studio")
    about = "write the site to this folder; without --pyodide, only the page that opens links"
    options.target(site, "--site", about, "FOLDER")
    about = "a folder with the npm package pyodide and PySAT's wheel for WebAssembly (docs/site.md)"
    options.add(site, "--pyodide", about, "FOLDER")


def main(arguments: argparse.Namespace) -> Exit:
    """Serve until Ctrl-C, or write the site."""
    if arguments.site:
        return _write_site(arguments)
    if arguments.pyodide:
        raise InputError("--pyodide: expected --site")
    if missing := [name for name in _NEEDS if find_spec(name) is None]:
        raise InputError(f"{missing[0]} is not installed: pip install 'nonosat[studio]'", "nonosat studio")
    from nonosat.studio.serve import require_safe, serve

    require_safe(arguments.host, arguments.insecure)
    serve(
        arguments.file,
        complain,
        port=arguments.port,
        host=arguments.host,
        memory=arguments.memory_limit or NO_LIMITS.memory_bytes // 3,
        browser=not arguments.no_browser,
        site=arguments.links or "",
    )
    return Exit.ANSWERED


def _write_site(arguments: argparse.Namespace) -> Exit:
    if not arguments.pyodide:
        path = f"{make_folder(arguments.site)}/play.html"
        files.require_new(path, arguments.force)
        write_file(path, write_player())
        say(f"{path}: opens links; with --pyodide, the site also runs nonosat")
        return Exit.ANSWERED
    from nonosat.studio.site.build import write_site

    written = write_site(Path(arguments.site), Path(arguments.pyodide), arguments.force)
    total = sum(size for _, size in written)
    say(f"{arguments.site}: {len(written)} files, {total / 1e6:.1f} MB; serve it by any static server")
    return Exit.ANSWERED
