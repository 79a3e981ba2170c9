"""Grids for eyes: terminal, pages and image files."""
