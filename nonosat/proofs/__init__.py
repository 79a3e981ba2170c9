"""Proofs that anyone can check: certificates of verdicts, written by `prove`, checked by `verify`.

order1.py       the reference encoding: from the puzzle to clauses, frozen
write.py        their refutation by a fresh solver, in a worker
certificate.py  what a certificate says, in files; archive.py: the folder or zip they are in
check.py        the proof checker to be read; compiled.py: the same for long proofs; checkers.py: all
"""
