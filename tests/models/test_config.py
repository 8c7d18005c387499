"""Which model serves which task, whose key goes where, and that nothing is used unasked."""

import subprocess
import sys

import pytest

from morrow.models.asking import AnswerFormat
from morrow.models.config import (
    FoundKey,
    ModelConfig,
    ModelConfigs,
    Models,
    Task,
    configured,
    found_keys,
    open_model,
    open_models,
)
from morrow.models.errors import AddressNotAllowed, ModelNotConfigured
from morrow.settings.tree import ModelSettings, ModelsSettings
from morrow.testing import ModelServer, ScriptedModel

CHAT = ModelConfig("openai", "big", "http://127.0.0.1:9/v1")
DREAM = ModelConfig("openai", "bigger", "http://127.0.0.1:9/v1")


def test_a_task_without_a_model_falls_back_to_chat() -> None:
    configs = ModelConfigs(chat=CHAT, dream=DREAM)

    assert [configs.serving(task) for task in Task] == [CHAT, CHAT, DREAM]
    assert ModelConfigs().serving(Task.EXTRACTION) is None


def test_without_any_setting_there_is_no_model_even_if_keys_lie_about() -> None:
    models = open_models(configured(ModelsSettings()), {"OPENAI_API_KEY": "sk-1"})

    assert models == Models()
    assert models.serving(Task.CHAT) is None


def test_found_keys_are_offered_by_name() -> None:
    environ = {"OPENAI_API_KEY": "sk-1", "DEEPSEEK_API_KEY": " ", "DASHSCOPE_API_KEY": "sk-2"}

    assert found_keys(environ) == (
        FoundKey("OPENAI_API_KEY", "openai", "https://api.openai.com/v1"),
        FoundKey("DASHSCOPE_API_KEY", "dashscope", "https://dashscope.aliyuncs.com/compatible-mode/v1"),
    )


def test_settings_become_configs_with_what_is_empty_left_open() -> None:
    settings = ModelsSettings(chat=ModelSettings(provider="ollama", model="qwen3", timeout_seconds=60))

    assert configured(settings) == ModelConfigs(chat=ModelConfig("ollama", "qwen3", timeout_seconds=60))


async def test_a_providers_own_key_never_goes_to_another_server() -> None:
    async with ModelServer("hi") as server:
        model = open_model(ModelConfig("openai", "m", server.url), {"OPENAI_API_KEY": "sk-secret"})

        await model.complete([])
        await model.aclose()

    assert "authorization" not in server.requests[0].headers
    assert "sk-secret" not in str(server.requests[0])


@pytest.mark.parametrize(
    ("config", "named"),
    [
        (ModelConfig("openai", "m"), "OPENAI_API_KEY"),
        (ModelConfig("anthropic", "m", api_key_env="MINE"), "MINE"),
        (ModelConfig("openai", "m", "http://127.0.0.1:9", "BAD"), "BAD"),
        (ModelConfig("ollama", ""), "model"),
        (ModelConfig("clippy", "m"), "openai"),
    ],
)
def test_what_is_missing_is_named(config: ModelConfig, named: str) -> None:
    with pytest.raises(ModelNotConfigured, match=named):
        open_model(config, {"BAD": "two\nlines"})


def test_a_base_url_of_a_hostile_form_is_refused() -> None:
    with pytest.raises(AddressNotAllowed):
        open_model(ModelConfig("openai", "m", "http://api.example.com@127.0.0.1/v1"), {})


async def test_equal_settings_share_one_model_and_it_is_closed_once() -> None:
    opened = open_models(ModelConfigs(chat=CHAT, extraction=CHAT, dream=DREAM), {})
    assert opened.chat is opened.extraction
    assert opened.chat is not opened.dream
    await opened.aclose()

    model = ScriptedModel()
    await Models(chat=model, dream=model).aclose()
    assert model.is_closed


def test_no_vendors_package_is_loaded_before_a_model_is_opened() -> None:
    code = (
        "import sys, morrow.models.config, morrow.models.answers, morrow.models.usage, morrow.testing;"
        "print([name for name in ('openai', 'anthropic', 'httpx2') if name in sys.modules])"
    )

    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert loaded.strip() == "[]"


def test_how_json_is_asked_for_is_a_models_own_setting() -> None:
    settings = ModelsSettings(
        chat=ModelSettings(provider="ollama", model="m-1"),
        dream=ModelSettings(provider="ollama", model="m-1", answer_format="json_schema"),
    )

    found = configured(settings)

    assert found.chat is not None
    assert found.dream is not None
    assert (found.chat.answer_format, found.dream.answer_format) == (AnswerFormat.PROMPT, AnswerFormat.JSON_SCHEMA)
