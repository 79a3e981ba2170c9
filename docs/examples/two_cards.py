"""Two model cards on some puzzles: a table of processor seconds, and a plot of one card against the other.

pip install nonosat pandas matplotlib
python two_cards.py
"""

import pandas

import nonosat.comparison


def compare(puzzles: list[str], cards: list[str], plot: str) -> pandas.DataFrame:
    limits = nonosat.Limits(time=60)
    runs = nonosat.comparison.runs(puzzles, cards, repeat=3, jobs=2, limits=limits)
    solved = pandas.DataFrame(run for run in runs if run["stop_reason"] == "done")
    table = solved.pivot_table("cpu", "puzzle", "model", "median")[cards].dropna()
    axes = table.plot.scatter(*cards, loglog=True)
    axes.axline((0.01, 0.01), (1, 1), color="grey")  # above it, the first card is faster
    for name, times in table.iterrows():
        axes.annotate(str(name), (times[cards[0]], times[cards[1]]))
    axes.figure.savefig(plot)
    return table


if __name__ == "__main__":
    print(compare(["dom-5", "dom-6", "dom-7", "gchq"], ["order-glucose", "order-cadical"], "cards.svg"))
