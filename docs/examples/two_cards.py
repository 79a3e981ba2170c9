"""Two model cards on some puzzles: a table of the models, and a plot of one against the other.

pip install nonosat pandas matplotlib
python two_cards.py
"""

import nonosat


def compare(puzzles: list[str], cards: list[str], plot: str) -> nonosat.toolkit.Comparison:
    found = nonosat.compare(puzzles, cards, repeat=3, jobs=2, time_limit=60)
    found.plot(plot)
    return found


if __name__ == "__main__":
    print(compare(["dom-5", "dom-6", "dom-7", "gchq"], ["order-glucose", "order-cadical"], "cards.svg"))
