"""What can be asked of a puzzle: one file per question. Questions ask a Run, never a solver."""
