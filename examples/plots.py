"""Plots of a journal of `nonosat compare`: a cactus of all models, and two of them against each other.

pip install nonosat pandas matplotlib
nonosat compare gchq dom-5 dom-6 --models order-glucose order-cadical -o runs.jsonl
python plots.py runs.jsonl
"""

import sys

import matplotlib.pyplot as plt

from nonosat.comparison import read

runs = read(sys.argv[1])
runs = runs[runs.stop_reason == "done"]

for model, times in runs.groupby("model").wall:
    plt.plot(range(1, len(times) + 1), sorted(times), marker="o", label=model)
plt.semilogy()
plt.xlabel("puzzles solved")
plt.ylabel("seconds for each")
plt.legend()
plt.savefig("cactus.svg")

table = runs.pivot_table("wall", "puzzle", "model", "median").dropna()
axes = table.plot.scatter(*table.columns[:2], loglog=True)
axes.axline((0.01, 0.01), (1, 1), color="grey")  # above it, the first model is faster
axes.figure.savefig("scatter.svg")
