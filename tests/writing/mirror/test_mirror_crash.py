"""A killed process and a power cut lose nothing acknowledged and leave no half file: a share of the figures."""

import random

import pytest
from benchmarks.concurrent_mirror import write_at_once
from benchmarks.crash.__main__ import cut_again_and_again
from benchmarks.crash.image import Disk
from benchmarks.crash.kill import kill_again_and_again
from benchmarks.crash.trace import Operation, has_strace

WRONG = ("lost", "half", "corrupt", "not in step")


def test_killed_writers_lose_nothing() -> None:
    figures = kill_again_and_again(4)

    assert figures["acknowledged"] >= 4
    assert {name: figures[name] for name in WRONG} == dict.fromkeys(WRONG, 0)


@pytest.mark.skipif(not has_strace(), reason="strace is not installed: the images are made from its trace")
def test_power_cuts_lose_nothing() -> None:
    figures = cut_again_and_again(40, versions=5)

    assert figures["acknowledged"] > 0
    assert {name: figures[name] for name in WRONG} == dict.fromkeys(WRONG, 0)


def test_a_cut_loses_what_was_not_synced() -> None:
    disk = Disk()
    for operation in (
        Operation("create", "a"),
        Operation("write", "a", data=b"kept"),
        Operation("sync", "a"),
        Operation("create", "b"),
        Operation("write", "b", data=b"gone"),
    ):
        disk.play(operation)

    assert {disk.cut(random.Random(seed)).get("a") for seed in range(20)} == {b"kept"}
    assert {disk.cut(random.Random(seed)).get("b") for seed in range(20)} == {None, b"", b"gone"}


def test_eight_writers_and_an_editor_lose_and_double_nothing() -> None:
    figures = write_at_once(2)

    assert {name: figures[name] for name in ("lost", "doubled", "file differs", "writers failed")} == {
        "lost": 0, "doubled": 0, "file differs": 0, "writers failed": 0,
    }  # fmt: skip
