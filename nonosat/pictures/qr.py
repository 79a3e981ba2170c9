"""QR codes: pictures that are read as codes, with zxing-cpp, and codes of texts, with segno."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from types import ModuleType

from nonosat.errors import InputError
from nonosat.pictures.style import luma
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import UNKNOWN, Picture

_PIXELS = 4  # a cell's side
_QUIET = 4  # white cells on each side, as the standard requires
_MOST_BYTES = 2953  # of the largest code, version 40, with the least error correction
_GREY = 128  # neither black nor white: left to the code's error correction


def read_qr(puzzle: Puzzle, picture: Picture) -> str | None:
    """Return the text of the QR code that the picture is, or None if none can be read.

    Colours count by lightness; unknown cells are grey.
    """
    zxingcpp = decoder()
    if puzzle.grid is None:
        return None
    import numpy as np

    light = {colour.char: int(luma(colour.rgb)) for colour in puzzle.palette} | {UNKNOWN: _GREY}
    cells = np.array([[light[char] for char in row] for row in picture], dtype=np.uint8)
    cells = np.pad(cells, _QUIET, constant_values=255).repeat(_PIXELS, axis=0).repeat(_PIXELS, axis=1)
    kinds = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    found = zxingcpp.read_barcodes(cells, formats=kinds)
    return str(found[0].text) if found else None


def draw_qr(text: str, form: str = "svg") -> bytes:
    r"""Return the QR code of a text, such as a link, as `svg` or `png` (extra: qr).

        >>> import nonosat
        >>> nonosat.draw_qr("https://example.org/play.html")[-7:]
        b'</svg>\n'

    Raises InputError if it is too long for one.
    """
    try:
        segno = import_module("segno")
    except ImportError:
        raise InputError(
            "QR codes are made by segno, which is not installed: pip install 'nonosat[qr]'"
        ) from None
    try:
        # The least error correction: a screen has no stains, and larger cells are easier to read.
        found = segno.make(text, error="l", micro=False)
    except segno.DataOverflowError:
        what = f"too large for a QR code, which holds {_MOST_BYTES} characters: the link has {len(text)}"
        raise InputError(f"{what}; share the link or a file") from None
    file = BytesIO()
    found.save(file, kind=form, scale=_PIXELS, border=_QUIET, dark="#000", light="#fff")
    return file.getvalue()


def decoder() -> ModuleType:
    """Return zxing-cpp's module. Raises InputError, which says how to install it, if it is missing."""
    try:
        return import_module("zxingcpp")
    except ImportError:
        what = "QR codes are read by zxing-cpp, which is not installed: pip install 'nonosat[qr]'"
        raise InputError(what) from None
