"""Compiles the hot files while nonosat is built; `docs/contributing/hot-files.md` says how to write one.

Each `x.py` with an `x.pxd` beside it is hot: plain Python, with its C types in the `.pxd`. On Linux without
a compiler, the PyPI package `ziglang` is one. If compiling fails, or if the environment variable
`NONOSAT_PURE` is set, the wheel has no machine code, and nonosat runs interpreted: `nonosat/installed.py`.

`python hatch_build.py` compiles in place, for a checkout.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from contextlib import suppress
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zlib import crc32

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from nonosat.installed import MANIFEST, checksums  # noqa: E402 - found by the line above

PURE = "NONOSAT_PURE"
# The oldest Python that is supported; what is compiled for its limited API runs on all later ones.
OLDEST, TAG = "0x030B0000", "cp311-abi3"
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "infer_types": True,
    "annotation_typing": False,
    "auto_pickle": False,  # with the next, a quarter less to compile
    "emit_code_comments": False,
}
# Without strict aliasing, loops over floats are twice as slow; contracted, they differ from Python's results.
FLAGS = ["-g0", "-fstrict-aliasing", "-ffp-contract=off", "-Wno-unused"]
WINDOWS = sys.platform == "win32"  # where setuptools finds the compiler, which has flags of its own
# The innermost loops. With -O1, all others are as fast, and compiled in half the time (bench/notes).
OPTIMISED = {
    *(f"nonosat/propagation/{name}" for name in ("cells", "line", "listing", "probe", "refute", "state")),
    *(f"nonosat/beliefs/{name}" for name in ("messages", "powers", "runs", "weights")),
    "nonosat/proofs/rup",
}
PROCESSES = os.cpu_count() or 1
NOT_INSPECT = 'ImportModule("inspect")', 'ImportModule("nonosat.installed")'
"""The generated C asks a module for seven constants, and its replacement, which needs no time to import."""
SHARED = "nonosat/_cyutility"
"""The extension module with the code that Cython would otherwise repeat in all others."""
C_FILES = Path("build/c")
"""Where the generated C is; an sdist has it, so that building from one needs no Cython."""
ORIGIN = C_FILES / "origin.json"
"""What the C was generated from, and by which version of Cython."""


class CustomBuildHook(BuildHookInterface[Any]):
    """hatchling's hook: adds the extension modules to a wheel, and the generated C to an sdist."""

    def dependencies(self) -> list[str]:
        """Return what building needs on this machine."""
        if self._pure():
            return ["pyyaml>=6"]
        needed = ["pyyaml>=6"] if is_translated() else ["pyyaml>=6", "cython>=3.2", "setuptools>=75"]
        if self.target_name == "wheel":
            needed += ["setuptools>=75"]
            if sys.platform == "linux" and not compiler():
                needed += ["ziglang"]
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, before hatchling collects the files."""
        if self.target_name == "sdist":
            for path in [*translated(), ORIGIN]:
                build_data["force_include"][str(ROOT / path)] = str(path)
            return
        self._scratch = tempfile.TemporaryDirectory()
        target = ROOT if version == "editable" else Path(self._scratch.name)
        made = keep_into(target)
        try:
            made += [] if self._pure() else compile_into(target)
        except Exception as error:  # whatever is missing, nonosat can be installed
            self.app.display_warning(f"nonosat cannot be compiled, and will run interpreted: {error}")
        if version != "editable":
            for path in made:
                build_data["force_include"][str(path)] = str(path.relative_to(target))
            if any(path.name == MANIFEST for path in made):
                build_data["tag"] = f"{TAG}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
                build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove temporary files."""
        if scratch := getattr(self, "_scratch", None):
            scratch.cleanup()

    def _pure(self) -> bool:
        return self.target_name == "wheel" and bool(os.environ.get(PURE))


