"""`python -m nonosat` is the command `nonosat`."""

from nonosat.cli import main

raise SystemExit(main())
