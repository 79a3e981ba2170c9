"""Questions about puzzles: one file per question. Questions use a Run, never a solver."""
