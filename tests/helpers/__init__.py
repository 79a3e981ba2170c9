"""What tests share: brute force, puzzles, strategies, processes, a scripted solver, a browser."""
