"""A benchmark for BenchExec, the field's own harness: a tool-info module, a definition, a task per puzzle.

BenchExec keeps the limits and measures the runs; nonosat says the verdict. Run it in the folder:
`PYTHONPATH=. benchexec benchmark.xml`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import quoteattr

from nonosat.formats import write
from nonosat.processes.limits import Limits
from nonosat.puzzles import Puzzle

_TOOL = '''"""Tells BenchExec how to run nonosat, and what its answers mean."""

from benchexec import result
from benchexec.tools.template import BaseTool2


class Tool(BaseTool2):
    def executable(self, tool_locator):
        return tool_locator.find_executable("nonosat")

    def name(self):
        return "nonosat"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="nonosat")

    def cmdline(self, executable, options, task, rlimits):
        return [executable, "check", *options, task.single_input_file]

    def determine_result(self, run):
        """The last line is `PUZZLE: VERDICT`; the property holds if there is exactly one solution."""
        last = list(run.output)[-1].strip() if run.output else ""
        verdict = last.rpartition(": ")[2]
        if verdict == "unique":
            return result.RESULT_TRUE_PROP
        if verdict in ("multiple", "none"):
            return f"{result.RESULT_FALSE_PROP}({verdict})"
        return result.RESULT_UNKNOWN if verdict == "unknown" else result.RESULT_ERROR
'''

_DEFINITION = """<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN"
  "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">
<benchmark tool="nonosat_benchexec.tool" displayName="nonosat"{limits}>
{runs}
  <tasks name="puzzles">
    <includesfile>puzzles.set</includesfile>
    <propertyfile>unique.prp</propertyfile>
  </tasks>
</benchmark>
"""


def files(puzzles: Sequence[Puzzle], models: Mapping[str, str], limits: Limits) -> dict[str, str]:
    """Return the files of the folder, by their paths in it.

    `models` maps the names of the runs to model cards, by name or path. Without a limit there is none.
    """
    found = {
        "nonosat_benchexec/__init__.py": "",
        "nonosat_benchexec/tool.py": _TOOL,
        "benchmark.xml": _definition(models, limits),
        "puzzles.set": "puzzles/*.yml\n",
        "unique.prp": "The puzzle has exactly one solution.\n",
    }
    for number, puzzle in enumerate(puzzles, start=1):
        name = f"{number:0{len(str(len(puzzles)))}}"
        found[f"puzzles/{name}.json"] = str(write([puzzle], "json"))
        found[f"puzzles/{name}.yml"] = _task(f"{name}.json", puzzle.source)
    return found


def _definition(models: Mapping[str, str], limits: Limits) -> str:
    given = {
        "timelimit": limits.time and f"{limits.time:g} s",
        "memlimit": limits.memory and f"{limits.memory} B",
    }
    runs = (
        f"  <rundefinition name={quoteattr(name)}>"
        f"<option name={quoteattr('--model')}>{_text(card)}</option></rundefinition>"
        for name, card in models.items()
    )
    return _DEFINITION.format(
        limits="".join(f" {key}={quoteattr(value)}" for key, value in given.items() if value),
        runs="\n".join(runs),
    )


def _task(file: str, source: str) -> str:
    return (
        "format_version: '2.0'\n"
        f"# {json.dumps(source)}\n"
        f"input_files: {file}\n"
        "properties:\n"
        "  - property_file: ../unique.prp\n"
    )


def _text(value: str) -> str:
    return quoteattr(value)[1:-1]
