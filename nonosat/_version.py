"""The version, once."""

__version__ = "1.0.0rc1"
