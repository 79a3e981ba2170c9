"""Pictures that tests make puzzles of."""

from io import BytesIO


def photo(width: int, height: int) -> bytes:
    """Return a PNG of a dark disc on a light ground, with a coloured spot."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (width, height), "#f0f0f0")
    draw = ImageDraw.Draw(image)
    draw.ellipse((width // 5, height // 5, width // 5 * 4, height // 5 * 4), fill="#202040")
    draw.rectangle((width // 5 * 2, height // 5 * 2, width // 5 * 3, height // 5 * 3), fill="#e0b020")
    found = BytesIO()
    image.save(found, "PNG")
    return found.getvalue()
