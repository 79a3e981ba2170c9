"""`nonosat site public --pyodide download`: write nonosat as a site, which runs in the browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from nonosat.cli import options
from nonosat.cli.output import Exit, say
from nonosat.studio.site.build import write_site


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.target(parser, "folder", "the folder to write", "FOLDER")
    about = "a folder with the npm package pyodide and PySAT's wheel for WebAssembly (docs/site.md)"
    options.path(parser, "--pyodide", about, "FOLDER")


def main(arguments: argparse.Namespace) -> Exit:
    """Write the site, and say what a browser loads."""
    files = write_site(Path(arguments.folder), Path(arguments.pyodide or "pyodide"), arguments.force)
    total = sum(size for _, size in files)
    say(f"{arguments.folder}: {len(files)} files, {total / 1e6:.1f} MB; serve it by any static server")
    return Exit.ANSWERED
