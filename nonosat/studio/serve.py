"""Runs the studio: finds a port, serves until Ctrl-C, opens the browser.

The token of a run outlives it: a page that is open goes on when the studio is started again.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from hashlib import sha256
from html import escape
from pathlib import Path
from types import FrameType

import uvicorn

from nonosat import InputError, list_shipped, load
from nonosat.studio.drawing import drawing_of
from nonosat.studio.folder import Folder, Opened, empty, from_source, sha, source_of
from nonosat.studio.guard import is_loopback
from nonosat.studio.server import Server
from nonosat.studio.verbs import Studio
from nonosat.studio.workers import Workers
from nonosat.toolkit import files, format_for, formats

PORT = 8019
"""The default port; it is fixed so that a page finds a restarted server."""

_TRIES = 20
_BUSY = (errno.EADDRINUSE, errno.EACCES)
_GRACE = 0.7  # seconds for everything to end, before it is ended


class Start:
    """The studio's folder, and its first puzzle: a name in the folder, or a drawing without a file."""

    def __init__(self, address: str, form: str | None = None) -> None:
        """`address` is the path of a file, which need not exist yet, the name of an instance, or ""."""
        self.name = ""
        self.started = empty()
        folder = Path.cwd()
        path = Path(address)
        if form is None and formats.format_of(path) and (path.is_file() or not path.exists()):
            folder, self.name = path.resolve().parent, path.resolve().name
        elif address:
            if form is None and path.suffix and "#" not in path.name and not path.exists():
                format_for(path)  # the name of a new file must have a known suffix
            self.started = _read(address, form)
            file, _ = formats.locate(address)
            if file is not None and not _is_instance(file):
                folder = Path(file).resolve().parent
        if not folder.is_dir():
            raise InputError("there is no such folder", str(folder))
        self.folder = Folder(folder)
        self.key = f"{folder}\0{self.name or address}"

    def open(self) -> Opened:
        """Open the first puzzle. Raises InputError if that fails."""
        return self.folder.open(self.name) if self.name else self.started


def _read(address: str, form: str | None) -> Opened:
    """Read a puzzle that cannot be saved where it came from."""
    drawing = drawing_of(load(address, form))
    file, number = formats.locate(address)
    if file is None:  # standard input, or a link
        return Opened(drawing, made=True)
    source = address if _is_instance(file) else source_of(Path(file), number)
    return from_source(drawing, source, sha(Path(file).read_bytes()))


def _is_instance(file: str) -> bool:
    return Path(file) in list_shipped("instances").values()


def serve(
    address: str,
    say: Callable[[str], None],
    *,
    form: str | None = None,
    port: int = PORT,
    host: str = "127.0.0.1",
    memory: int,
    browser: bool = True,
    site: str = "",
) -> None:
    """Serve the studio until Ctrl-C; `say` receives messages for the user, `memory` is the limit of each
    worker in bytes, `site` is where links point to."""
    start = Start(address, form)
    for note in start.open().notes:
        say(f"{start.name}: {note}")
    run = Run(f"run {start.key}")
    with contextlib.closing(_listening(host, port)) as listener:
        bound = listener.getsockname()[1]
        if port not in (0, bound):
            say(f"port {port} is busy: serving on {bound}")
        studio = Studio(start.folder, start.open, Workers(memory), site)
        server = Server(studio, run.token, bound, host)
        page = f"http://{_show_host(host)}:{bound}/?token={run.token}"
        with _until_told(), _opening_file(page) as file:
            say(f"the studio is at {page}\npress Ctrl-C to stop it")
            opening = browser and threading.Timer(0.3, _open_browser, (file,))
            if opening:
                opening.start()
            with contextlib.suppress(KeyboardInterrupt):
                _Ending(_config(server)).run(sockets=[listener])
            if opening:
                opening.cancel()
    run.end()


class _Ending(uvicorn.Server):
    """A server that ends within a second after a signal."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end."""
        _end_soon()
        super().handle_exit(sig, frame)


