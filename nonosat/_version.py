"""The version number, defined only here, and those of other packages."""

__version__ = "1.0.0"


def version_of(package: str) -> str:
    """Return the version of a package; empty if it has none, like a module on the path, or a program."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and rarely used

    if package == "nonosat":
        return __version__
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
