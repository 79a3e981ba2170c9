"""QR codes of texts, with segno."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO

from nonosat.errors import InputError

_PIXELS = 4  # a cell's side
_QUIET = 4  # white cells on each side, as the standard requires
_MOST_BYTES = 2953  # of the largest code, version 40, with the least error correction


def draw_qr(text: str, form: str = "svg") -> bytes:
    r"""Return the QR code of a text, such as a link, as `svg` or `png` (extra: qr).

        >>> from nonosat import toolkit
        >>> toolkit.draw_qr("https://example.org/play.html")[-7:]
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
        code = segno.make(text, error="l", micro=False)
    except segno.DataOverflowError:
        what = f"too large for a QR code, which holds {_MOST_BYTES} characters: the link has {len(text)}"
        raise InputError(f"{what}; share the link or a file") from None
    file = BytesIO()
    code.save(file, kind=form, scale=_PIXELS, border=_QUIET, dark="#000", light="#fff")
    return file.getvalue()
