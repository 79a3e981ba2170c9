"""Pictures that Pillow alone does not open: the first page of a PDF, and HEIC photos (extra: pages)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

from nonosat.formats.goals import decoding, pillow
from nonosat.formats.recognition import is_heic, is_pdf
from nonosat.formats.source import Source
from nonosat.processes import BROWSER

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 50_000_000
"""The most pixels of a photo: at this size it takes half a second and 200 MB."""

PAGE = 1800
"""The most pixels of a side of a printed page, which is scaled down to that."""


def check_pixels(source: Source, width: int, height: int) -> None:
    """Raise InputError, before decoding, if a photo has too many pixels."""
    if width * height > MAX_PIXELS:
        most = f"expected at most {MAX_PIXELS // 1_000_000} million pixels"
        raise source.wrong(f"a photo of {width} x {height}: {most}")


def open_page(source: Source) -> Image.Image | None:
    """Return the picture of such a file, None for another file; `info` has the number of a PDF's pages."""
    if is_pdf(source):
        return _pdf(source)
    return _heic(source) if is_heic(source) else None


def _pdf(source: Source) -> Image.Image:
    with _extra(source, "a PDF"):
        import pypdfium2
    with decoding(source):
        document = pypdfium2.PdfDocument(source.data)
        page = document[0]
        for drawn in page.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]):
            check_pixels(source, *drawn.get_px_size())
        image: Image.Image = page.render(scale=PAGE / max(page.get_size())).to_pil()
        image.info["pages"] = len(document)
    return image


def _heic(source: Source) -> Image.Image:
    with _extra(source, "a HEIC photo"):
        from pillow_heif import register_heif_opener
    register_heif_opener()
    with decoding(source):
        image: Image.Image = pillow("Image").open(BytesIO(source.data), formats=("HEIF",))
    return image


@contextmanager
def _extra(source: Source, what: str) -> Iterator[None]:
    """Name the extra that an import lacks."""
    if BROWSER:
        raise source.wrong(f"{what} cannot be read in the browser: take a screenshot")
    try:
        yield
    except ImportError as error:
        raise source.wrong(f"{what} needs {error.name}: pip install 'nonosat[pages]'") from None
