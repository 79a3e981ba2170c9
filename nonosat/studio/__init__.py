"""The studio: a page in the browser to draw a puzzle on, and its server on this machine.

`drawing`       a drawing, and the changes to it: plain values
`fields`        reads untrusted JSON into dataclasses
`messages`      the messages between page and server (docs/studio.md)
`autosave`      data that outlives the server: unsaved drawings, and the token
`grid_changes`  changes of the whole grid: mirrored, turned, shifted, cropped, resized
`folder`        the folder in which files are opened and saved
`sheet`         the folder's files as cards with thumbnail, verdict and class; workers make the `cards`
`recent`        the files that were opened or saved last
`queries`       the questions about a drawing, which workers answer; `analysis` asks and cancels them
`products`      what workers make on request: drawings from pictures, pages to play, certificates
`workers`       the worker processes, and their limits
`open_puzzle`   a puzzle that is open, and the pages that show it; `open_puzzles` has all of them
`guard`         access control: token, Host, Origin, and the headers of every response
`exchange`      the HTTP requests: files, pictures, pages to show; `shown` keeps pages for frames
`app`           the server and its WebSocket; `serve` runs it, `browser` where there is no network (the site)
`page/`         the page: HTML, CSS and JavaScript

What a puzzle means is decided elsewhere: the studio calls `questions`, `reasons` and `making`.
"""
