"""Rendering: grids as text, SVG, PNG, GIF and PDF. Nothing here depends on a question."""
