"""A headless Chromium for tests, spoken to over a pipe in its DevTools protocol: no driver is needed."""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.helpers import programs

ALT, CONTROL, SHIFT = 1, 2, 8

_KEYS: dict[str, dict[str, Any]] = {
    "Enter": {"text": "\r", "windowsVirtualKeyCode": 13},
    "Tab": {"windowsVirtualKeyCode": 9},
}
"""What keys have besides their names, without which a browser does not do what they do by themselves."""

Place = tuple[float, float]
"""Pixels from the left and from the top of the window."""

_PATIENCE = 60.0


class Browser:
    """One window of a browser.

    `complaints` are the errors of its pages so far, `requests` the addresses that this window asked for.
    """

    def __init__(self, folder: Path) -> None:
        """Start the browser; `folder` is for its profile."""
        down, self._to = os.pipe()
        self._from, up = os.pipe()
        # The browser reads commands from descriptor 3 and answers on 4. By name, as some shells know
        # no descriptors of two digits.
        descriptors = f'exec "$0" "$@" 3</dev/fd/{down} 4>/dev/fd/{up}'
        self._process = subprocess.Popen(
            [
                "sh",
                "-c",
                descriptors,
                programs.browser(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--window-size=1400,1600",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--remote-debugging-pipe",
                f"--user-data-dir={folder}",
            ],
            pass_fds=(down, up),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(down)
        os.close(up)
        self._unread = b""
        self._number = 0
        self._session = ""
        self._context = ""
        self._url = ""
        self._other = "", "", ""
        self._loaded: set[str] = set()
        self.complaints: list[str] = []
        self.requests: list[str] = []

    def open(self, page: Path | str) -> None:
        """Open a file or an address in a window where nothing is kept of what earlier pages stored."""
        if self._session and self._url.startswith("file:"):
            self._forget()
        else:
            self._new_window()
        self.complaints.clear()  # not those of the window before, whose server may be gone
        self.requests.clear()
        self.visit(page if isinstance(page, str) else page.as_uri())

    def _forget(self) -> None:
        """Leave a page that is a file, and delete what it stored: cheaper than a new window."""
        self.visit("about:blank")
        self.call("Storage.clearDataForOrigin", origin="file://", storageTypes="all")
        self.call("Emulation.clearDeviceMetricsOverride")

    def _new_window(self) -> None:
        self._session = ""
        if self._context:
            self.call("Target.disposeBrowserContext", browserContextId=self._context)
        self._context = self.call("Target.createBrowserContext")["browserContextId"]
        self._begin_window()

    def _begin_window(self) -> None:
        self._session = ""
        window = {"url": "about:blank", "browserContextId": self._context}
        target = self.call("Target.createTarget", **window)["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Inspector"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)

    @property
    def number(self) -> int:
        """Its process."""
        return self._process.pid

    @property
    def is_open(self) -> bool:
        """Whether a window is open."""
        return bool(self._session)

    @contextmanager
    def another_window(self, last: bool = False, tab: bool = False) -> Iterator[None]:
        """Use another window for a while: a new one, a new tab of this one, or the last that was used so."""
        mine = self._session, self._context, self._url
        if last:
            self._session, self._context, self._url = self._other
        elif tab:
            self._begin_window()
        else:
            self._session, self._context, self._url = "", "", ""
        try:
            yield
        finally:
            self._other = self._session, self._context, self._url
            self._session, self._context, self._url = mine

    def visit(self, url: str) -> None:
        """Open an address and wait until it is loaded."""
        self._url = url
        loader = self.call("Page.navigate", url=url)["loaderId"]
        while loader not in self._loaded:
            self._notice(self._read())

    def reload(self) -> None:
        """Load the page again, in the same process: another may not know yet what this one stored last."""
        self._loaded.clear()
        self.call("Page.reload")
        while not self._loaded:
            self._notice(self._read())

    def value(self, expression: str) -> Any:
        """Return the value of a JavaScript expression in the page."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, expression: str, patience: float = _PATIENCE) -> None:
        """Wait until the expression is true."""
        assert self.soon(expression, patience), f"waited in vain for {expression}"

    def soon(self, expression: str, patience: float) -> bool:
        """Tell whether the expression becomes true within these seconds."""
        end = time.monotonic() + patience
        while not self.value(f"Boolean({expression})"):
            if time.monotonic() > end:
                return False
            time.sleep(0.01)
        return True

    def press(self, key: str, modifiers: int = 0) -> None:
        """Press a key as a reader does; `modifiers` is a sum of ALT, CONTROL and SHIFT."""
        for kind in ("keyDown", "keyUp"):
            typed = len(key) == 1 and kind == "keyDown" and not modifiers & CONTROL
            text: dict[str, Any] = {"text": key} if typed else _KEYS.get(key, {})
            self.call("Input.dispatchKeyEvent", type=kind, key=key, modifiers=modifiers, **text)

    def drag(self, *places: Place, button: str = "left", pointer: str = "mouse") -> None:
        """Press the mouse, or a pen, at the first place, move over the others and let go; one is a click."""
        kinds = ["mousePressed", *["mouseMoved"] * (len(places) - 1), "mouseReleased"]
        for kind, (x, y) in zip(kinds, [*places, places[-1]], strict=True):
            self.mouse(kind, x, y, button, pointer)

    def mouse(self, kind: str, x: float, y: float, button: str = "left", pointer: str = "mouse") -> None:
        """Send one event of the mouse, or of a pen, with a button held."""
        held = {
            "button": button,
            "buttons": {"left": 1, "right": 2}[button],
            "clickCount": 1,
            "pointerType": pointer,
        }
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **held)

    def touch(self, *places: Place) -> None:
        """Put a finger on the first place, move over the others and lift it; one place is a tap.

        The events bear a quick finger's times, however busy the machine is: a rest has a meaning.
        """
        began = time.time()
        for at, place in enumerate([*places, None]):
            kind = "touchEnd" if place is None else "touchMove" if at else "touchStart"
            points = [{"x": place[0], "y": place[1]}] if place else []
            when = began + at / 100
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points, timestamp=when)

    def crash(self) -> None:
        """End the page's process without notice; go on in another window, where what it stored is kept."""
        self._send("Page.crash")
        while self._read().get("method") != "Inspector.targetCrashed":
            pass
        self._begin_window()

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        self._send(method, **parameters)
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            self._notice(answer)

    def _send(self, method: str, **parameters: Any) -> None:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._unread:
            ready, _, _ = select.select([self._from], [], [], _PATIENCE)
            chunk = os.read(self._from, 1 << 16) if ready else b""
            assert chunk, "the browser does not answer"
            self._unread += chunk
        text, _, self._unread = self._unread.partition(b"\0")
        found: dict[str, Any] = json.loads(text)
        return found

    def _notice(self, event: dict[str, Any]) -> None:
        name, said = event.get("method"), event.get("params", {})
        if name == "Page.lifecycleEvent" and said["name"] == "load":
            self._loaded.add(said["loaderId"])
        elif name == "Network.requestWillBeSent":
            self.requests.append(said["request"]["url"])
        elif name in ("Runtime.exceptionThrown", "Log.entryAdded") or (
            name == "Runtime.consoleAPICalled" and said["type"] in ("error", "assert", "warning")
        ):
            self.complaints.append(json.dumps(said))

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._to)  # it ends by itself when the pipe closes
        try:
            self._process.wait(_PATIENCE)
        finally:
            self._process.kill()
            os.close(self._from)


Show = Callable[[str], Browser]
"""Opens a page, which is given as text."""
