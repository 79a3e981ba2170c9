"""Self-contained pages of HTML: the trace, a puzzle to play, pages to print."""
