"""Where settings come from, how their keys may be written, and what is refused."""

from pathlib import Path

import pytest

from morrow.errors import InvalidSetting
from morrow.settings import Settings, explain, load_settings
from morrow.settings.keys import all_settings

SEED = """
mate:
  memory:
    # --- extraction ---
    auto-summarize-enabled: true
    min-messages-for-summarize: 4
    cooldown-minutes: 5
    lifecycle-mediator-enabled: true
    dream:
      focused-enabled: true        # by topic
      archive-keep-days: 30
    fact:
      projection-rebuild-cron: "0 */30 * * * ?"
      contradiction-check-enabled: false
    structured-consolidation-cron: "0 30 3 * * ?"
    memory-md-max-chars: 8000
  agent:
    conversation:
      window:
        default-max-input-tokens: 64000
        compact-trigger-ratio: 0.5
        preserve-recent-pairs: 2
        summary-max-tokens: 300
"""


def load(text: str, home: Path, **environ: str) -> Settings:
    (home / "morrow.yaml").write_text(text, encoding="utf-8")
    return load_settings(home, environ=environ)


def test_without_file_and_variables_every_setting_has_its_default(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, environ={"MORROW_HOME": str(tmp_path), "PATH": "/bin"})

    assert settings == Settings()


def test_every_default_is_a_value_that_is_allowed() -> None:
    defaults = {key: setting.default for key, setting in all_settings().items()}

    settings = load_settings(None, environ={}, overrides=defaults)

    assert all(row.value == row.default for row in explain(settings))


def test_the_yaml_of_the_memory_page_is_read_as_it_stands(tmp_path: Path) -> None:
    settings = load(SEED, tmp_path)

    assert settings.memory.fact.contradiction_check_enabled is False
    assert (settings.window.default_max_input_tokens, settings.window.compact_trigger_ratio) == (64000, 0.5)
    assert settings.origins["mate.memory.dream.archive-keep-days"] == "file"


@pytest.mark.parametrize(
    "text",
    [
        "mate.memory.cooldown-minutes: 9",
        "mate: {memory: {cooldown-minutes: 9}}",
        "mate.memory: {cooldown_minutes: 9}",
        "memory:\n  cooldownMinutes: 9",
        "cooldown-minutes: '9'",
        "\ufeffcooldown-minutes: 9\r\n",
    ],
)
def test_a_key_may_be_nested_dotted_short_or_in_another_case(tmp_path: Path, text: str) -> None:
    assert load(text, tmp_path).memory.cooldown_minutes == 9


def test_an_override_beats_a_variable_which_beats_the_file(tmp_path: Path) -> None:
    (tmp_path / "morrow.yaml").write_text("cooldown-minutes: 1\nnudge-turn-interval: 1\nsoul-update-interval: 1\n")
    environ = {"MORROW_MATE__MEMORY__COOLDOWN_MINUTES": "2", "MORROW_NUDGE_TURN_INTERVAL": "2"}

    memory = load_settings(tmp_path, environ=environ, overrides={"cooldown_minutes": 3}).memory

    assert (memory.cooldown_minutes, memory.nudge_turn_interval, memory.soul_update_interval) == (3, 2, 1)


def test_a_variable_is_read_as_the_type_of_its_setting() -> None:
    environ = {
        "MORROW_DREAMING_ENABLED": "0",
        "MORROW_EMERGENCE_SCORE_THRESHOLD": "0.4",
        "MORROW_DISABLED_PROVIDERS": "mem0, facts",
        "MORROW_DREAMING_CRON": "0 0 2 * * ?",
        "MORROW_MODELS__CHAT__MODEL": "1",
        "MORROW_MODELS__CHAT__BASE_URL": "http://localhost:11434/v1",
    }

    settings = load_settings(None, environ=environ)

    assert settings.memory.dreaming_enabled is False
    assert (settings.memory.emergence_score_threshold, settings.memory.dreaming_cron) == (0.4, "0 0 2 * * ?")
    assert settings.memory.disabled_providers == ("mem0", "facts")
    assert (settings.models.chat.model, settings.models.chat.base_url) == ("1", "http://localhost:11434/v1")


def test_a_key_without_a_value_leaves_the_default(tmp_path: Path) -> None:
    assert load("mate:\n  memory:\n    cooldown-minutes:\n    dream:\n", tmp_path) == Settings()