def compiler() -> str:
    """Return the command of a C compiler that runs; an empty text without one."""
    for command in filter(None, (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc")):
        with suppress(OSError):  # it may exist, and only offer to install a compiler
            if subprocess.run([*shlex.split(command), "--version"], capture_output=True).returncode == 0:
                return str(command)
    return ""


def origin() -> dict[str, Any]:
    """Return what the generated C depends on: this file, and the hot files."""
    return {"recipe": crc32(Path(__file__).read_bytes()), "hot": checksums()}


def recorded() -> dict[str, Any]:
    """Return what the C that is there was generated from."""
    try:
        found: dict[str, Any] = json.loads((ROOT / ORIGIN).read_bytes())
    except (OSError, ValueError):
        found = {"recipe": 0, "hot": {}}
    return found


def is_translated() -> bool:
    """Whether the C that is there is that of the hot files as they are now."""
    return recorded().items() >= origin().items()


def translated() -> list[Path]:
    """Translate the hot files to C, unless that was done; return the C files, relative to the root."""
    hot = list(checksums())
    if not is_translated():
        from Cython.Build import cythonize
        from setuptools import Extension

        now, before = origin() | {"cython": version("cython")}, recorded()
        for name in hot:
            if now["hot"][name] != before["hot"].get(name):
                # Cython goes by times, also for what depends on this file; a checkout can set an earlier one.
                for suffix in (".py", ".pxd"):
                    os.utime((ROOT / name).with_suffix(suffix))
        os.chdir(ROOT)
        cythonize(  # type: ignore[no-untyped-call]
            [Extension(name.replace("/", "."), [f"{name}.py"]) for name in hot]
            + [Extension(SHARED.replace("/", "."), [f"{SHARED}.c"])],
            nthreads=PROCESSES,
            build_dir=str(C_FILES),
            compiler_directives=DIRECTIVES,
            shared_utility_qualified_name=SHARED.replace("/", "."),
            force=any(now[key] != before.get(key) for key in ("recipe", "cython")),
            quiet=True,
        )
        for path in C_FILES.rglob("*.c"):
            path.write_text(path.read_text("utf-8").replace(*NOT_INSPECT), "utf-8")
        ORIGIN.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    return [C_FILES / f"{name}.c" for name in [*hot, SHARED]]


def extension(path: Path) -> Any:
    """Return the extension module that a C file becomes."""
    from setuptools import Extension

    name = path.relative_to(C_FILES).with_suffix("")
    return Extension(
        ".".join(name.parts),
        [str(path)],
        extra_compile_args=[] if WINDOWS else ["-O3" if str(name) in OPTIMISED else "-O1", *FLAGS],
        define_macros=[("Py_LIMITED_API", OLDEST)],
        py_limited_api=True,
    )


def compile_into(target: Path) -> list[Path]:
    """Compile the hot files; return the extension modules, and the manifest of what they were made from."""
    from setuptools import Distribution

    command = compiler()
    if not (command or WINDOWS or find_spec("ziglang")):
        raise RuntimeError("there is no C compiler")
    with tempfile.TemporaryDirectory() as scratch:
        if not (command or WINDOWS):
            command = f"{shlex.quote(sys.executable)} -m ziglang cc"
            # Not for the processor of this machine alone; and nothing is left in the user's folders.
            os.environ |= {"CFLAGS": "-mcpu=baseline -fno-sanitize=all", "LDSHARED": f"{command} -shared"}
            os.environ |= {"ZIG_GLOBAL_CACHE_DIR": scratch, "ZIG_LOCAL_CACHE_DIR": scratch}
        if not WINDOWS:
            os.environ["CC"] = command
        sources = translated()
        os.chdir(ROOT)
        # The largest first, so that it is not what all wait for in the end.
        modules = [extension(path) for path in sorted(sources, key=lambda path: -path.stat().st_size)]
        build = Distribution({"name": "nonosat", "ext_modules": modules}).get_command_obj("build_ext")
        build.build_lib, build.build_temp = str(target), scratch
        build.parallel = PROCESSES
        build.ensure_finalized()
        build.run()
    made = [Path(output) for output in build.get_outputs()]
    for old in {*(target / "nonosat").rglob("*.pyd" if WINDOWS else "*.so")}.difference(made):
        old.unlink()  # of a file that is not hot any more: Python would load it
    manifest = target / "nonosat" / MANIFEST
    manifest.write_text(json.dumps(checksums(), indent=1) + "\n", encoding="utf-8")
    return [*made, manifest]


def keep_into(target: Path) -> list[Path]:
    """Keep what the YAML files that ship say, for `nonosat.puzzles.yaml_text`; return the files."""
    from nonosat.puzzles import yaml_events, yaml_text

    folder = target / "nonosat" / os.path.basename(yaml_text.FOLDER)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    made = []
    for path in sorted(
        path for part in ("instances", "models", "nonosat") for path in (ROOT / part).rglob("*.yaml")
    ):
        text = path.read_text("utf-8")
        made.append(folder / yaml_text.name_of(text))
        made[-1].write_text(yaml_events.keep(text), encoding="utf-8")
    return made


if __name__ == "__main__":
    for made in [*keep_into(ROOT), *compile_into(ROOT)]:
        print(made.relative_to(ROOT))
