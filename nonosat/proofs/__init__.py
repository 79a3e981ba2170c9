"""Certificates of verdicts, which anyone can check: written by `prove`, checked by `verify`.

claims    what is claimed: how it is found, and how what shows it is checked
write     the clauses, and their refutation by a fresh solver, in a worker
manifest  the content of a certificate's files; archive: the folder or zip that holds them
table     counts by tables, for one of the claims
check     the readable proof checker; compiled: the same for long proofs; checkers: all

The clauses are those of `nonosat.clauses.reference`.
"""
