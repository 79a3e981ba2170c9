"""What pytest gives to tests, by short names."""

import pytest

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
