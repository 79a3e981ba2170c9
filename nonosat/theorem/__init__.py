"""The checker `theorem`: ACL2 proves a claim about a puzzle, from the clues to the verdict.

statement   the puzzle, the pictures and the claim as ACL2 reads and prints them
acl2        ACL2, and its books, certified once for each user
books       the specification and its proofs
"""
