"""Rendering: grids as text, SVG, PNG and PDF. Nothing here knows a question."""
