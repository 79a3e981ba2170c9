"""`python -m bench`: see --help."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import nonosat
from bench import BENCHMARKS, benchmark
from bench.figures import Earlier, Figure, earlier_figures, table
from bench.setting import Setting, Skipped, collections, progress
from nonosat.cli.options import limit_seconds

PACKAGES = ("ortools", "python-sat", "numpy")


def main(words: list[str] | None = None) -> int:
    """Run the named benchmarks and print their figures; 1 if Ctrl-C ended them."""
    arguments = _parser().parse_args(words)
    if arguments.core is not None:
        os.sched_setaffinity(0, {arguments.core})  # processes started from here are bound to it too
    setting = Setting(collections(arguments.folders), arguments.limit, arguments.every)
    rows: list[tuple[str, Figure]] = []
    skipped: dict[str, str] = {}
    for name in arguments.only or BENCHMARKS:
        try:
            rows += ((name, figure) for figure in benchmark(name)(setting))
        except Skipped as skip:
            skipped[name] = str(skip)
        except KeyboardInterrupt:
            skipped[name] = "interrupted"
            break
    progress("")
    where = machine(arguments.core)
    if arguments.json:
        figures = [{"benchmark": name, **figure.data()} for name, figure in rows]
        data = {"machine": where, "limit": arguments.limit, "figures": figures, "skipped": skipped}
        print(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        print(f"{'; '.join(where.values())}; every single run within {arguments.limit:g} s\n")
        print(table(rows, arguments.against) or "no figures")
        for name, why in skipped.items():
            print(f"\nskipped {name}: {why}")
    return 1 if "interrupted" in skipped.values() else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure how fast puzzles are settled, and print it beside what is to be reached.",
    )
    parser.add_argument(
        "folders",
        nargs="*",
        type=_folder,
        metavar="FOLDER",
        help="survey/, tournament/ or colour/, or a folder that holds some of them",
    )
    parser.add_argument(
        "--only", action="append", choices=BENCHMARKS, metavar="NAME", help=", ".join(BENCHMARKS)
    )
    parser.add_argument(
        "--limit", type=limit_seconds, default=60.0, metavar="SECONDS", help="for every single run"
    )
    parser.add_argument(
        "--every", type=_count, default=1, metavar="N", help="of the tournament, every N-th puzzle"
    )
    parser.add_argument("--core", type=int, metavar="K", help="keep all processes on this core (Linux)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument(
        "--against", type=_earlier, metavar="FILE", help="an earlier --json: print each figure's ratio to it"
    )
    return parser


def _folder(text: str) -> Path:
    if not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"{text}: there is no such folder")
    return Path(text)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 1")
    return int(text)


def _earlier(text: str) -> Earlier:
    try:
        return earlier_figures(json.loads(Path(text).read_text(encoding="utf-8")))
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise argparse.ArgumentTypeError(f"{text}: expected what --json wrote") from None


def machine(core: int | None = None) -> dict[str, str]:
    """Say where, when and with which versions it was measured."""
    cores = f"{os.cpu_count()} cores" + (f", on core {core} alone" if core is not None else "")
    load = f"load {os.getloadavg()[0]:.1f} at the end"
    versions: dict[str, Any] = {"nonosat": nonosat.__version__, "Python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "missing"
    return {
        "date": datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z"),
        "machine": f"{platform.node()}, {_cpu()}, {cores}, {load}",
        "versions": ", ".join(f"{name} {number}" for name, number in versions.items()),
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())


if __name__ == "__main__":
    sys.exit(main())
