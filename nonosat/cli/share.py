"""`nonosat share cat --site https://example.org/play.html -o cat.svg`: a link that holds a puzzle."""

from __future__ import annotations

import argparse

from nonosat.cli import inputs, options
from nonosat.cli.output import Exit, put, say
from nonosat.errors import InputError
from nonosat.formats.writing import fit_format, write


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.add(parser, "files", "a puzzle; see nonosat --help", "FILE", nargs="*")
    options.form(parser, needed=False)
    options.telling(parser, json="")
    options.site(parser)
    options.output(parser, "also write the link as a QR code: .svg or .png")
    about = "the grammar: of nonosat, of puzz.link, of Penpa, or of Simon Tatham's games"
    options.choice(parser, "--to", about, ("link", "puzzlink", "penpa", "tatham"), default="link")
    options.target(parser, "--page", "write the page that opens links, to put it on a site", "HTML")


def main(arguments: argparse.Namespace) -> Exit:
    """Print the link, and write the QR code or the page."""
    if not arguments.files and not arguments.page:
        raise InputError("nonosat share: expected a puzzle, or --page with a file to write")
    if arguments.page:
        from nonosat.pages.play import write_player

        put(arguments.page, write_player())
    if arguments.files:
        _share(arguments)
    return Exit.ANSWERED


def _share(arguments: argparse.Namespace) -> None:
    form = options.require_suffix(arguments.output, ".svg", ".png")[1:] if arguments.output else ""
    puzzle = inputs.load(arguments)
    if arguments.to != "link" and arguments.site:
        raise InputError(f"--to {arguments.to} has an address of its own: expected no --site")
    if arguments.to == "link" and form and not arguments.site:
        raise InputError("a QR code needs the address of a page to play: expected --site")
    fitted, lost = fit_format(puzzle, arguments.to)
    if "givens" in lost:  # without them, it would be another puzzle
        raise InputError(f"the format {arguments.to} cannot hold givens", puzzle.source)
    found = (arguments.site or "") + str(write(fitted, arguments.to)).strip()
    if form:
        from nonosat.pictures.qr import draw_qr

        put(arguments.output, draw_qr(found, form))
    say(found)
