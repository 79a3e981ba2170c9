"""What cannot be done is said in one line, with its exit code, and nothing is written."""

from pathlib import Path

import pytest

from nonosat.formats.writing import write
from tests.helpers.fixtures import Call, Patch
from tests.helpers.puzzles import KITE

CASES = r"""
convert kite.non x | x: expected --to, one of yaml, json
convert kite.non x.jpg | the format jpeg can be read but not written
convert nowhere.non x.nin | nowhere.non: there is no such file
convert kite.non no/where.nin | no/where.nin: cannot be written: No such file
convert kite.non kite.non/ --to nin | kite.non/: cannot create this folder
convert kite.non x.nin --size 4x4 | kite.non: non files are not pictures: --size
convert gchq x.png | gchq: the puzzle has no goal picture
convert springs x.non | the format non is for puzzles of kind nonogram, not springs
convert kite.non x.nin --size 4 | --size
convert kite.non x.nin --size 0x4 | --size
convert kite.non x.nin --colours 9 | --colours
draw cat -o x.doc | x.doc: expected a suffix of a drawing, or --to: svg, png, pdf, html, txt
draw cat -o no/such/x.svg | no/such/x.svg: cannot be written
draw cat gchq -o x.svg | expected one puzzle, found 2 files
draw cat --book -o x.svg | --book: expected -o with a path that ends in .pdf or .html
draw cat --book --play -o x.html | --book cannot be combined with --picture or --play
draw cat --play | --play: expected -o with a path that ends in .html
draw springs#1 --play -o x.html | springs#1: a playable page shows nonogram,
draw cat --picture gchq | gchq: not a picture for cat: the picture is not 15 rows
draw no-solution --solution -o x.svg | no-solution: no solution
draw mandelbrot --solution --time-limit 0.001ms -o x.svg | mandelbrot: unknown | 3
draw springs | springs: file contains 14 puzzles
draw kite.txt -o kite.txt | kite.txt: already exists: --force overwrites it
explain --passes gchq --pass 9 | gchq: --pass: expected 0 to 8, found 9
explain --passes gchq -o no/such/folder.svg | folder.svg: cannot be written: No such file
explain --passes black-and-white#1 | black-and-white#1: trace works on puzzles whose cells are filled in
explain cat -o x.svg | x.svg: expected a path that ends in .json or .html
line 3 | expected --length N
line 3 --length 0 | --length: expected 1 to 10000 cells, found 0
line 3 --length 4 --known ??? | --known: expected 4 cells, found 3
line 3 --known ?x? | --known: expected the characters . # ?, found 'x'
line 3r --known '?#?' | --known: expected the characters . r ?, found '#'
line '3 x' --length 4 | 'x' is not a clue number
explain --passes gchq --gif x.svg | x.svg: expected a path that ends in .gif
explain --passes gchq -o x.pdf | x.pdf: expected a path that ends in .html or .svg or .png
explain cat --gif x.png | x.png: expected a path that ends in .gif
generate | expected --size, such as --size 20x20
generate --size 5000x5 | 5000x5: expected sides of 1 to 1000 cells
generate --size 5x5 --density 2 | the density 2: expected a number between 0 and 1
generate --size 5x5 --class moderat | no class 'moderat'; did you mean moderate?
generate --size 5x5 --class multiple | no class 'multiple'; the classes are trivial
generate --size 5x5 --class lines,deep,lines | the class lines appears twice
generate --size 5x5 --class lines:x | --class lines:x: expected a class and a number
generate --size 5x5 --class lines:0 | 0 puzzles of class lines: expected at least 1
generate --size 5x5 --class lines:3,deep | expected a number for each class, and then no --count
generate --size 5x5 --class lines:3 --count 3 | expected a number for each class, and then
generate --size 5x5 --class lines,deep --count 1 | --count 1: expected at least one puzzle
generate --size 5x5 --effort 9-3 | the effort 9-3: expected two numbers, the smaller one first
generate --size 5x5 -o x | x: expected --to, one of
generate --size 5x5 -o no/where.jsonl | no/where.jsonl: cannot be written: No such file
generate --size 5x5 -o x.yaml --resume | --resume continues a .jsonl file or a folder
generate --size 5x5 --to grid -o x/ | the format grid has no suffix
generate --from x.png --smooth | --from cannot be combined with --smooth
generate --from x.png --class lines:9 | --from cannot be combined with a number for each class
generate --kind mosaic --size 8x8 --class trivial | puzzles of kind mosaic have no class trivial
generate --kind mosaic --size 8x8 --colours 3 | puzzles of kind mosaic are made in black and white
compare gchq --models nothing -o r.jsonl | nothing: there is no model card of this name
compare gchq --models auto auto -o r.jsonl | two cards have the name auto: their runs would be
compare gchq --models auto --jobs 0 -o r.jsonl | --jobs
compare gchq --models auto --time-limit soon -o r.jsonl | --time-limit
compare --models auto -o r.jsonl --dask cat dom-3 | cat: no Dask scheduler answers
check cat --state cat | expected --answer FILE or --move MOVE
draw cat --qr -o cat.svg | --qr: expected --links
draw cat --qr -o cat.gif --links https://example.org/play.html | cat.gif: expected a suffix of a drawing
convert cat x.txt --to link --links example.org | expected the address of a playable page
convert cat x.txt --to link --links https://example.org/play.html#1 | expected the address of a playable page
explain cat --pass 1 | --pass: expected --passes
explain cat --passes --cell 1,1 | --cell cannot be combined with --passes
slove gchq | did you mean solve?
solutoins | did you mean solutions?
solve gchq --model order-glucos | did you mean order-glucose?
solve gchq --model nothing | there is no model card of this name
solve gchq --memory-limit -3 | --memory-limit
solve gchq --time-limit soon | --time-limit
solve gchq#2 | there is no number 2
solve | see nonosat solve --help
convert gchq out --to jsno | did you mean json?
draw cat --colour red | nonosat draw: unrecognized arguments: --colour red (see nonosat draw --help)
check gcqh | gcqh: there is no such file, and no instance of that name; did you mean gchq?
check nothing-like-it | nothing-like-it: there is no such file, and no instance of that name
help nope | there is no command 'nope'; the commands are
fix switch -q --choose 9 -o x.yaml | --choose 9: there are
"""
"""A command, what it says and, if it is not 2, its exit code."""


@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_what_cannot_be_done(case: str, tmp_path: Path, monkeypatch: Patch, call: Call) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kite.non").write_text(str(write([KITE], "non")))
    Path("kite.txt").write_text("#.\n.#\n")
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")}
    words, what, *code = case.split(" | ")
    printed = call(words, code=int(code[0]) if code else 2)
    assert what in printed.out + printed.err
    assert printed.out == ""
    assert (printed.out + printed.err).count("\n") == 1 + printed.err.count("cannot hold:")
    assert {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")} == before
