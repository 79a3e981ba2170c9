"""How Sphinx builds these pages: `sphinx-build -W docs build/docs`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import generated
from sphinx.application import Sphinx

import nonosat

project = "nonosat"
author = "the nonosat authors"
copyright = "2026, the nonosat authors"  # noqa: A001 - the name that Sphinx reads
release = version = nonosat.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.githubpages"]
myst_enable_extensions = ["deflist", "dollarmath", "colon_fence", "substitution"]
myst_heading_anchors = 3
exclude_patterns = ["templates/README.md", "results/*.md"]

default_role = "code"  # docstrings are Markdown: `name` is code
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
python_use_unqualified_type_names = True
python_display_short_literal_types = True
toc_object_entries_show_parents = "hide"

html_math_renderer = "mathml"  # browsers draw it; nothing is fetched
html_theme = "furo"
html_title = f"nonosat {release}"
html_static_path = ["_static"]
html_css_files = ["nonosat.css"]
html_favicon = "_static/nonosat.svg"
html_logo = "_static/nonosat.svg"
html_show_copyright = False
html_extra_path = ["schemas"]
pygments_style = "friendly"
pygments_dark_style = "monokai"


def setup(app: Sphinx) -> None:
    """Fill in the generated parts, and read docstrings as Markdown."""
    app.connect("source-read", generated.fill_in)
    app.connect("autodoc-process-docstring", generated.docstring)
    app.add_html_math_renderer("mathml", (generated.inline_math, None), (generated.block_math, None))
