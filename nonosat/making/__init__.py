"""Puzzles made to order.

order      what is asked for: size, picture, classes, effort, seed
fields     random pictures: even, smooth, symmetric, after a grey picture
pictures   what the steps of a class leave open of many pictures of one size, one after another
grid       a picture that changes cell by cell, and what the steps of a class leave open of it
growth     what lines know of a picture, and which changes let them decide more of it
mending    random pictures are changed until the steps of a class are enough
candidate  from an order and a number to a puzzle, or to what was found instead
generate   many of them at a time, each only once, and always the same
shelf      the file or folder that they go to, which can be continued

And pictures whose puzzles are mended.

obstacles  what stands in the way of a picture, and in which lines
changes    which changes remove all that does, at the least cost
repair     the question, and its answer
"""
