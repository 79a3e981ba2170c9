"""The command of the studio, which `nonosat.cli` finds by their names."""
