"""Reads printed puzzles from pictures of pages: imported only when there is such a picture."""
