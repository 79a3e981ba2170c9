"""The commands about sets of puzzles, which `nonosat.cli` finds by their names."""
