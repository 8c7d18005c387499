"""Every setting of morrow with its default, unit, range and meaning. Reading them from somewhere is not done here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from morrow.settings.about import choice, number, switch, text, texts

Scalar = str | int | float | bool
# Settings, or all below a key, whose feature is not built yet: they are read and checked, and change nothing.
PLANNED = (
    "mate.memory.disabled-providers",
    "mate.memory.structured-consolidation-",
    "mate.memory.fact.",
    "mate.memory.engine.consolidation",
)


@dataclass(frozen=True, slots=True)
class DreamSettings:
    """`mate.memory.dream`: what a dream does and keeps."""

    focused_enabled: bool = switch(True, "Whether a dream may be asked for by topic")
    archive_enabled: bool = switch(True, "Whether old diary entries and report texts move to the monthly archive")
    archive_keep_days: int = number(
        30, "Age from which diary entries and report texts are archived", unit="days", low=1, high=36500
    )
    max_candidates_per_dream: int = number(
        100, "Most candidates that one dream scores", unit="candidates", low=1, high=10000
    )
    buckets_at_once: int = number(
        4, "How many buckets a model dreams at once; the rules take one after the other", unit="buckets", low=1, high=64
    )
    mode: Literal["auto", "propose"] = choice(
        "auto", "Whether a dream commits what the gates accept, or files everything as proposals", "auto", "propose"
    )
    catch_up_hours: int = number(
        24, "How late a missed nightly dream is still caught up; 0 never", unit="hours", low=0, high=744
    )
    diary_max_chars: int = number(
        20000, "Length of DREAMS.md over which older months move to the archive", unit="characters", low=500, high=10**7
    )


@dataclass(frozen=True, slots=True)
class FactSettings:
    """`mate.memory.fact`: the rows that are made from documents."""

    projection_enabled: bool = switch(True, "Whether facts are made from documents")
    projection_rebuild_cron: str = text("0 */30 * * * ?", "When all facts are rebuilt from the documents", "cron")
    llm_extraction_enabled: bool = switch(False, "Whether a model is asked for facts that the rules do not find")
    contradiction_check_enabled: bool = switch(True, "Whether facts that exclude each other go to the inbox")
    trust_half_life_days: int = number(
        60,
        "Time after which an unused fact is trusted half as much; 0: trust does not age",
        unit="days",
        low=0,
        high=36500,
    )
    forget_enabled: bool = switch(True, "Whether the pages show a forget button; forgetting itself is always possible")


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """`mate.memory.recall`: what stands beside a message."""

    max_tokens: int = number(16000, "Most tokens of the recall block of one turn", unit="tokens", low=0, high=10**7)


@dataclass(frozen=True, slots=True)
class SecretsSettings:
    """`mate.memory.secrets`: what happens to keys and passwords that someone types."""

    chat: Literal["pass", "redact"] = choice(
        "pass", "Whether the present chat call gets a typed secret; it is never stored", "pass", "redact"
    )


@dataclass(frozen=True, slots=True)
class SoulSettings:
    """`mate.memory.soul`: how SOUL.md evolves."""

    mode: Literal["propose", "auto"] = choice(
        "propose",
        "Whether a new SOUL.md waits for a person, or is committed when the gates accept it",
        "propose",
        "auto",
    )


@dataclass(frozen=True, slots=True)
class GatesSettings:
    """`mate.memory.gates`: what automated writers may do."""

    max_loss_ratio: float = number(
        0.25, "Share of a document's entries that one run may retire without a person", unit="share", low=0, high=1
    )


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """`mate.memory.engine`: rules or model, job by job. `auto` is model if one is configured, else rules."""

    extraction: Literal["auto", "rules", "model"] = choice("auto", "Engine that extracts", "auto", "rules", "model")
    dream: Literal["auto", "rules", "model"] = choice("auto", "Engine that dreams", "auto", "rules", "model")
    consolidation: Literal["auto", "rules", "model"] = choice(
        "auto", "Engine that consolidates", "auto", "rules", "model"
    )
    fallback: Literal["wait", "rules"] = choice(
        "wait", "What a job does while its model fails: wait and retry, or let the rules do it", "wait", "rules"
    )


@dataclass(frozen=True, slots=True)
class MirrorSettings:
    """`mate.memory.mirror`: memory as a folder of files."""

    enabled: bool = switch(True, "Whether memory is kept in step with <home>/workspace, with SQLite only")


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """`mate.memory`: extraction, dreaming, consolidation and what is always on."""

    auto_summarize_enabled: bool = switch(True, "Whether conversations are extracted after a turn")
    min_messages_for_summarize: int = number(
        4, "Fewest messages of a conversation that is extracted", unit="messages", low=0, high=1000
    )
    min_user_message_length: int = number(
        10, "Shortest last user message that starts an extraction", unit="characters", low=0, high=10000
    )
    skip_cron_conversations: bool = switch(True, "Whether what jobs and cron say is never extracted")
    summary_max_tokens: int = number(
        1000, "Most tokens of the note and structured entries of one extraction", unit="tokens", low=50, high=100000
    )
    max_transcript_messages: int = number(
        30, "Most messages that one extraction reads at once", unit="messages", low=1, high=500
    )
    cooldown_minutes: int = number(
        5, "Least time between two extractions of one agent and owner", unit="minutes", low=0, high=10080
    )
    emergence_enabled: bool = switch(True, "Whether there are dreams at all, asked for or scheduled")
    emergence_day_range: int = number(
        7, "How many calendar days of daily notes a dream reads", unit="days", low=1, high=366
    )
    emergence_score_threshold: float = number(
        0.6, "Least score of a candidate that is promoted", unit="score", low=0, high=1
    )
    emergence_min_recall_count: int = number(
        3, "How often a candidate must have been said or recalled", unit="times", low=0, high=1000
    )
    emergence_min_unique_queries: int = number(
        2, "In how many different contexts a candidate must have come up", unit="contexts", low=0, high=1000
    )
    emergence_max_age_days: int = number(
        30, "Age over which evidence no longer counts for a candidate", unit="days", low=1, high=3650
    )
    dreaming_enabled: bool = switch(True, "Whether dreams are scheduled; one may still be asked for")
    dreaming_cron: str = text("0 0 3 * * ?", "When an agent dreams, in the agent's zone", "cron")
    nudge_enabled: bool = switch(True, "Whether a short pass looks for structured entries within a conversation")
    nudge_turn_interval: int = number(6, "After how many turns a nudge looks again", unit="turns", low=1, high=1000)
    nudge_max_messages: int = number(20, "Most messages that a nudge reads", unit="messages", low=1, high=500)
    nudge_cooldown_minutes: int = number(
        10, "Least time between two nudges of one owner", unit="minutes", low=0, high=10080
    )
    disabled_providers: tuple[str, ...] = texts("Ids of memory providers that are left out of every turn")
    lifecycle_mediator_enabled: bool = switch(True, "Whether what an owner says is kept as that owner's; off: shared")
    system_block_max_chars: int = number(
        4000,
        "Most characters of the structured entries that are always on; 0: no limit",
        unit="characters",
        low=0,
        high=10**7,
    )
    system_block_max_entries_per_type: int = number(
        40, "Most entries of each structured type that is always on; 0: no limit", unit="entries", low=0, high=100000
    )
    structured_consolidation_enabled: bool = switch(True, "Whether structured entries are slimmed at night")
    structured_consolidation_min_entries: int = number(
        8, "Fewest user and feedback entries of a bucket that is consolidated", unit="entries", low=1, high=100000
    )
    structured_consolidation_cron: str = text("0 30 3 * * ?", "When structured entries are consolidated", "cron")
    structured_consolidation_max_owners_per_run: int = number(
        50, "Most owners of one agent that one consolidation run handles; 0: all", unit="owners", low=0, high=10**6
    )
    profile_max_chars: int = number(
        4000, "Length of PROFILE.md that automated writers keep to; 0: no limit", unit="characters", low=0, high=10**7
    )
    memory_md_max_chars: int = number(
        8000, "Length of MEMORY.md that automated writers keep to; 0: no limit", unit="characters", low=0, high=10**7
    )
    soul_update_interval: int = number(
        20, "After how many memory writes a new SOUL.md is proposed; 0: never", unit="writes", low=0, high=10**6
    )
    dream: DreamSettings = field(default_factory=DreamSettings)
    fact: FactSettings = field(default_factory=FactSettings)
    recall: RecallSettings = field(default_factory=RecallSettings)
    secrets: SecretsSettings = field(default_factory=SecretsSettings)
    soul: SoulSettings = field(default_factory=SoulSettings)
    gates: GatesSettings = field(default_factory=GatesSettings)
    engine: EngineSettings = field(default_factory=EngineSettings)
    mirror: MirrorSettings = field(default_factory=MirrorSettings)


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """`mate.agent.conversation.window`: how much of a conversation a prompt holds."""

    default_max_input_tokens: int = number(
        128000, "Window of a model that does not name its own", unit="tokens", low=1024, high=10**8
    )
    compact_trigger_ratio: float = number(
        0.75, "Share of the window over which older turns are compressed", unit="share", low=0.05, high=1
    )
    preserve_recent_pairs: int = number(
        2, "Latest pairs of question and reply that are never compressed", unit="pairs", low=0, high=1000
    )
    summary_max_tokens: int = number(
        300, "Least limit of a summary of compressed turns", unit="tokens", low=50, high=100000
    )
    protect_last_min_messages: int = number(
        10, "Latest messages that are never compressed", unit="messages", low=0, high=1000
    )


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """`mate.agent.chat`: how long one turn of talk may take, and how often its model may call tools."""

    max_steps: int = number(8, "How often the model of one turn may call tools", unit="times", low=0, high=100)
    tool_timeout_seconds: int = number(30, "Longest wait for one tool", unit="seconds", low=1, high=3600)
    turn_timeout_seconds: int = number(300, "Longest time of one turn", unit="seconds", low=1, high=86400)


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """`models.<task>`: which model does a task. Without a provider the task falls back to chat, and chat to none."""

    provider: Literal["none", "openai", "anthropic", "ollama"] = choice(
        "none",
        "Who serves the model; openai is any server that speaks its protocol",
        "none",
        "openai",
        "anthropic",
        "ollama",
    )
    model: str = text("", "Name of the model, as its server knows it")
    base_url: str = text("", "Address of the server; empty: the provider's own")
    api_key_env: str = text("", "Name of the environment variable that holds the key; empty: the provider's usual one")
    max_input_tokens: int = number(0, "Window of the model; 0: the window's default", unit="tokens", low=0, high=10**8)
    timeout_seconds: int = number(120, "Longest wait for one answer", unit="seconds", low=1, high=3600)
    answer_format: Literal["prompt", "json_object", "json_schema"] = choice(
        "prompt",
        "How JSON is asked for: in words, as any object, or by its schema; not every server can do all",
        "prompt",
        "json_object",
        "json_schema",
    )
    max_retries: int = number(3, "How often a failed call is tried again", unit="times", low=0, high=20)
    price_prompt: float = number(0, "What a million tokens sent cost; 0: not known", unit="price", low=0, high=10**6)
    price_completion: float = number(
        0, "What a million tokens answered cost; 0: not known", unit="price", low=0, high=10**6
    )
    price_currency: str = text("USD", "Currency of the prices")


@dataclass(frozen=True, slots=True)
class ModelsSettings:
    """`models`: one model for each kind of task."""

    chat: ModelSettings = field(default_factory=ModelSettings)
    extraction: ModelSettings = field(default_factory=ModelSettings)
    dream: ModelSettings = field(default_factory=ModelSettings)
    daily_tokens_per_agent: int = number(
        0, "Tokens that an agent may spend on models in a day; 0: no limit", unit="tokens", low=0, high=10**12
    )
    daily_tokens_per_owner: int = number(
        0, "Tokens that may be spent on models for one owner in a day; 0: no limit", unit="tokens", low=0, high=10**12
    )


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """`server`: what holds where neither the agent nor the owner says otherwise, and who may ask how often."""

    zone: str = text("", "Time zone of agents without one; empty: the machine's", "zone")
    language: Literal["", "en", "zh"] = choice(
        "", "Language of owners without one; empty: the locale's", "", "en", "zh"
    )
    hosts: tuple[str, ...] = texts("Names besides this machine's addresses under which the server may be asked")
    requests_per_minute: int = number(
        600, "Most requests of one token or session in a minute; 0: no limit", unit="requests", low=0, high=10**6
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole tree. `origins` names, by key, where each value that is no default came from: file, env or override.

    `plugins` holds what stands under `plugins.<name>`; a plugin checks its own.
    """

    memory: MemorySettings = field(default_factory=MemorySettings)
    window: WindowSettings = field(default_factory=WindowSettings)
    chat: ChatSettings = field(default_factory=ChatSettings)
    models: ModelsSettings = field(default_factory=ModelsSettings)
    server: ServerSettings = field(default_factory=ServerSettings)
    plugins: Mapping[str, Mapping[str, Scalar]] = field(default_factory=lambda: MappingProxyType({}))
    origins: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
