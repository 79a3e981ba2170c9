"""The studio: a page in the browser to draw a puzzle on, and its server on this machine.

`drawing`    a drawing, and the changes to it: plain values
`messages` the messages between page and server (docs/studio.md)
`autosave` data that outlives the server: unsaved drawings, and the token
`folder` the folder in which files are opened and saved
`analysis`   when questions are asked and cancelled; `asked` has the questions, which workers answer
`products` what workers make on request: drawings from pictures, pages to play, certificates
`workers` the worker processes, and their limits
`desk`       the puzzles that are open, and the pages that show them
`guard` access control: token, Host, Origin, and the headers of every response
`exchange` the HTTP requests: files, pictures, pages to show; `shown` keeps pages for frames
`app` the server and its WebSocket; `serve` runs it
`page/`      the page: HTML, CSS and JavaScript

The studio has no puzzle logic of its own: it asks `questions`, `reasons` and `making`.
"""
