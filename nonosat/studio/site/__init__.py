"""The site: nonosat in the browser, as files for any static server.

build    writes the files, with the Python that the browser runs; ask: what the start page asks
page/    the start page, the Web Worker that runs Python, and the service worker
"""
