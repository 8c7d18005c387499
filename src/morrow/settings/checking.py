"""Turns what was written into typed values within their ranges, with pydantic-settings. Imported only to load."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AllowInfNan, Field, Strict, ValidationError, create_model
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from morrow.clock import find_zone
from morrow.errors import InvalidInput, InvalidSetting
from morrow.settings.about import Form
from morrow.settings.keys import Setting, Value, all_settings
from morrow.settings.layers import Given
from morrow.settings.quartz import read_quartz

SWITCHES = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


class _Layers(BaseSettings):
    """Reads from what it is given and from nowhere else: the layers know more spellings than the stock sources."""

    model_config = SettingsConfigDict(extra="forbid", frozen=True, validate_default=False)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        *_others: PydanticBaseSettingsSource,
        **_more: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return one source per layer, the strongest first."""
        layers = init_settings.init_kwargs if isinstance(init_settings, InitSettingsSource) else {}
        return tuple(InitSettingsSource(settings_cls, layers.get(name, {})) for name in ("override", "env", "file"))


def checked(given: Mapping[str, Given]) -> dict[str, Value]:
    """Return the value of every setting, read and checked. Raises InvalidSetting for all that are wrong, at once."""
    layers: dict[str, Any] = {}
    for key, item in given.items():
        setting = all_settings()[key]
        layers.setdefault(item.layer, {})[_name(setting)] = as_typed(item.value, setting.kind)
    try:
        read = _reader()(**layers)
    except ValidationError as error:
        wrong = {_name(setting): setting for setting in all_settings().values()}
        raise InvalidSetting("\n".join(_problem(e, wrong[str(e["loc"][0])], given) for e in error.errors())) from error
    return {key: getattr(read, _name(setting)) for key, setting in all_settings().items()}


def as_typed(value: object, kind: type) -> object:
    """Return `value` with a text read as `kind` and a list as a tuple; what cannot be read stays as it is."""
    if kind is tuple:
        items = [item.strip() for item in value.split(",")] if isinstance(value, str) else value
        return tuple(item for item in items if item != "") if isinstance(items, list) else items
    if not isinstance(value, str) or kind is str:
        return value
    if kind is bool:
        return SWITCHES.get(value.strip().lower(), value)
    try:
        return kind(value)
    except ValueError:
        return value


@cache
def _reader() -> type[_Layers]:
    fields: dict[str, Any] = {_name(setting): (_type(setting), setting.default) for setting in all_settings().values()}
    return create_model("Reader", __base__=_Layers, **fields)


def _name(setting: Setting) -> str:
    return "__".join(setting.path)


def _type(setting: Setting) -> Any:
    about = setting.about
    if about.choices:
        return Literal[about.choices]
    if setting.kind in (int, float):
        return Annotated[setting.kind, Strict(), Field(ge=about.low, le=about.high), AllowInfNan(False)]
    if setting.kind is tuple:
        return Annotated[tuple[str, ...], Strict()]
    if about.form:
        return Annotated[str, Strict(), AfterValidator(_FORMS[about.form])]
    return Annotated[setting.kind, Strict()]


def _read_by(read: Callable[[str], object]) -> Callable[[str], str]:
    """Return a check that lets a text through as it is if `read` can read it."""

    def check(text: str) -> str:
        try:
            read(text)
        except InvalidInput as error:
            raise ValueError(str(error)) from error
        return text

    return check


_FORMS: dict[Form, Callable[[str], str]] = {
    "cron": _read_by(read_quartz),
    "zone": _read_by(lambda name: name and find_zone(name)),
}


def _problem(error: ErrorDetails, setting: Setting, given: Mapping[str, Given]) -> str:
    item = given[setting.key]
    place = {"file": "in morrow.yaml", "env": f"in {item.written}"}.get(item.layer, "as given")
    reason = f" ({error['ctx']['error']})" if setting.about.form and "error" in error.get("ctx", {}) else ""
    return (
        f"{setting.key}: {item.value!r} {place} is not allowed; allowed: {setting.about.allowed(setting.kind)}{reason}"
    )
