"""The studio: a page in the browser to draw a puzzle on, and its server on this machine.

`drawing`    what is drawn, and the changes to it: plain values
`messages`   what page and server say to each other (docs/studio.md)
`autosave`   what outlives the server: drawings that are not saved yet, and the token
`folder`     the one folder from which files are opened and to which they are saved
`analysis`   when a question is asked and when it is cancelled; `asked` is what a worker is asked
`products`   what a worker makes on request: drawings of pictures, pages to play, certificates
`workers`    the worker processes, and what each may take
`desk`       the puzzles that are open, and the pages that show them
`guard`      who may ask: token, Host, Origin, and the headers of every response
`exchange`   what is sent over HTTP: files, pictures, pages to show; `shown` has the pages for a frame
`app`        the server, and what the WebSocket says; `serve` runs it
`page/`      the page: HTML, CSS and JavaScript

The studio has no puzzle logic of its own: it asks `questions`, `reasons` and `making`.
"""
