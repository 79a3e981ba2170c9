"""Puzzles made to order.

order      the specification: size, picture, classes, effort, seed
fields     random pictures: even, smooth, symmetric, from a grey picture
pictures   the cells that the steps of a class leave open, for many pictures of one size in turn
growth     what lines know about a picture, and which changes let them decide more of it
mending    changes random pictures until the steps of a class are enough
framed     puzzles of kinds with rules besides their clues, around a random solution
candidate  turns an order and a candidate's number into a puzzle, or reports a miss
generate   makes many puzzles in parallel, deterministically and without duplicates; the output file or folder

Pictures that are repaired:

obstacles  the sets of cells that make a picture unsuitable, and their lines
changes    the cheapest changes that remove all obstacles
repair     the question and its answer
"""
