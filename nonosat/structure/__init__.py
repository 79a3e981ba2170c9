"""The structure of a Problem: independent parts, and solutions near a solution.

components         open cells that depend on each other; diagrams: how a constraint connects its cells
bounds, variety    an upper and a lower bound on the number of solutions
independent_lines  Problems whose lines share no cell
switches           a second solution near the first
split              cubes: narrowed Problems that partition the solutions
"""
