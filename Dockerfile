# docker build -t nonosat . && docker run --rm nonosat solve gchq
# For puzzles of your own: docker run --rm -v "$PWD:/puzzles:ro" nonosat check cat.non
FROM python:3.13-slim AS build
# hadolint ignore=DL3008 # whichever compiler the image's Debian has
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheel .

FROM python:3.13-slim
# What nonosat needs is a layer of its own, which stays the same until pyproject.toml changes.
RUN --mount=type=bind,source=pyproject.toml,target=/tmp/pyproject.toml \
    python -c 'import tomllib; print(*tomllib.load(open("/tmp/pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")' \
      > /tmp/needs.txt && pip install --no-cache-dir -r /tmp/needs.txt && rm /tmp/needs.txt
RUN --mount=type=bind,from=build,source=/wheel,target=/wheel \
    pip install --no-cache-dir --no-deps /wheel/nonosat-*.whl && useradd --create-home --uid 1000 solver
USER 1000
WORKDIR /puzzles
ENTRYPOINT ["nonosat"]
CMD ["--help"]
