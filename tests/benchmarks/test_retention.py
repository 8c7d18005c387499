from pathlib import Path

import pytest
from benchmarks.retention import CAP, ENGINES, as_svg, as_text, live, year


def test_a_year_is_the_same_for_the_same_seed() -> None:
    assert year(40) == year(40)
    assert year(40, seed=1) != year(40)


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_week_keeps_what_was_confirmed_and_nothing_else(engine: str, tmp_path: Path) -> None:
    curve = await live(engine, year(8), tmp_path / "home", every=4)

    assert curve.found == curve.confirmed
    assert curve.confirmed[-1] > 0
    assert curve.junk == [0, 0]
    assert curve.secrets == 0
    assert 0 < curve.longest <= CAP
    assert "found" in as_text([curve])
    assert as_svg([curve]).startswith("<svg")
