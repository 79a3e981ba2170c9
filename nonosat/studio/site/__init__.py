"""The site: nonosat in the browser, as files for any static server.

build    writes the files; archive: the Python that the browser runs; late: what it loads on demand
page/    the start page, the Web Worker that runs Python, and the service worker
"""
