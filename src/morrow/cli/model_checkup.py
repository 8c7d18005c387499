"""Looks at the models of a home: which are configured and whether they answer, and what could be used and is not."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from morrow.cli.findings import Finding
from morrow.i18n import msgid, translate
from morrow.models.config import PROVIDERS, FoundKey, ModelConfig, ModelConfigs, Task, configured, found_keys
from morrow.models.local import LocalServer, running_servers
from morrow.models.probe import Silent, probe
from morrow.settings import Settings


async def look_at_models(settings: Settings, environ: Mapping[str, str], lang: str) -> list[Finding]:
    """Return what is configured, each model asked for a word; then what was found and is used by nobody."""
    models = configured(settings.models)
    findings = [await _asked(config, tasks, environ, lang) for config, tasks in _by_config(models).items()]
    if not findings:
        none = translate("none is configured; the rules engine works without one", lang)
        findings.append(Finding(translate("Model", lang), True, none))
    used = {_variable(config) for config in _by_config(models)}
    urls = {_url(config) for config in _by_config(models)}
    keys = (key for key in found_keys(environ) if key.variable not in used)
    servers = (server for server in await running_servers() if server.base_url not in urls)
    return [*findings, *_offers(keys, servers, lang)]


async def _asked(config: ModelConfig, tasks: list[Task], environ: Mapping[str, str], lang: str) -> Finding:
    name, found = translate("Model", lang), await probe(config, environ)
    place = f" ({config.base_url})" if config.base_url else ""
    what = f"{', '.join(tasks)}: {config.provider} {config.model}{place}"
    if isinstance(found, Silent):
        silent = translate("{model} does not answer: {reason}", lang, model=what, reason=found.reason)
        return Finding(name, False, silent)
    return Finding(name, True, translate("{model} answers", lang, model=what))


def _by_config(models: ModelConfigs) -> dict[ModelConfig, list[Task]]:
    """Return each configured model once, with the tasks it serves."""
    found: dict[ModelConfig, list[Task]] = {}
    for task in Task:
        config = models.serving(task)
        if config is not None:
            found.setdefault(replace(config), []).append(task)
    return found


def _variable(config: ModelConfig) -> str | None:
    known = PROVIDERS.get(config.provider)
    return config.api_key_env or (known.api_key_env if known and config.base_url is None else None)


def _url(config: ModelConfig) -> str | None:
    known = PROVIDERS.get(config.provider)
    return config.base_url or (known.base_url if known else None)


def _offers(keys: Iterable[FoundKey], servers: Iterable[LocalServer], lang: str) -> Iterable[Finding]:
    """Say what lies here and how it would be used. Nothing of it is used, or sent anywhere, unasked."""
    name = translate("Offer", lang)
    for key in keys:
        words = msgid("{variable} is set and used by nobody; to use it: {settings}")
        yield Finding(name, True, translate(words, lang, variable=key.variable, settings=_settings_of(key)))
    for server in servers:
        words = msgid("{server} answers at {url} and is used by nobody; to use it: {settings}")
        wanted = _sets(provider=server.provider, base_url=server.base_url)
        yield Finding(name, True, translate(words, lang, server=server.name, url=server.base_url, settings=wanted))


def _settings_of(key: FoundKey) -> str:
    if key.provider in PROVIDERS:
        return _sets(provider=key.provider)
    return _sets(provider="openai", base_url=key.base_url, api_key_env=key.variable)


def _sets(**values: str) -> str:
    pairs = [f"models.chat.{name.replace('_', '-')}={value}" for name, value in values.items()]
    return " ".join([*pairs, "models.chat.model=…"])
