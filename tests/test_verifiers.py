"""The adapter for verifiers, end to end with a scripted model: right, wrong and garbled answers, and moves.

It needs `pip install 'nonosat[verifiers]' uv`, and uv fetches what verifiers' own chat program needs.
"""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from nonosat import Nonogram, solve
from nonosat.learning.values import both_clues
from nonosat.processes.limits import NO_CLOCK
from nonosat.reasons.moves import Move, forcing

pytestmark = [pytest.mark.slow, pytest.mark.needs("uv")]
vf = pytest.importorskip("verifiers.v1")

_OTHER = str.maketrans("#.", ".#")


def reply(how: str, said: list[str]) -> str:
    """Answer the messages of the user: right, wrong, or garbled."""
    if how == "garbled":
        return "##.\n#"
    rows, columns = both_clues(said[0])
    puzzle = Nonogram(rows, columns)
    solution = solve(puzzle).solution
    assert solution is not None
    if "one cell at a time" not in said[0]:
        first = solution[0] if how == "right" else solution[0].translate(_OTHER)
        return "Here it is:\n```\n" + "\n".join([first, *solution[1:]]) + "\n```"
    state = (
        tuple(said[-1].split("\n")[-puzzle.height :]) if said[1:] else ("?" * puzzle.width,) * puzzle.height
    )
    wanted, known = "".join(solution), replace(puzzle, givens=state)
    still_open = [cell for cell, char in enumerate("".join(state)) if char == "?"]
    follows = (cell for cell in still_open if forcing(known, Move(cell, wanted[cell]), NO_CLOCK))
    cell = next(follows, still_open[0])
    char = wanted[cell] if how == "right" else wanted[cell].translate(_OTHER)
    return f"I look at the clues.\nr{cell // puzzle.width + 1}c{cell % puzzle.width + 1}={char}"


@contextmanager
def model(how: str) -> Iterator[str]:
    """Serve a scripted model as an endpoint of chat completions; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_words: Any) -> None:
            pass

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            contents = [message["content"] for message in body["messages"] if message["role"] == "user"]
            said = [
                c if isinstance(c, str) else "".join(part.get("text", "") for part in c) for c in contents
            ]
            base = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "scripted"}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            text = {"role": "assistant", "content": reply(how, said)}
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            for chunk in (
                {**base, "choices": [{"index": 0, "delta": text, "finish_reason": None}]},
                {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
                {**base, "choices": [], "usage": usage},
            ):
                self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
            self.wfile.write(b"data: [DONE]\n\n")

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


async def episodes(how: str, moves: bool) -> list[Any]:
    from nonosat.learning.verifiers import load_environment

    agent = {"harness": {"id": "null"}, "runtime": {"type": "subprocess"}, "max_turns": 40}
    env = load_environment(moves, agent, num_tasks=2, width=4, height=4)
    with model(how) as address:
        client = vf.EvalClientConfig(base_url=address, api_key_var="NO_KEY")
        context = vf.ModelContext(model="scripted", client=client, sampling=vf.SamplingConfig())
        async with env.serving():
            return [await env.run_episode(task, context) for task in env.taskset]


@pytest.mark.parametrize("moves", [False, True])
@pytest.mark.parametrize("how", ["right", "wrong", "garbled"])
def test_episodes_are_rewarded_by_the_clues(how: str, moves: bool) -> None:
    for episode in asyncio.run(episodes(how, moves)):
        (trace,) = episode.traces
        assert episode.ok, [error.message for error in (*episode.errors, *trace.errors)]
        assert (trace.reward == 1) == (how == "right")
        assert trace.metrics["solved"] == (how == "right")
        if how == "garbled":
            assert trace.reward == 0 and trace.metrics["readable"] == 0
