"""Certificates of verdicts, which anyone can check: written by `prove`, checked by `verify`.

claims         what is claimed: how it is found, and how what shows it is checked
write          the clauses, and their refutation by a fresh solver, in a worker
manifest       the content of a certificate's files; archive: the folder or zip that holds them
table          counts by tables, for one of the claims
sums           lemmas that count cells, for what clauses alone cannot refute
check_clauses  no clause excludes a solution, so that the encoding need not be trusted
check          the readable proof checker; check_long: the fast one, which also writes LRAT; checkers: all
"""
