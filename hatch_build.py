"""Compiles the hot files to machine code while nonosat is built.

Each `x.py` with an `x.pxd` beside it is hot: plain Python, with its C types in the `.pxd`. Without a
compiler, the PyPI package `ziglang` is one; without that too, nonosat installs and runs interpreted (see
`nonosat/compiled.py`). `python hatch_build.py` compiles them in place, for a checkout.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The oldest Python that is supported; what is compiled for its limited API runs on all later ones.
OLDEST = 0x030B0000
TAG = "cp311-abi3"
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "infer_types": True,
    "annotation_typing": False,
}
FLAGS = [
    "-O3",
    "-g0",
    "-fstrict-aliasing",  # without it, loops over floats are twice as slow
    "-ffp-contract=off",  # results are the same on every processor, and interpreted
    "-Wno-unused",
]
C_FILES = Path("build/c")
"""Where the generated C is; an sdist has it, so that building from one needs no Cython."""


def hot_files(root: Path) -> list[Path]:
    """Return the files that are compiled, relative to the root."""
    return sorted(path.with_suffix(".py").relative_to(root) for path in root.glob("nonosat/**/*.pxd"))


def has_compiler() -> bool:
    """Whether this machine has the compiler that Python was built for."""
    names = [os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc"]
    return any(shutil.which(shlex.split(name)[0]) for name in names if name)


class CustomBuildHook(BuildHookInterface[Any]):
    """hatchling's hook: adds the extension modules to a wheel, and the generated C to an sdist."""

    def dependencies(self) -> list[str]:
        """Return what building needs on this machine."""
        needed = [] if self._generated() else ["cython>=3.1"]
        if self.target_name == "sdist":
            return needed
        return [*needed, "setuptools>=75", *([] if has_compiler() else ["ziglang"])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, before hatchling collects the files."""
        root = Path(self.root)
        if self.target_name == "sdist":
            os.chdir(root)
            for path in translated(root):
                build_data["force_include"][str(root / path)] = str(path)
            return
        if version == "editable":
            compile_into(root, root)
            return
        self._scratch = tempfile.TemporaryDirectory()
        for path in compile_into(root, Path(self._scratch.name)):
            build_data["force_include"][str(path)] = str(path.relative_to(self._scratch.name))
            build_data["tag"] = f"{TAG}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
            build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove temporary files."""
        if scratch := getattr(self, "_scratch", None):
            scratch.cleanup()

    def _generated(self) -> bool:
        root = Path(self.root)
        return all((root / C_FILES / path.with_suffix(".c")).is_file() for path in hot_files(root))


def translated(root: Path) -> list[Path]:
    """Translate the hot files to C, unless an sdist has brought the result; return the C files."""
    shared = "nonosat._cyutility"
    files = [C_FILES / path.with_suffix(".c") for path in [*hot_files(root), Path(shared.replace(".", "/"))]]
    if find_spec("Cython") is not None:
        from Cython.Build import cythonize
        from setuptools import Extension

        sources = [Extension(".".join(path.with_suffix("").parts), [str(path)]) for path in hot_files(root)]
        cythonize(
            [*sources, Extension(shared, [str(files[-1].relative_to(C_FILES))])],
            build_dir=str(C_FILES),
            compiler_directives=DIRECTIVES,
            quiet=True,
            shared_utility_qualified_name=shared,
        )
    return files


def compile_into(root: Path, target: Path) -> list[Path]:
    """Compile the hot files; return the extension modules, with a manifest of what they were made from.

    Without any compiler, return nothing.
    """
    compiler = None if has_compiler() else "ziglang"
    if compiler and find_spec(compiler) is None:
        return []
    from setuptools import Distribution, Extension

    os.chdir(root)
    sys.path.insert(0, str(root))
    from nonosat.compiled import MANIFEST, digest

    if compiler:
        zig = f"{shlex.quote(sys.executable)} -m {compiler} cc"
        os.environ |= {"CC": zig, "LDSHARED": f"{zig} -shared", "CFLAGS": "-fno-sanitize=all"}
    extensions = [
        Extension(
            ".".join(path.relative_to(C_FILES).with_suffix("").parts),
            [str(path)],
            extra_compile_args=FLAGS,
            define_macros=[("Py_LIMITED_API", hex(OLDEST))],
            py_limited_api=True,
        )
        for path in translated(root)
    ]
    command = Distribution({"name": "nonosat", "ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib = str(target)
    command.build_temp = str(root / "build" / "o")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()
    made = [Path(output) for output in command.get_outputs()]
    manifest = target / "nonosat" / MANIFEST
    hot = {str(path.with_suffix("")): digest(root / path) for path in hot_files(root)}
    manifest.write_text(json.dumps(hot, indent=1) + "\n", encoding="utf-8")
    return [*made, manifest]


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    for made in compile_into(here, here):
        print(made.relative_to(here))
