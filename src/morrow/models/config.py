"""Which model serves which task, and opening them. A key found in the environment is offered, never used unasked."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from morrow.models.address import AddressGuard
from morrow.models.asking import AnswerFormat
from morrow.models.chat import ChatModel
from morrow.models.errors import ModelNotConfigured
from morrow.models.retry import Retrying
from morrow.models.vendor import Dialect, VendorChat
from morrow.settings.tree import ModelSettings, ModelsSettings

DEFAULT_TIMEOUT_SECONDS = 120.0
DEFAULT_MAX_RETRIES = 3


class Task(StrEnum):
    """What a model is asked for: answering and summing up, extracting and nudging, dreaming and its like."""

    CHAT = "chat"
    EXTRACTION = "extraction"
    DREAM = "dream"


@dataclass(frozen=True, slots=True)
class Provider:
    """A protocol, its own server, and the variable in which its key usually lies (none: it needs no key)."""

    base_url: str
    api_key_env: str | None


PROVIDERS: Mapping[str, Provider] = {
    "openai": Provider("https://api.openai.com/v1", "OPENAI_API_KEY"),
    "anthropic": Provider("https://api.anthropic.com", "ANTHROPIC_API_KEY"),
    "ollama": Provider("http://127.0.0.1:11434/v1", None),
}
# Servers that speak OpenAI's protocol: what can be offered when their key is found.
COMPATIBLE: Mapping[str, Provider] = {
    "deepseek": Provider("https://api.deepseek.com", "DEEPSEEK_API_KEY"),
    "dashscope": Provider("https://dashscope.aliyuncs.com/compatible-mode/v1", "DASHSCOPE_API_KEY"),
    "moonshot": Provider("https://api.moonshot.cn/v1", "MOONSHOT_API_KEY"),
    "zhipu": Provider("https://open.bigmodel.cn/api/paas/v4", "ZHIPUAI_API_KEY"),
    "openrouter": Provider("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
}


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """One configured model. Without `base_url` it is the provider's own server, with its usual key.

    With another `base_url` a key is sent only if `api_key_env` names it: a provider's key never goes to a stranger.
    """

    provider: str
    model: str
    base_url: str | None = None
    api_key_env: str | None = None
    max_input_tokens: int | None = None
    timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS
    max_retries: int = DEFAULT_MAX_RETRIES
    answer_format: AnswerFormat = AnswerFormat.PROMPT


@dataclass(frozen=True, slots=True)
class ModelConfigs:
    """The configured models by task; a task without one falls back to `chat`."""

    chat: ModelConfig | None = None
    extraction: ModelConfig | None = None
    dream: ModelConfig | None = None

    def serving(self, task: Task) -> ModelConfig | None:
        """Return the model that serves `task`, if one does."""
        own = {Task.CHAT: self.chat, Task.EXTRACTION: self.extraction, Task.DREAM: self.dream}[task]
        return own or self.chat


def configured(settings: ModelsSettings) -> ModelConfigs:
    """Return the models that the settings name; an empty text or a zero there is "not set" here."""
    return ModelConfigs(_configured(settings.chat), _configured(settings.extraction), _configured(settings.dream))


@dataclass(frozen=True, slots=True)
class Models:
    """The open models by task; a task without one falls back to `chat`, and without that has none."""

    chat: ChatModel | None = None
    extraction: ChatModel | None = None
    dream: ChatModel | None = None

    def serving(self, task: Task) -> ChatModel | None:
        """Return the model that serves `task`, if one does."""
        own = {Task.CHAT: self.chat, Task.EXTRACTION: self.extraction, Task.DREAM: self.dream}[task]
        return own or self.chat

    async def aclose(self) -> None:
        """Close every model once."""
        for model in {id(one): one for one in (self.chat, self.extraction, self.dream) if one is not None}.values():
            await model.aclose()


@dataclass(frozen=True, slots=True)
class FoundKey:
    """A key that lies in the environment under a well-known name, and the server it belongs to."""

    variable: str
    provider: str
    base_url: str


def found_keys(environ: Mapping[str, str]) -> tuple[FoundKey, ...]:
    """Return the keys that could be configured; none of them is used for that."""
    return tuple(
        FoundKey(known.api_key_env, name, known.base_url)
        for name, known in {**PROVIDERS, **COMPATIBLE}.items()
        if known.api_key_env is not None and environ.get(known.api_key_env, "").strip()
    )


def open_models(configs: ModelConfigs, environ: Mapping[str, str]) -> Models:
    """Return the open models; two tasks with equal settings share one. Raises ModelNotConfigured."""
    opened: dict[ModelConfig, ChatModel] = {}
    for config in (configs.chat, configs.extraction, configs.dream):
        if config is not None and config not in opened:
            opened[config] = open_model(config, environ)
    chat, extraction, dream = (
        None if config is None else opened[config] for config in (configs.chat, configs.extraction, configs.dream)
    )
    return Models(chat, extraction, dream)


def open_model(config: ModelConfig, environ: Mapping[str, str]) -> ChatModel:
    """Return the configured model; no connection is made yet.

    Raises ModelNotConfigured for an unknown provider, a missing model name, key or package, and AddressNotAllowed.
    """
    known = PROVIDERS.get(config.provider)
    if known is None:
        raise ModelNotConfigured(f"{config.provider!r}: `provider` is one of {', '.join(PROVIDERS)}")
    if not config.model:
        raise ModelNotConfigured(f"{config.provider}: `model` is not set; name it as its server knows it")
    base_url = config.base_url or known.base_url
    guard = AddressGuard.for_admin(base_url)
    return VendorChat(
        _dialect(config, guard, base_url, _key(config, known, environ)),
        provider=config.provider,
        model=config.model,
        max_input_tokens=config.max_input_tokens,
        timeout_seconds=config.timeout_seconds,
        retrying=Retrying(config.max_retries),
    )


def _configured(settings: ModelSettings) -> ModelConfig | None:
    if settings.provider == "none":
        return None
    return ModelConfig(
        settings.provider,
        settings.model,
        base_url=settings.base_url or None,
        api_key_env=settings.api_key_env or None,
        max_input_tokens=settings.max_input_tokens or None,
        timeout_seconds=settings.timeout_seconds,
        max_retries=settings.max_retries,
        answer_format=AnswerFormat(settings.answer_format),
    )


def _key(config: ModelConfig, known: Provider, environ: Mapping[str, str]) -> str | None:
    is_own_server = config.base_url is None or config.base_url.rstrip("/") == known.base_url
    variable = config.api_key_env or (known.api_key_env if is_own_server else None)
    if variable is None:
        return None
    key = environ.get(variable, "").strip()
    if not key:
        raise ModelNotConfigured(f"{config.provider}: the variable {variable} holds no key; set it, or `api-key-env`")
    if not key.isascii() or not key.isprintable():
        raise ModelNotConfigured(f"{config.provider}: the key in {variable} holds characters that no key has")
    return key


def _dialect(config: ModelConfig, guard: AddressGuard, base_url: str, key: str | None) -> Dialect:
    if config.provider == "anthropic":
        try:
            from morrow.models.anthropic_chat import AnthropicDialect, open_anthropic  # noqa: PLC0415 - an optional extra
        except ImportError as error:
            raise ModelNotConfigured("Anthropic's package is missing: pip install 'morrow[anthropic]'") from error
        return AnthropicDialect(open_anthropic(guard, base_url, key), config.provider, config.model)
    # Here and not above: the SDK takes a good part of a second to load, and most commands ask no model.
    from morrow.models.openai_chat import OpenAIDialect, open_openai  # noqa: PLC0415

    return OpenAIDialect(
        open_openai(guard, base_url, key),
        config.provider,
        config.model,
        config.answer_format,
        limits_completion=guard.endpoint.host == "api.openai.com",
    )
