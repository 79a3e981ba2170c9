"""Commands whose answers are the same on every platform, and what of their JSON is compared."""

import json
from collections.abc import Iterable

from nonosat.installed import list_shipped

COMMANDS = ("solve", "certain", "rate", "hint", "explain")

_PLATFORM = ("seconds", "basis", "model", "backends", "backend_versions", "variables", "clauses", "conflicts")


def words(command: str, names: Iterable[str] = ()) -> list[str]:
    """Return the command line that asks about these instances, by default all."""
    return [command, "--json", *(names or list_shipped("instances"))]


def facts(printed: str) -> list[dict[str, object]]:
    """Return what a command has printed as JSON, without what depends on the platform: times, solvers, and
    which of many solutions is found.
    """
    found = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
    for one in found:
        for key in _PLATFORM:
            one.pop(key, None)
        if one.get("verdict") == "multiple":
            one["solutions"] = len(one["solutions"])
    return found
