"""What the studio lists of its folder: cards of the files, recent files, books, links."""

import asyncio
import contextlib
import json
import os
from base64 import b64decode
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.helpers.fixtures import Patch

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

import nonosat
from nonosat import InputError, Nonogram, load
from nonosat.studio import cards, workers as limits
from nonosat.studio.drawing import Drawing
from nonosat.studio.folder import MOST_LISTED, Folder, empty
from nonosat.studio.products import share
from nonosat.studio.verbs import Studio as Verbs
from nonosat.studio.workers import Workers
from nonosat.toolkit import write
from tests.helpers.browser import Browser
from tests.helpers.drawings import KITE
from tests.helpers.pictures import photo
from tests.helpers.processes import solvers_of, until
from tests.helpers.studio import Studio, serving
from tests.helpers.studio_client import EMPTY, do, problem

SITE = "https://example.org/play.html"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: Patch) -> None:
    """Use a separate state folder for each test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".state"))


def put(folder: Path, *names: str) -> None:
    """Put instances into a folder."""
    for name in names:
        (folder / f"{name}.yaml").write_text(str(write(nonosat.load_all(name), "yaml")))


def test_a_card_has_size_and_picture(tmp_path: Path) -> None:
    put(tmp_path, "cat", "tulips", "switch", "no-solution", "mosaic", "fir", "gchq", "house")
    for file in tmp_path.glob("*.yaml"):
        (card,) = cards.look(str(file), file.name)
        puzzle = nonosat.load(file)
        assert (card["name"], card["says"], card["of"]) == (file.name, puzzle.size, "puzzle")
        assert bool(card["picture"]) == bool(puzzle.goal)
        if card["picture"]:
            assert b64decode(card["picture"].partition(",")[2]).startswith(b"<svg xmlns")


def test_a_file_with_several_puzzles_has_a_card_for_each(tmp_path: Path) -> None:
    put(tmp_path, "springs")
    found = cards.look(str(tmp_path / "springs.yaml"), "springs.yaml")
    assert [card["name"] for card in found] == [f"springs.yaml#{k}" for k in range(1, 15)]


@pytest.mark.parametrize("side", [1, 64, 65, 500])
def test_thumbnails_are_small(side: int) -> None:
    random = Random(side)
    puzzle = Nonogram.from_picture(tuple("".join(random.choices(".#", k=side)) for _ in range(side)))
    assert 50 < len(cards.thumbnail(puzzle, puzzle.goal)) < 80_000


def test_what_is_wrong_with_a_file_is_on_its_card(tmp_path: Path) -> None:
    (tmp_path / "bad.non").write_text("width x\n")
    (card,) = cards.look(str(tmp_path / "bad.non"), "bad.non")
    assert card["of"] == "wrong" and card["says"].startswith("expected a line `height")
    assert not card["picture"]


def test_a_photo_has_a_thumbnail_too(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    (tmp_path / "large.png").write_bytes(photo(2000, 1500))
    (card,) = cards.look(str(tmp_path / "large.png"), "large.png")
    assert card["says"] == "a photo, 2000 x 1500" and card["of"] == "photo"
    assert len(card["picture"]) < 40_000
    assert b64decode(card["picture"].partition(",")[2]).startswith(b"\x89PNG")
    (tmp_path / "damaged.png").write_bytes(photo(2000, 1500)[:200])
    (card,) = cards.look(str(tmp_path / "damaged.png"), "damaged.png")
    assert not card["picture"] and card["of"] == "wrong"


def test_only_photos_are_sent_back(tmp_path: Path) -> None:
    put(tmp_path, "cat")
    (tmp_path / "large.png").write_bytes(photo(2000, 1500))
    folder = Folder(tmp_path)
    assert folder.photo("large.png") == (tmp_path / "large.png").read_bytes()
    for name in ("cat.yaml", "none.png", "../large.png", "", "/etc/passwd"):
        with pytest.raises(InputError):
            folder.photo(name)


def test_the_card_of_a_photo_starts_a_drawing_from_it(chromium: Browser, tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    (tmp_path / "large.png").write_bytes(photo(2000, 1000))
    with serving(tmp_path) as server:
        studio = Studio(chromium, server)
        studio.click("#open-open")
        card = "document.querySelector('#file-list [data-of=photo] button')"
        studio.until(card)
        studio.value(f"{card}.click()")
        studio.until("picture.puzzle === opened.key && puzzle.width === 30 && puzzle.height === 15")
        assert studio.value("document.getElementById('picture-name').textContent") == "large.png"
        assert not studio.value("document.getElementById('open-dialog').open")


def test_only_files_of_the_folder_are_listed(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    put(folder, "cat")
    put(tmp_path, "tulips")
    (folder / "inner.yaml").symlink_to("cat.yaml")
    (folder / "outer.yaml").symlink_to("../tulips.yaml")
    (folder / "cycle.yaml").symlink_to("cycle.yaml")
    (folder / ".hidden.yaml").write_text("")
    (folder / "b\\c.yaml").write_text("")
    (folder / "folder.yaml").mkdir()
    (folder / "README.md").write_text("# Puzzles")
    os.mkfifo(folder / "pipe.yaml")
    assert [file.name for file in Folder(folder).files()] == ["cat.yaml", "inner.yaml"]


def test_a_large_folder_is_listed_in_part(tmp_path: Path) -> None:
    for k in range(MOST_LISTED + 50):
        (tmp_path / f"{k:05}.non").touch()
    listed = Folder(tmp_path).files()
    assert len(listed) == MOST_LISTED and listed[-1].name == f"{MOST_LISTED - 1:05}.non"


async def listing(studio: Verbs) -> dict[str, list[cards.Card]]:
    """Return what the studio tells of each file, which it lists before."""
    told: list[tuple[str, Any]] = []
    await studio.question("folder", b"")(lambda *answer: told.append(answer))
    (_, files), *looked = told
    assert [file["name"] for file in files] == [file["name"] for _, file in looked]
    return {file["name"]: file["cards"] for _, file in looked}


def test_every_file_is_looked_at_once(tmp_path: Path, monkeypatch: Patch) -> None:
    put(tmp_path, "cat")
    (tmp_path / "kite.txt").write_text("\n".join(KITE))
    (tmp_path / "bad.non").write_text("width x\n")
    (tmp_path / "large.non").write_bytes(b" " * ((20 << 20) + 1))
    workers = Workers(2 << 30)
    studio = Verbs(Folder(tmp_path), empty, workers)
    try:
        found = asyncio.run(listing(studio))
        assert {name: card["of"] for name, (card,) in found.items()} == {
            "bad.non": "wrong",
            "cat.yaml": "puzzle",
            "kite.txt": "puzzle",
            "large.non": "wrong",
        }
        assert found["large.non"][0]["says"] == "large.non: is larger than 20 MB"
        worked: list[Any] = []

        async def work(*call: Any) -> list[cards.Card]:
            worked.append(call[-1])
            return []

        monkeypatch.setattr(workers, "work", work)
        assert asyncio.run(listing(studio)) == found and not worked
        (tmp_path / "cat.yaml").write_text("kind: nonogram\nrows: [1]\ncolumns: [1]\n")
        assert asyncio.run(listing(studio))["cat.yaml"] == [] and worked == ["cat.yaml"]
    finally:
        workers.close()


def test_a_hostile_file_does_not_end_the_list(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(limits, "CONVERTING_SECONDS", 2.0)
    (tmp_path / "a.yaml").write_text("- [[1, 2, {a: b}]]\n" * 600_000)
    put(tmp_path, "cat")
    workers = Workers(2 << 30)
    try:
        found = asyncio.run(listing(Verbs(Folder(tmp_path), empty, workers)))
    finally:
        workers.close()
    assert found["a.yaml"][0]["says"].startswith("time limit")
    assert found["cat.yaml"][0]["of"] == "puzzle"


def test_who_closes_the_list_stops_the_work(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("- [[1, 2, {a: b}]]\n" * 600_000)
    workers, before = Workers(2 << 30), set(solvers_of(os.getpid()))

    def working() -> set[int]:
        return set(solvers_of(os.getpid())) - before

    async def begin_and_close() -> None:
        question = Verbs(Folder(tmp_path), empty, workers).question("folder", b"")
        asked = asyncio.create_task(question(lambda *_: None))
        while not working():
            await asyncio.sleep(0.01)
        asked.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asked
        until(lambda: not working())

    try:
        asyncio.run(begin_and_close())
    finally:
        workers.close()


def test_a_book_of_what_is_ticked(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    pypdf = pytest.importorskip("pypdf")
    put(tmp_path, "cat", "switch")
    (tmp_path / "kite.txt").write_text("\n".join(KITE))
    with serving(tmp_path) as server:
        status, content = do(server, "make/book", {"names": ["cat.yaml", "kite.txt", "switch.yaml"]})
        assert status == 200
        (tmp_path / "book.pdf").write_bytes(content)
        text = "".join(page.extract_text() for page in pypdf.PdfReader(tmp_path / "book.pdf").pages)
        assert "Cat" in text and "one of several" in text
        for names, why in (
            (["missing.yaml"], "missing.yaml: there is no such file"),
            (["../cat.yaml"], "expected the name of a file"),
            (["cat.yaml#2"], "there is no"),
        ):
            said = problem(server, "make/book", {"names": names})
            assert why in said and str(tmp_path) not in said


def test_a_link_to_a_drawing(tmp_path: Path) -> None:
    pytest.importorskip("segno")
    kite = "".join(KITE)
    drawing = Drawing(5, 5, picture=kite)
    with_site, without = share(drawing, SITE), share(drawing, "")
    assert with_site["link"].startswith(f"{SITE}#1.")
    assert with_site["code"].startswith("data:image/svg") and not with_site["says"]
    kite_alone = Nonogram.from_picture(KITE).with_goal(())
    assert [load(link) for link in without.pop("other").values()] == [kite_alone] * 3
    assert set(without.values()) == {""}  # there is no page that a link could open
    random = Random(3)
    noise = Drawing(120, 120, picture="".join(random.choices(".#", k=14_400)))
    large = share(noise, SITE)
    assert large["link"].startswith(SITE) and not large["code"]
    assert "too large for a QR code" in large["says"] and "share the link or a file" in large["says"]
    with serving(tmp_path, "--links", SITE) as server:
        _, said = do(server, "make/link", {**EMPTY, "picture": "#."})
        assert json.loads(said)["link"].startswith(f"{SITE}#1.")


CARD = "[...document.querySelectorAll('#file-list li')].find(made => made.dataset.name === '{}')"
PROBLEM = "document.getElementById('open-problem').textContent"


def test_the_list_in_the_page(chromium: Browser, tmp_path: Path) -> None:
    put(tmp_path, "tulips", "switch")
    (tmp_path / "row.txt").write_text("?###???????? 3,2,1\n")
    (tmp_path / "kite.txt").write_text("\n".join(KITE))
    with serving(tmp_path) as server:
        studio = Studio(chromium, server)
        studio.click("#open-open")
        studio.until(f"{CARD.format('tulips.yaml')}?.dataset.of === 'puzzle'")
        words = studio.value(f"{CARD.format('tulips.yaml')}.querySelector('p').textContent").split("\n")
        assert words[0] == "14 x 13" and words[1].startswith("1 kB, ")
        studio.until(f"{CARD.format('tulips.yaml')}.querySelector('img').naturalWidth > 0")
        # What cannot be opened is said in the dialog, which stays open; another try takes the message away.
        studio.value(f"{CARD.format('row.txt')}.querySelector('button').click()")
        studio.until(f"{PROBLEM}.includes('of kind springs')")
        assert studio.value("byId('open-dialog').open")
        studio.drop("x.non", "text/plain", b"width x\n")
        studio.until(f"{PROBLEM}.includes('x.non')")
        chromium.complaints.clear()  # that a request was answered by 400 is said there
        assert studio.value("byId('open-dialog').open")
        studio.value(f"{CARD.format('kite.txt')}.querySelector('button').click()")
        studio.until("puzzle.width === 5 && !byId('open-dialog').open")
        assert studio.picture == list(KITE)
        assert studio.value("byId('file-name').textContent") == "from kite.txt; save it under another name"
        studio.click("#open-open")
        assert studio.value(PROBLEM) == ""
        studio.until("document.querySelector('#file-list li').dataset.name === 'kite.txt'")
        studio.until(f"{CARD.format('kite.txt')}.textContent.includes('recent')")
        assert chromium.complaints == []


def test_ticks_and_focus_stay_when_more_is_known(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as server:  # an empty folder, of which no other card is shown meanwhile
        studio = Studio(chromium, server)
        studio.click("#open-open")
        studio.until("document.querySelector('#file-list li')")
        studio.value("byId('file-list').replaceChildren()")
        file = {"name": "a.yaml", "size": "1 kB", "time": 0}
        studio.value(f"showFiles([{json.dumps(file)}, {json.dumps({**file, 'name': 'b.yaml'})}]), 0")
        studio.until("list.children.length === 2")
        studio.value("document.querySelector('#file-list input').click()")
        studio.value("document.querySelector('#file-list input').focus()")
        card = {"name": "a.yaml", "picture": "", "says": "<b>5 x 5", "of": "puzzle"}
        studio.value(f"showCards({json.dumps({'name': 'a.yaml', 'cards': [card]})})")
        assert studio.value("document.activeElement.value") == "a.yaml"
        assert studio.value("document.querySelectorAll('#file-list :checked').length") == 1
        assert "<b>5 x 5" in studio.value("document.querySelector('#file-list p').textContent")
        several = [{**card, "name": f"a.yaml#{k}"} for k in (1, 2, 3)]
        studio.value(f"showCards({json.dumps({'name': 'a.yaml', 'cards': several})})")
        names = "[...document.querySelectorAll('#file-list li')].map(made => made.dataset.name)"
        assert studio.value(names) == ["a.yaml#1", "a.yaml#2", "a.yaml#3", "b.yaml"]


def test_share_in_the_page(chromium: Browser, tmp_path: Path) -> None:
    pytest.importorskip("segno")
    with serving(tmp_path, "--links", SITE) as server:
        studio = Studio(chromium, server)
        studio.new(5, 5)
        studio.draw(list(KITE))
        studio.click("#share-open")
        studio.until(f"byId('share-link').value.startsWith('{SITE}#1.')")
        studio.until("!byId('share-code').hidden && byId('share-code').naturalWidth > 50")
        (tmp_path / "sent.txt").write_text(studio.value("byId('share-link').value"))
        shared_puzzle = nonosat.load(tmp_path / "sent.txt")
        assert nonosat.solve(shared_puzzle).solution == tuple(KITE)
        assert chromium.complaints == []
