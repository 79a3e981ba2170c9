"""Cells, counts and automata as clauses, shared by all CNF encodings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise

from nonosat.automata.arrangements import Arrangements, machine_of
from nonosat.encodings.model import TRUE
from nonosat.problem import Constraint, Count, Problem, Regular, Runs, values_of

Clauses = list[list[int]]


def cell_literals(problem: Problem) -> tuple[list[list[int]], int, Clauses]:
    """Number the cells; return the literal of every (cell, value), the variables used, and clauses.

    A cell with one value left needs no variable, one with two needs one, one with more has a
    variable for each value and clauses that say "exactly one".
    """
    literals: list[list[int]] = []
    clauses: Clauses = []
    variables = 0
    if set(problem.sizes) == {2} and 0 not in problem.possible:  # nearly all puzzles
        decided = [[TRUE, -TRUE], [-TRUE, TRUE]]
        literals = [
            [-(variables := variables + 1), variables] if mask == 3 else decided[mask - 1]
            for mask in problem.possible
        ]
        return literals, variables, clauses
    for size, possible in zip(problem.sizes, problem.possible, strict=True):
        left = [value for value in range(size) if possible >> value & 1]
        row = [-TRUE] * size
        if not left:
            clauses.append([])
        elif len(left) == 1:
            row[left[0]] = TRUE
        elif len(left) == 2:
            variables += 1
            row[left[0]], row[left[1]] = -variables, variables
        else:
            for value in left:
                variables += 1
                row[value] = variables
            mine = [row[value] for value in left]
            clauses.append(mine)
            clauses.extend([-a, -b] for a, b in combinations(mine, 2))
        literals.append(row)
    return literals, variables, clauses


def _cells_size(problem: Problem) -> tuple[int, int]:
    """Return the variables and clauses of `cell_literals`."""
    variables = clauses = 0
    for possible in problem.possible:
        left = possible.bit_count()
        if left > 2:
            variables, clauses = variables + left, clauses + 1 + left * (left - 1) // 2
        elif left == 2:
            variables += 1
        elif left == 0:
            clauses += 1
    return variables, clauses


def clause(*literals: int) -> Clauses:
    """Return a list of the clause, without its constants, or an empty list if it is already satisfied."""
    if TRUE in literals:
        return []
    return [[literal for literal in literals if literal != -TRUE]]


def clauses_of(
    constraint: Constraint, problem: Problem, literals: list[list[int]], variables: int
) -> tuple[Clauses, int]:
    """Encode a constraint; return the clauses and the variables used so far. A count becomes a sequential
    counter, which needs fewer clauses than its automaton.
    """
    if isinstance(constraint, Count):
        return _count_clauses(constraint, literals, variables)
    return _automaton_clauses(constraint, problem, literals, variables)


def _automaton_clauses(
    line: Runs | Regular, problem: Problem, literals: list[list[int]], variables: int
) -> tuple[Clauses, int]:
    """Encode an automaton by a variable for each state that it can be in at each place."""
    automaton = line.reader(0)
    machine = Arrangements(machine_of(line, 0), [problem.possible[cell] for cell in line.cells])
    if not machine.live[0]:
        return [[]], variables
    clauses: Clauses = []
    here = {0: TRUE}
    for cell, after in zip(line.cells, machine.live[1:], strict=True):
        there: dict[int, int] = {}
        for state in values_of(after):
            variables += 1
            there[state] = variables
        sources: dict[int, list[int]] = {state: [] for state in there}
        reading: dict[int, list[int]] = {state: [] for state in there}
        values = [(value, literal) for value, literal in enumerate(literals[cell]) if literal != -TRUE]
        for state, literal in here.items():
            moves = automaton.next[state]
            for value, cell_literal in values:
                target = moves.get(value, -1)
                if target in there:
                    sources[target].append(literal)
                    if cell_literal not in reading[target]:
                        reading[target].append(cell_literal)
                clauses += clause(-literal, -cell_literal, there.get(target, -TRUE))
        for state, origins in sources.items():
            clauses += clause(-there[state], *reading[state])
            clauses += clause(-there[state], *origins)
        clauses.append(list(there.values()))
        if any(len(read) > 1 for read in reading.values()):
            # Otherwise what is read, and what came before, leave one state: a clue's automaton is like that.
            clauses += [[-one, -other] for one, other in combinations(there.values(), 2)]
        here = there
    return clauses, variables


def _count_clauses(constraint: Count, literals: list[list[int]], variables: int) -> tuple[Clauses, int]:
    """Encode a count over options.

    A sequential counter (Sinz 2005) with clauses in both directions, so that its variables are
    functions of the cells and a count of models needs no projection. reached[j] after the i-th
    option says that at least j of the first i hold.
    """
    holds = [literals[cell][value] for cell, value in constraint.options]
    unsure = [literal for literal in holds if abs(literal) != TRUE]
    sure = holds.count(TRUE)
    least, most = max(0, constraint.least - sure), min(len(unsure), constraint.most - sure)
    if most < least:
        return [[]], variables
    if most == 0:
        return [[-literal] for literal in unsure], variables
    if least == len(unsure):
        return [[literal] for literal in unsure], variables
    if least <= 1 and most == len(unsure):
        return [unsure] if least else [], variables
    if most == 1 and len(unsure) <= 6:
        few = [[-a, -b] for a, b in combinations(unsure, 2)]
        return ([*few, unsure] if least else few), variables
    top = min(most + 1, len(unsure))
    clauses: Clauses = []
    reached = [TRUE] + [-TRUE] * top
    for literal in unsure:
        now = [TRUE]
        for j in range(1, top + 1):
            # now[j] <-> reached[j] or (literal and reached[j-1])
            before, step = reached[j], reached[j - 1]
            if before == -TRUE and step == -TRUE:
                now.append(-TRUE)
                continue
            variables += 1
            now.append(variables)
            clauses += clause(-before, variables)
            clauses += clause(-literal, -step, variables)
            clauses += clause(-variables, before, literal)
            clauses += clause(-variables, before, step)
        reached = now
    if most < len(unsure):
        clauses += clause(-reached[most + 1])
    if least:
        clauses += clause(reached[least])
    return clauses, variables


def size_with(problem: Problem, line_size: Callable[[Runs], tuple[int, int]]) -> tuple[int, int]:
    """Return an upper bound of a model's variables and clauses, given that of a line."""
    lines, counts, rules = problem.forms
    values = max(problem.sizes, default=2)
    sizes = [
        _cells_size(problem),
        *(line_size(line) for _, line in lines),
        *(_count_size(count) for _, count in counts),
        *(_regular_size(rule, values) for _, rule in rules),
    ]
    return sum(variables for variables, _ in sizes), sum(clauses for _, clauses in sizes)


