"""Certificates of verdicts, which anyone can check: written by `prove`, checked by `verify`.

write     the clauses, and their refutation by a fresh solver, in a worker
manifest  what a certificate says, in files; archive: the folder or zip they are in
check the readable proof checker; compiled: the same for long proofs; checkers: all

The clauses are those of `nonosat.clauses.reference`.
"""
