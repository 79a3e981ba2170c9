"""What pytest gives to tests, by short names; and the fixture `call`."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


class Printed(NamedTuple):
    """What a command has printed."""

    out: str
    err: str


Call = Callable[..., Printed]
"""Takes a command and its options as one text, then more of its words, and `code`, if it is not 0."""
