"""Writes docs/settings.md from the tree, so that the page cannot fall behind. The file is written by a script."""

from collections.abc import Iterator
from itertools import groupby

from morrow.settings.keys import Setting, Value, all_settings

HEAD = """# Settings

<!-- Written by scripts/settings-page from src/morrow/settings/tree.py. Change it there. -->

morrow reads its settings from three places; the later wins:

1. `<home>/morrow.yaml`
2. environment variables that begin with `MORROW_`, with `__` for each dot
3. what a command line or a program passes in

```yaml
# these three lines mean the same; a file has one of them
mate: { memory: { cooldown-minutes: 10 } }
mate.memory.cooldown-minutes: 10
cooldown-minutes: 10
```

```sh
MORROW_COOLDOWN_MINUTES=10 MORROW_MODELS__CHAT__PROVIDER=ollama morrow serve
```

`mate.` and `mate.memory.` may be left out. Keys may be nested or dotted, in kebab-, snake- or camelCase.
An unknown key, or a value outside its range, stops the start with a message that names the key and the nearest known
one, or the values that are allowed. A list is written `[a, b]` or `a,b`.

`morrow config show` prints every setting with its value, where the value comes from, its default and its unit.
`morrow config set KEY VALUE` changes `morrow.yaml` and leaves its comments alone.

Settings marked *(planned)* are read and checked, and change nothing yet: the feature behind them is not built.

A plugin's settings stand under `plugins.<name>`; the plugin says what they mean.
"""

TAIL = """
## Cron expressions

Six fields as in Quartz: seconds, minutes, hours, days of month, months, days of week.

| form | means |
|---|---|
| `0 0 3 * * ?` | every day at 03:00 |
| `0 */30 * * * ?` | every 30 minutes |
| `0 0 9 ? * MON-FRI` | at 09:00 from Monday to Friday |
| `0 0 9 ? * 1` | at 09:00 on Sundays: days of week count from 1 = SUN to 7 = SAT |
| `0 0 9 L * ?` | at 09:00 on the last day of each month |
| `0 0 9 ? * 6L` | at 09:00 on the last Friday of each month |
| `0 0 9 ? * 6#3` | at 09:00 on the third Friday of each month |

`?` stands in one of the two day fields and says nothing about it; `*` does the same. Setting both is an error, and so
is a day that no month has. `W` and a seventh field are not read.

Times are local times of the agent's zone. Every local date gets its run once: a time that the clock jumps over in
spring runs at the first moment after the jump, and one that comes twice in autumn runs the first time only.
"""


def settings_page() -> str:
    """Return the whole page as Markdown."""
    groups = groupby(all_settings().values(), key=lambda setting: setting.key.rsplit(".", 1)[0])
    return HEAD + "".join(_table(prefix, list(settings)) for prefix, settings in groups) + TAIL


def _table(prefix: str, settings: list[Setting]) -> str:
    rows = "\n".join(_lines(settings))
    return f"\n## {prefix}\n\n| setting | default | allowed | meaning |\n|---|---|---|---|\n{rows}\n"


def _lines(settings: list[Setting]) -> Iterator[str]:
    for setting in settings:
        name, about = setting.key.rsplit(".", 1)[1], setting.about
        planned = " *(planned)*" if setting.is_planned else ""
        allowed = about.allowed(setting.kind).replace("|", "\\|")
        yield f"| `{name}` | {_shown(setting.default)} | {allowed} | {about.description}{planned} |"


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    return "none" if value in ("", ()) else f"`{value}`"