@pytest.mark.parametrize(
    ("key", "near"),
    [
        ("mate.memory.cooldwn-minutes", "mate.memory.cooldown-minutes"),
        ("mate.memory.dream.max-candidates", "mate.memory.dream.max-candidates-per-dream"),
        ("mate.memory.dream.contradiction-check-enabled", "mate.memory.fact.contradiction-check-enabled"),
        ("max-loss-ratio", "mate.memory.gates.max-loss-ratio"),
        ("mate.memory.cooldown-minutes.x", "mate.memory.cooldown-minutes"),
        ("mate.agent.window.preserve-recent-pairs", "mate.agent.conversation.window.preserve-recent-pairs"),
    ],
)
def test_an_unknown_key_is_an_error_that_names_the_nearest(key: str, near: str) -> None:
    with pytest.raises(InvalidSetting) as raised:
        load_settings(None, environ={}, overrides={key: 1})

    assert str(raised.value) == f"{key}: there is no such setting; did you mean {near}?"


def test_all_unknown_keys_are_named_at_once() -> None:
    with pytest.raises(InvalidSetting, match=r"(?s)no-such-thing: .*\nxyzzy: "):
        load_settings(None, environ={}, overrides={"no-such-thing": 1, "xyzzy": {}})


def test_a_misspelt_variable_is_an_error_and_one_of_someone_else_is_not() -> None:
    load_settings(
        None, environ={"MORROW_HOME": "/x", "MORROW_AGENT": "a", "MORROW_BENCH_DATA": "/y", "MORROW_LANG": "zh"}
    )

    for variable in ("MORROW_COOLDOWN_MINUTE", "MORROW_MEMORY__NO_SUCH"):
        with pytest.raises(InvalidSetting, match=f"{variable}: there is no such setting"):
            load_settings(None, environ={variable: "1"})


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("cooldown-minutes", -1, "whole numbers 0 to 10080 minutes"),
        ("cooldown-minutes", True, "whole numbers 0 to 10080 minutes"),
        ("cooldown-minutes", 1.5, "whole numbers 0 to 10080 minutes"),
        ("cooldown-minutes", "soon", "whole numbers 0 to 10080 minutes"),
        ("cooldown-minutes", [1], "whole numbers 0 to 10080 minutes"),
        ("emergence-score-threshold", 1.01, "0 to 1 score"),
        ("emergence-score-threshold", float("nan"), "0 to 1 score"),
        ("emergence-score-threshold", "inf", "0 to 1 score"),
        ("dreaming-enabled", "maybe", "true or false"),
        ("dreaming-enabled", 2, "true or false"),
        ("engine.dream", "llm", "auto, rules, model"),
        ("secrets.chat", False, "pass, redact"),
        ("server.language", "fr", "empty, en, zh"),
        ("disabled-providers", [1], "a list of texts"),
        ("disabled-providers", 1, "a list of texts"),
        ("server.zone", "Mars/Phobos", "an IANA name, or empty"),
        ("dreaming-cron", "0 3 * * *", "six fields of a Quartz cron"),
    ],
)
def test_a_value_outside_its_range_is_an_error_with_key_value_and_range(key: str, value: object, allowed: str) -> None:
    with pytest.raises(InvalidSetting) as raised:
        load_settings(None, environ={}, overrides={key: value})

    message = str(raised.value)
    assert key in message
    assert repr(value) in message
    assert f"allowed: {allowed}" in message


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("- a\n- b\n", "holds no settings"),
        ("mate: [\n", "this is no YAML"),
        ("cooldown-minutes: 1\ncooldown-minutes: 2\n", "cooldown-minutes is set twice"),
        ("cooldown-minutes: 1\nmate.memory.cooldownMinutes: 2\n", "is set twice, as cooldown-minutes and as"),
        ("a: &a\n  b: *a\n", "nested more than 20 deep"),
        ("!!python/object/apply:os.system ['true']", "this is no YAML"),
    ],
)
def test_a_broken_file_is_an_error_that_says_how(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(InvalidSetting, match=reason):
        load(text, tmp_path)


def test_bytes_that_are_no_utf8_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "morrow.yaml").write_bytes("server: {zone: 上海}".encode("gbk"))

    with pytest.raises(InvalidSetting, match="not UTF-8"):
        load_settings(tmp_path, environ={})


def test_settings_of_a_plugin_are_kept_for_the_plugin(tmp_path: Path) -> None:
    settings = load("plugins:\n  mem0: {baseUrl: 'http://localhost:8080', max-results: 5}\n", tmp_path)

    assert settings.plugins == {"mem0": {"base-url": "http://localhost:8080", "max-results": 5}}
