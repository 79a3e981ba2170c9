"""A web service: has a puzzle exactly one solution, which cells differ, what is the next step?

pip install nonosat starlette uvicorn
uvicorn service:app
curl localhost:8000/unique -d '{"rows": [[1], [1]], "columns": [[1], [1]]}'
"""

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import nonosat

LIMITS = nonosat.Limits(time=10, memory=2**30)


def unique(asked: dict) -> dict:
    puzzle = nonosat.load(asked)
    answer = nonosat.solve(puzzle, limits=LIMITS)
    differ = nonosat.certain(puzzle, limits=LIMITS).groups if answer.other else []
    return {"verdict": answer.verdict.value, "differ": differ, "svg": nonosat.draw(answer).svg()}


def hint(asked: dict) -> dict:
    found = nonosat.hint(asked, asked.get("state"), limits=LIMITS)
    return {"says": found.said, "more": found.leads_on}


async def answer(request: Request) -> JSONResponse:
    question = {"/unique": unique, "/hint": hint}[request.url.path]
    try:
        return JSONResponse(await run_in_threadpool(question, await request.json()))
    except (TypeError, ValueError) as error:  # not JSON, or not a puzzle; the error names the place
        return JSONResponse({"error": str(error)}, 422)


app = Starlette(routes=[Route(path, answer, methods=["POST"]) for path in ("/unique", "/hint")])
