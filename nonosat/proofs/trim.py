# Compiled with trim.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""What a Checker has noted of a proof, trimmed and written: as DRAT or as LRAT."""

from __future__ import annotations

from nonosat.propagation.memory import Ints, small_zeros, zeros

DRAT, LRAT, BINARY = range(3)
"""The forms: both texts, and LRAT in bytes, in which a number has seven bits to a byte, the low ones first,
and its sign before them as the lowest.
"""

_ADD, _DELETE, _BLANK, _LINE, _MINUS, _ZERO = b"ad \n-0"
_DIGITS = 20


class Trimmed:
    """A proof backwards and then forwards. First `find_uses` looks which lemma is the last to need a clause;
    then `write` leaves out lemmas that nobody needs, and deletes each clause after its last use (only lemmas
    in DRAT, where that takes all their literals).

    `notes` has for each lemma its number, literals, 0, hints, 0, the last one being empty. The numbers follow
    those of the clauses. `largest` is the largest variable that was written.
    """

    notes: Ints
    clauses: int
    user: Ints  # by clause and lemma: the last lemma that needs it; 0 if none does, or once it is deleted
    begins: Ints  # by lemma: where its notes begin
    row: Ints  # literals in order
    out: bytearray
    end: int  # of what was written
    middle: int  # where the literals of the last lemma that was looked at end
    largest: int
    form: int
    digits: bytearray

    def __init__(self, notes: Ints, clauses: int) -> None:
        self.notes, self.clauses = notes, clauses
        self.out, self.end, self.largest, self.form = bytearray(1 << 16), 0, 0, DRAT
        self.digits = bytearray(_DIGITS)
        last = notes[self._begin(len(notes))]
        self.user, self.begins, self.row = small_zeros(last + 1), zeros(last - clauses + 1), small_zeros(1)
        self.user[last] = last

    def find_uses(self, end: int, most: int) -> int:
        """Go backwards from the end of a lemma, over this many numbers or a few more; return where it ended,
        in the end 0.
        """
        longest, until = len(self.row), max(0, end - most)
        while end > until:
            begin = self._begin(end)
            lemma = self.notes[begin]
            self.begins[lemma - self.clauses] = begin
            longest = max(longest, self.middle - begin)
            if self.user[lemma]:
                for k in range(self.middle + 1, end - 1):
                    hint = abs(self.notes[k])
                    if self.user[hint] == 0:
                        self.user[hint] = lemma
            end = begin
        if longest > len(self.row):
            self.row = small_zeros(2 * longest)
        return end

    def _begin(self, end: int) -> int:
        """Return where the lemma begins that ends here."""
        at = end - 2
        while self.notes[at]:
            at -= 1
        self.middle = at
        at -= 1
        while at >= 0 and self.notes[at]:
            at -= 1
        return at + 1

    def write(self, form: int, at: int, most: int) -> int:
        """Write lemmas in this form, from the one whose notes begin here, until there are this many bytes or
        a few more; return where the next one begins. First come the clauses that nobody needs.
        """
        self.form, self.end = form, 0
        if at == 0 and form != DRAT:
            self._delete_unused()
        while at < len(self.notes) and self.end < most:
            self.middle = at
            while self.notes[self.middle]:
                self.middle += 1
            end = self.middle + 1
            while self.notes[end]:
                end += 1
            if self.user[self.notes[at]]:
                self._lemma(at, end)
                if self.middle > at + 1:  # not the last one
                    self._delete_after(at, end)
            at = end + 1
        return at

    def take_bytes(self) -> bytes:
        """Return what the last `write` has written."""
        return bytes(self.out[: self.end])

    def _lemma(self, at: int, end: int) -> None:
        for k in range(at + 1, self.middle):
            self.largest = max(self.largest, abs(self.notes[k]))
        if self.form == DRAT:
            self._literals(at)
            return
        self._begin_entry(self.notes[at], _ADD)
        if self.form == LRAT:
            for k in range(at + 1, self.middle):
                self._number(self.notes[k])
        else:
            self._in_order(at)
        self._number(0)
        for k in range(self.middle + 1, end):
            self._number(self.notes[k])
        self._end_entry()

    def _in_order(self, at: int) -> None:
        """Write literals, all but the first in the order of their variables, as ACL2 wants them (Shell's
        sort).
        """
        size = self.middle - at - 1
        for k in range(size):
            self.row[k] = self.notes[at + 1 + k]
        gap = size // 2
        while gap > 0:
            for k in range(1 + gap, size):
                literal, place = self.row[k], k
                while place - gap >= 1 and abs(self.row[place - gap]) > abs(literal):
                    self.row[place] = self.row[place - gap]
                    place -= gap
                self.row[place] = literal
            gap //= 2
        for k in range(size):
            self._number(self.row[k])

    def _delete_after(self, at: int, end: int) -> None:
        """Delete what this lemma is the last to need."""
        lemma, begun = self.notes[at], False
        for k in range(self.middle + 1, end):
            hint = abs(self.notes[k])
            if self.user[hint] == lemma:
                self.user[hint] = 0
                if self.form != DRAT:
                    if not begun:
                        self._begin_entry(lemma, _DELETE)
                    begun = True
                    self._number(hint)
                elif hint > self.clauses:
                    place = self.begins[hint - self.clauses]
                    if self.notes[place + 2]:  # units stay
                        self._put(_DELETE)
                        self._put(_BLANK)
                        self._literals(place)
        if begun:
            self._end_entry()

    def _delete_unused(self) -> None:
        begun = False
        for clause in range(1, self.clauses + 1):
            if self.user[clause] == 0:
                if not begun:
                    self._begin_entry(self.clauses, _DELETE)
                begun = True
                self._number(clause)
        if begun:
            self._end_entry()

    def _literals(self, at: int) -> None:
        k = at + 1
        while self.notes[k]:
            self._number(self.notes[k])
            k += 1
        self._end_entry()

    def _begin_entry(self, number: int, what: int) -> None:
        if self.form == BINARY:
            self._put(what)
        if self.form == LRAT or what == _ADD:
            self._number(number)
        if self.form == LRAT and what == _DELETE:
            self._put(_DELETE)
            self._put(_BLANK)

    def _end_entry(self) -> None:
        if self.form == BINARY:
            self._put(0)
        else:
            self._put(_ZERO)
            self._put(_LINE)

    def _number(self, number: int) -> None:
        """Write a number, in the texts with a blank after it."""
        left = abs(number)
        if self.form == BINARY:
            left += left + (number < 0)
            while left > 127:
                self._put(left & 127 | 128)
                left >>= 7
            self._put(left)
            return
        if number < 0:
            self._put(_MINUS)
        k = _DIGITS - 1
        while left > 9:
            self.digits[k] = _ZERO + left % 10
            left //= 10
            k -= 1
        self.digits[k] = _ZERO + left
        while k < _DIGITS:
            self._put(self.digits[k])
            k += 1
        self._put(_BLANK)

    def _put(self, byte: int) -> None:
        if self.end == len(self.out):
            self._grow()
        self.out[self.end] = byte
        self.end += 1

    def _grow(self) -> None:
        more = bytearray(2 * self.end)
        more[: self.end] = self.out[: self.end]
        self.out = more
