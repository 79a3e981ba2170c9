"""Self-contained HTML pages: traces, explanations, galleries, puzzles to play, pages to print."""