def _end_soon() -> None:
    """End this process soon, and its workers with it, even if a thread is busy."""
    last = threading.Timer(_GRACE, os._exit, (0,))
    last.daemon = True
    last.start()


def _config(server: Server) -> uvicorn.Config:
    """Return uvicorn's settings: silent, and within the studio's limits."""
    return uvicorn.Config(
        server.app,
        log_config=None,  # nothing is logged, since addresses contain the token
        access_log=False,
        server_header=False,
        ws="none",
        h11_max_incomplete_event_size=1 << 14,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=0,  # who listens asks again when the studio is back
        limit_concurrency=64,
        proxy_headers=False,
        lifespan="on",
    )


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens on this port, or if it is busy on a later one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in [*range(port, min(port + _TRIES, 65536)), 0]:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1" if host == "localhost" else host, candidate))
            listener.listen(64)
        except OSError as error:
            listener.close()
            if isinstance(error, socket.gaierror) or error.errno not in _BUSY:
                raise InputError(f"cannot listen at port {candidate}: {error.strerror}", host) from None
        else:
            return listener
    raise InputError("no port is free", host)


def _show_host(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


@contextlib.contextmanager
def _until_told() -> Iterator[None]:
    """Handle SIGTERM like Ctrl-C."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        _end_soon()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def _opening_file(address: str) -> Iterator[Path]:
    """Yield a file, readable only by the user, that redirects a browser to the address. On a command line,
    the list of processes would show the address, with its token, to everyone.
    """
    with tempfile.TemporaryDirectory(prefix="nonosat-studio-") as folder:  # with mode 0700
        file = Path(folder, "open.html")
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as page:
            page.write(
                f'<!doctype html><meta name="referrer" content="no-referrer">'
                f'<meta http-equiv="refresh" content="0; url={escape(address)}"><title>nonosat studio</title>'
            )
        yield file


def _open_browser(file: Path) -> None:
    """Open the file in a browser, if there is a display."""
    screen = sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if screen:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(file.as_uri())


def require_safe(host: str, insecure: bool) -> None:
    """Raise InputError for an address that other machines can reach, unless the user allows it."""
    if not insecure and not is_loopback(host):
        raise InputError(
            f"--host {host}: other machines could reach the studio, without encryption: anyone who reads the"
            " address in transit can draw and save in your folder; use --insecure to allow this"
        )


_DAY = 24 * 3600.0


class Run:
    """A run of the studio. One that is `started` in the same way within a day of the last one has its token,
    unless that one still runs. The system frees the lock when the process ends.
    """

    def __init__(self, started: str) -> None:
        name = sha256(started.encode("utf-8", "surrogateescape")).hexdigest()[:24]
        folder = state_folder()
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        self._lock = os.open(folder / f"{name}.lock", flags, 0o600)
        new = secrets.token_urlsafe(16)  # of 128 random bits
        self.token = new
        if files.lock_file(self._lock):
            path = folder / f"{name}.token"
            self.token = _read_token(path, len(new)) or new
            files.put_file(path, self.token.encode(), private=True)

    def end(self) -> None:
        """Let another run have the token."""
        os.close(self._lock)


def _read_token(path: Path, length: int) -> str:
    """Return the token in a file, "" if there is none that only the user knows, and not for long."""
    try:
        status = path.stat(follow_symlinks=False)
        mine = sys.platform == "win32" or (status.st_uid == os.getuid() and status.st_mode & 0o777 == 0o600)
        token = path.read_text(encoding="ascii") if mine and time.time() - status.st_mtime < _DAY else ""
    except (OSError, ValueError):
        return ""
    return token if len(token) == length else ""


def state_folder() -> Path:
    """Return the folder of data that outlives a run; create it, readable only by the user, if necessary."""
    base = os.environ.get("XDG_STATE_HOME", "")
    root = Path(base) if os.path.isabs(base) else Path.home() / ".local" / "state"
    folder = root / "nonosat" / "studio"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    except OSError as error:
        raise InputError(f"cannot be used: {error.strerror}", str(folder)) from None
    return folder