def _count_size(constraint: Count) -> tuple[int, int]:
    """Return an upper bound of the variables and clauses of a count."""
    options = len(constraint.options)
    cells = options * max(0, min(constraint.most + 1, options))
    return cells, 4 * cells + options + 16


def _regular_size(constraint: Regular, values: int) -> tuple[int, int]:
    """Return an upper bound of the variables and clauses of an automaton."""
    n, states = len(constraint.cells), len(constraint.automaton.next)
    return n * states, n * (2 * states + values * states + states * states // 2 + 1) + 1


def bound_pairs(line: Runs) -> int:
    """Return an upper bound of the (place, state) pairs that a clue's unrolled automaton has."""
    places, room, low = _room(line)
    states = low + len(line.blocks) + 1 + sum(min(b.high - b.low, room) for b in line.blocks)
    return states * places


def bound_steps(line: Runs) -> int:
    """Return an upper bound of the steps between these pairs.

    Two lead from a state, but three from one in which a block may end, grow or be followed at once by a
    block of another colour.
    """
    places, room, _ = _room(line)
    followed = (b for b, then in pairwise(line.blocks) if b.colour != then.colour)
    return 2 * bound_pairs(line) + places * sum(min(b.high - b.low, room) for b in followed)


def _room(line: Runs) -> tuple[int, int, int]:
    """Return at how many places a state can be, and how many cells the shortest blocks leave and take."""
    n = len(line.cells)
    low = sum(block.low for block in line.blocks)
    room = max(0, n - low)
    return min(n + 1, room + 2), room, low
