"""The commands of this room, which `nonosat.cli` finds by their names."""
