"""Lets `python -m morrow.cli` stand for `morrow`."""

from morrow.cli.main import main

main()
