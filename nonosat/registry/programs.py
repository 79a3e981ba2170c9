"""Finds executable programs."""

from __future__ import annotations

import os
import shutil
import sys
from importlib.util import find_spec


def program_path(name: str) -> str | None:
    """Return the path of an executable program; None if it is not installed.

    It may be on the PATH, beside this Python, or in a wheel of passagemath.
    """
    folders = [os.environ.get("PATH", os.defpath), os.path.dirname(sys.executable)]
    if path := shutil.which(name, path=os.pathsep.join(folders)):
        return path
    wheels = find_spec("sage_wheels")  # where passagemath's wheels have their programs
    places = wheels.submodule_search_locations or () if wheels else ()
    return shutil.which(name, path=os.pathsep.join(os.path.join(place, "bin") for place in places))
