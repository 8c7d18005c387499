import json
from pathlib import Path

from benchmarks import reply_beside_extraction, speed_night, speed_turns


async def test_recording_and_recalling_are_measured_beside_their_floors(tmp_path: Path) -> None:
    scale = speed_turns.Scale(turns=60, callers=8, alone=10, rows=(100,), questions=5, others=200)

    figures = await speed_turns.measure(scale, results=tmp_path)

    assert set(figures) == {"recording", "recall of 100 rows"}
    assert all(value >= 0 for values in figures.values() for value in values.values())
    assert set(json.loads((tmp_path / "speed-turns.json").read_text())) == {"machine", *figures}


async def test_a_night_is_measured_over_lines_that_are_really_kept(tmp_path: Path) -> None:
    scale = speed_night.Scale(messages=80, owners=2, days=3, lines=8, dreams=1)

    figures = await speed_night.measure(scale, results=tmp_path)

    assert figures["extraction"]["lines kept"] >= 15
    assert (figures["dream"]["notes"], figures["dream"]["lines"]) == (3, 24)
    assert figures["dream"]["lines kept"] > 0
    assert (tmp_path / "speed-night.json").exists()


async def test_a_reply_is_measured_alone_and_beside_extraction(tmp_path: Path) -> None:
    scale = reply_beside_extraction.Scale(operations=4, runs=1, backlog=20, owners=2, pause_ms=1)

    figures = await reply_beside_extraction.measure(scale, results=tmp_path)

    assert set(figures) == {"rules", "model"}
    assert all(found["ratio"] > 0 for found in figures.values())
