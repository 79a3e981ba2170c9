"""What can be asked of a puzzle: one file a question. Questions ask a Run, never a solver."""
