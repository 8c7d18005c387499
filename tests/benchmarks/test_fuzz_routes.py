"""No route breaks at what its own description allows or forbids."""

from pathlib import Path

from benchmarks.fuzz_routes import fuzz


def test_no_allowed_or_forbidden_request_breaks_a_route(tmp_path: Path) -> None:
    found = fuzz(str(tmp_path / "home"), examples=1)

    assert found.faults == []
    assert found.statuses[200] > 30
