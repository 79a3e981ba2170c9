"""The page of exit codes; `python -m nonosat.cli.exit_codes > docs/exit-codes.md` regenerates it."""

from __future__ import annotations

import re

from nonosat.cli import COMMANDS
from nonosat.cli.output import Exit


def page() -> str:
    """Return docs/exit-codes.md, from `Exit` and the registry of commands."""
    codes = [f"{code.value} | {code.meaning}" for code in Exit]
    no = [f"`{name}` | {markdown(entry.no)}" for name, entry in COMMANDS.items() if entry.no]
    lines = [
        "# Exit codes",
        "",
        "With several files, the most severe code is returned: 130, 70, 2, 3, 1, 0 in this order.",
        "",
        *("code | meaning", "--- | ---", *codes),
        "",
        "What 1 means:",
        "",
        *("command | 1 means", "--- | ---", *no),
        "",
        "The other commands never return 1.",
    ]
    return "\n".join(lines)


def markdown(text: str) -> str:
    """Return a text of the help as Markdown: options become code, unless they already are.

    >>> markdown("at most --flips cells; see `-j 2`")
    'at most `--flips` cells; see `-j 2`'
    """
    options = re.sub(
        r"(`[^`]*`)|(?<!\w)(--?[a-z][\w-]*)",
        lambda found: found[1] or f"`{found[2]}`",
        text.replace("%%", "%"),
    )
    return options.replace("*", r"\*")


if __name__ == "__main__":
    print(page())
