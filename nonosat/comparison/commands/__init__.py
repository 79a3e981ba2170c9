"""The commands that compare solvers, which `nonosat.cli` finds by their names."""
