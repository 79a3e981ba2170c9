"""Clauses and proofs as text, the frozen reference encoding, and unit propagation.

reference    the encoding `order/1` of certificates and exports, written to be read
dimacs       clauses as text; drat: proofs as text
propagation  unit propagation
"""
