"""Pictures that Pillow alone does not open: the first page of a PDF, and HEIC photos (extra: pages)."""

from __future__ import annotations

import sys
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any

from nonosat.formats.goals import decoding, pillow
from nonosat.formats.recognition import is_heic, is_pdf
from nonosat.formats.source import Source

if TYPE_CHECKING:
    from PIL import Image

PAGE = 1800
"""The most pixels of a side of a printed page, which is scaled down to that."""


def opened_page(source: Source) -> Image.Image | None:
    """Return the picture of such a file, None for another file; `info` has the number of a PDF's pages."""
    if is_pdf(source):
        return _pdf(source)
    return _heic(source) if is_heic(source) else None


def _pdf(source: Source) -> Image.Image:
    pdfium = _module(source, "pypdfium2", "a PDF")
    with decoding(source):
        document = pdfium.PdfDocument(source.data)
        page = document[0]
        image: Image.Image = page.render(scale=PAGE / max(page.get_size())).to_pil()
        image.info["pages"] = len(document)
    return image


def _heic(source: Source) -> Image.Image:
    _module(source, "pillow_heif", "a HEIC photo").register_heif_opener()
    with decoding(source):
        image: Image.Image = pillow("Image").open(BytesIO(source.data), formats=("HEIF",))
    return image


def _module(source: Source, name: str, what: str) -> Any:
    if sys.platform == "emscripten":
        raise source.wrong(f"{what} is not read in the browser: take a screenshot")
    try:
        return import_module(name)
    except ImportError:
        raise source.wrong(f"{what} needs {name}: pip install 'nonosat[pages]'") from None
