"""Settings: how pages look, switches, the schedule, models and what they took, jobs, and who may ask this instance."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Path, Response

from morrow.errors import NotFound
from morrow.household.owners import Listed, Shown
from morrow.i18n import msgid
from morrow.jobs.cron import describe
from morrow.jobs.ledger import Status
from morrow.models.config import ModelConfig, ModelConfigs, Task, configured
from morrow.roster.roles import Act, Role
from morrow.roster.switches import OwnSwitches
from morrow.roster.tokens import Grant, Token, is_live
from morrow.usage.sums import By, Sum
from morrow.web.rendering import goto, page
from morrow.web.visit import THEMES, Visit, Visiting

router = APIRouter(prefix="/agents/{agent}/settings")
JOBS_SHOWN = 20
_JobId = Annotated[str, Path(alias="job", max_length=80)]
_TokenId = Annotated[str, Path(alias="token", max_length=80)]
SWITCHES: dict[str, tuple[str, str]] = {
    "recall": (msgid("Recall"), msgid("What is remembered is told to the agent.")),
    "capture": (msgid("Capture"), msgid("What is said is read, and what matters is noted.")),
    "dream": (msgid("Dream"), msgid("Notes become memory at night.")),
}
TASKS = {"chat": msgid("Chat"), "extraction": msgid("Reading conversations"), "dream": msgid("Dreams")}
JOB_TONES = {Status.COMPLETED: "ok", Status.FAILED: "bad", Status.RUNNING: "accent", Status.PENDING: "warn"}
_THEMES = {"system": msgid("like the system"), "light": msgid("light"), "dark": msgid("dark")}
_ROLES = {
    Role.VIEWER: msgid("viewer: one's own memory"),
    Role.MEMBER: msgid("member: shared memory too"),
    Role.ADMIN: msgid("admin: tokens, agents, settings"),
    Role.ROOT: msgid("root: everything"),
}


@dataclass(frozen=True, slots=True)
class Administered:
    """What only an admin is shown: tokens, and whose memory is here."""

    tokens: Sequence[Token]
    owners: Sequence[Listed]


@router.get("")
async def settings(visit: Visiting) -> Response:
    """Show the settings."""
    return await _shown(visit)


@router.post("/switch")
async def switch(
    visit: Visiting,
    name: Annotated[Literal["recall", "capture", "dream", "in_groups"], Form()],
    on: Annotated[bool, Form()],
    whose: Annotated[Literal["own", "agent"], Form()] = "own",
) -> Response:
    """Switch recall, capture or dreaming on or off, for oneself or for all of an agent; groups for oneself alone."""
    if whose == "own" or name == "in_groups":
        visit.identity.demand_every_agent("one's switches")
        await visit.memory.owners.switch(visit.owner, name, on=on)
    else:
        visit.identity.demand(Act.ADMINISTER)
        await visit.memory.staff.switch(visit.agent.name, name, on=on)
    return goto(visit.address("settings#switches"))


@router.post("/schedule")
async def schedule(
    visit: Visiting,
    kind: Annotated[str, Form(max_length=40)],
    at: Annotated[time | None, Form()] = None,
    enabled: Annotated[bool, Form()] = False,
) -> Response:
    """Set at which time of day a nightly job of the agent runs, or that it does not."""
    visit.identity.demand(Act.ADMINISTER)
    cron = None if at is None else f"0 {at.minute} {at.hour} * * ?"
    await visit.agent.set_schedule(kind, cron=cron, enabled=enabled)
    return goto(visit.address("settings#schedule"))


@router.post("/jobs/{job}/cancel")
async def cancel(job: _JobId, visit: Visiting) -> Response:
    """Stop a job."""
    visit.identity.demand(Act.WRITE_SHARED)
    await visit.memory.jobs.cancel(job, owner=visit.owner)
    return goto(visit.address("settings#jobs"))


@router.post("/jobs/{job}/retry")
async def retry(job: _JobId, visit: Visiting) -> Response:
    """Try a job again."""
    visit.identity.demand(Act.WRITE_SHARED)
    await visit.memory.jobs.retry(job, owner=visit.owner)
    return goto(visit.address("settings#jobs"))


@router.post("/tokens")
async def create_token(
    visit: Visiting,
    role: Annotated[Role, Form()],
    only_agent: Annotated[bool, Form()] = False,
) -> Response:
    """Make a token and show it, once: the answer is the page, so that no address and no log holds it."""
    visit.identity.demand(Act.ADMINISTER)
    visit.identity.demand_whole("making tokens")
    grant = Grant(visit.identity.user, role, agent=visit.agent.name if only_agent else None)
    made = await visit.memory.tokens.create(grant, maker=visit.identity.role)
    return await _shown(visit, secret=made.secret)


@router.post("/tokens/{token}/revoke")
async def revoke_token(token: _TokenId, visit: Visiting) -> Response:
    """Take a token back; the page has waited, and it opens nothing any more."""
    visit.identity.demand(Act.ADMINISTER)
    visit.identity.demand_whole("taking tokens back")
    await visit.memory.tokens.revoke(token, maker=visit.identity.role)
    return goto(visit.address("settings#tokens"))


async def _shown(visit: Visit, *, secret: str = "") -> Response:
    memory, agent = visit.memory, visit.agent
    settings = memory.parts.settings.models
    values: dict[str, Any] = {
        "secret": secret,
        "themes": {theme: _THEMES[theme] for theme in THEMES},
        "switches": SWITCHES,
        "own_switches": await _own_switches(visit),
        "staff": await memory.staff.show(agent.name),
        "planned": await agent.schedule(),
        "told_cron": lambda cron: describe(cron, visit.lang),
        "models": _models(configured(settings)),
        "tasks": TASKS,
        "spent": await memory.usage.today(agent.name, visit.owner),
        "taken": await _taken(visit),
        "jobs": await memory.jobs.list(owner=visit.owner, agent=agent.name, limit=JOBS_SHOWN),
        "held": await memory.jobs.waiting(owner=visit.owner, agent=agent.name),
        "job_tones": JOB_TONES,
        "roles": {role: words for role, words in _ROLES.items() if visit.identity.role.covers(role)},
        "is_live": lambda token: is_live(token, now=visit.now),
        "admin": await _administered(visit),
    }
    return await page(visit, "settings.html", **values)


async def _own_switches(visit: Visit) -> OwnSwitches:
    try:
        shown: Shown = await visit.memory.owners.show(visit.owner)
    except NotFound:  # nothing was said and nothing set yet
        return OwnSwitches()
    return shown.switches


async def _taken(visit: Visit) -> Sequence[Sum]:
    first = visit.now.date().replace(day=1)
    return await visit.memory.usage.own(visit.owner, by=(By.MODEL,), first=first)


async def _administered(visit: Visit) -> Administered | None:
    whole = visit.identity.agent is None and visit.identity.owner is None
    if not (visit.may(Act.ADMINISTER) and whole):
        return None
    return Administered(await visit.memory.tokens.list(), await visit.memory.owners.list())


def _models(configs: ModelConfigs) -> dict[str, ModelConfig | None]:
    """Return which model serves each task."""
    return {str(task): configs.serving(task) for task in Task}
