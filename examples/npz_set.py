"""Arrays of a data set as JSON Lines, which `nonosat audit` reads: pictures of 0 and 1.

pip install nonosat numpy
python npz_set.py pictures.npz > set.jsonl
"""

import json
import sys

import numpy

for number, picture in enumerate(numpy.load(sys.argv[1], allow_pickle=False)["pictures"]):
    print(json.dumps({"id": number, "solution": picture.tolist()}))
