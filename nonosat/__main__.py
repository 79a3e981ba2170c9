"""Runs the command `nonosat` as `python -m nonosat`."""

from nonosat.cli import main

raise SystemExit(main())
