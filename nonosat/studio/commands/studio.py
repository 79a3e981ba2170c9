"""`nonosat studio puzzle.non`: draw a puzzle in the browser, and see its problems as you draw."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from nonosat import NO_LIMITS, InputError
from nonosat.cli import options
from nonosat.cli.output import Exit, complain

_NEEDS = ("starlette", "uvicorn")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.add(parser, "file", "a puzzle, or the name of a new file", "FILE", nargs="?", default="")
    options.form(parser, needed=False)
    port = options.whole_number("a port, 0 to 65535 (0 for any)", 0, 65535)
    options.number(parser, "--port", "the port, or the first one to try", port, default=8019)
    options.flag(parser, "--no-browser", "only print the address")
    about = "memory limit for each puzzle's worker (default: a quarter of the machine's)"
    options.number(parser, "--memory-limit", about, options.byte_size, "SIZE")
    options.site(parser)
    options.add(
        parser, "--host", "the address to listen on (default: this machine only)", default="127.0.0.1"
    )
    options.flag(parser, "--insecure", "allow a --host that other machines can reach")


def main(arguments: argparse.Namespace) -> Exit:
    """Serve until Ctrl-C."""
    if missing := [name for name in _NEEDS if find_spec(name) is None]:
        raise InputError(f"{missing[0]} is not installed: pip install 'nonosat[studio]'", "nonosat studio")
    from nonosat.studio.serve import require_safe, serve

    require_safe(arguments.host, arguments.insecure)
    serve(
        arguments.file,
        complain,
        form=arguments.format,
        port=arguments.port,
        host=arguments.host,
        memory=arguments.memory_limit or NO_LIMITS.memory_bytes // 3,
        browser=not arguments.no_browser,
        site=arguments.site or "",
    )
    return Exit.ANSWERED
