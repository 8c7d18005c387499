"""The benchmark of a misbehaving model runs, and finds no turn lost."""

from pathlib import Path

from benchmarks import model_faults

from morrow.testing import Fault


async def test_others_are_measured_beside_each_fault_and_no_turn_is_lost(tmp_path: Path) -> None:
    scale = model_faults.Scale(operations=6, runs=1, pause_ms=1, faults=(Fault.SERVER_ERROR, Fault.NOT_JSON))

    figures = await model_faults.measure(scale, results=tmp_path)

    assert set(figures) == {"500", "not-json", "all faults"}
    assert figures["all faults"]["turns lost"] == 0
    assert figures["all faults"]["turns"] >= 4
    assert (tmp_path / "model-faults.json").exists()
