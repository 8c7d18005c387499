"""Which zone the machine is in."""

from pathlib import Path

from morrow.settings import machine_zone


def test_the_zone_is_that_of_tz_then_of_localtime_then_utc(tmp_path: Path) -> None:
    link = tmp_path / "localtime"

    assert machine_zone({"TZ": ":Asia/Shanghai"}, localtime=link) == "Asia/Shanghai"
    assert machine_zone({"TZ": "CST-8"}, localtime=link) == "UTC"
    link.symlink_to("/usr/share/zoneinfo/Europe/Helsinki")
    assert machine_zone({"TZ": "CST-8"}, localtime=link) == "Europe/Helsinki"
    assert machine_zone({}, localtime=link) == "Europe/Helsinki"
