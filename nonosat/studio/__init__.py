"""The studio: a page in the browser to draw a puzzle on, what answers it on this machine, and the site, where
both are in the browser.

`page/`         the page, which has the drawing: HTML, CSS and JavaScript; `page_files` joins them
`drawing`       a drawing as the page sends it
`verbs`         what a page asks for: answers about a drawing, things made of it, files
`server`        the verbs over HTTP; `guard` decides who may ask; `serve` runs it
`browser`       the verbs where there is no network: on the site
`queries`       the questions about a drawing, and what a change of it looks like
`products`      drawings of pictures, and files of a drawing: playable pages, certificates, books
`grid_changes`  the grid, or some cells, mirrored, turned, shifted, cropped, resized; `palette_changes`: its
                colours
`folder`        the folder in which files are opened and saved
`cards`         what its files hold, with thumbnails
`workers`       the worker processes that do all this, and their limits
`notebook`      a widget for notebooks, with the playable page
`site/`         the site, as files for any static server

The rules of puzzles are elsewhere.
"""
