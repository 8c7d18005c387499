"""Routes of whose memory is here: list owners, show, set, export and erase one; by default the caller's own."""

from fastapi import APIRouter, Depends

from morrow.access.caller import check_reads_only
from morrow.api.caller import Asking, OpenMemory, Whomever
from morrow.api.household import DryRun
from morrow.api.household_shapes import (
    ExportOut,
    ListedOwnerOut,
    LookOut,
    OwnerIn,
    OwnerOut,
    OwnersOut,
    OwnSwitchIn,
    ReceiptOut,
)
from morrow.api.rights import Who, needs
from morrow.memory import Memory
from morrow.owners import Owner
from morrow.roster.roles import Act


def _with_every_agent(who: Who) -> None:
    who.demand_every_agent("an owner's memory as a whole")


router = APIRouter(prefix="/owners", tags=["owners"], dependencies=[Depends(_with_every_agent)])
_OWN = needs(Act.OWN_MEMORY)


@router.get("", summary="List owners", openapi_extra=needs(Act.OTHER_OWNERS))
async def list_owners(who: Who, memory: OpenMemory) -> OwnersOut:
    """Return every owner, by key, with the agents that remember it."""
    who.demand_whole("listing owners")
    return OwnersOut(owners=[ListedOwnerOut.model_validate(one) for one in await memory.owners.list()])


@router.get("/show", summary="Show one owner", openapi_extra=_OWN)
async def show_owner(asking: Asking, memory: OpenMemory) -> OwnerOut:
    """Return what is set for the caller, how many rows of each kind are kept, and who else looked at them."""
    return await _shown(memory, asking.owner)


@router.put("/settings", summary="Set an owner's zone and language", openapi_extra=_OWN)
async def set_owner(wanted: OwnerIn, asking: Whomever, memory: OpenMemory) -> OwnerOut:
    """Set in which zone the caller's days begin and in which language they are told things; null takes the agent's."""
    await memory.owners.set(asking.owner, zone=wanted.zone, language=wanted.language)
    return await _shown(memory, asking.owner)


@router.put("/switches", summary="Switch a part of an owner's memory", openapi_extra=_OWN)
async def switch_owner(wanted: OwnSwitchIn, asking: Whomever, memory: OpenMemory) -> OwnerOut:
    """Switch recall, capture or dreaming of the caller on or off, with every agent.

    `inGroups` lets groups in which the caller speaks be told what is theirs: no admin can allow that for them.
    """
    if wanted.switch == "inGroups":
        check_reads_only(asking, changes=True)
        await memory.owners.switch(asking.owner, "in_groups", on=wanted.on)
    else:
        await memory.owners.switch(asking.owner, wanted.switch, on=wanted.on)
    return await _shown(memory, asking.owner)


@router.get("/export", summary="Export all that is kept of an owner", openapi_extra=_OWN)
async def export_owner(asking: Asking, memory: OpenMemory) -> ExportOut:
    """Return every row of the caller's, with every agent, as one document."""
    return ExportOut.exported(await memory.owners.export(asking.owner))


@router.post("/erase", summary="Erase all that is kept of an owner", openapi_extra=_OWN)
async def erase_owner(asking: Whomever, memory: OpenMemory, dry_run: DryRun = False) -> ReceiptOut:
    """Remove every row and file of the caller's, with every agent. `dryRun=true` only counts."""
    receipt = await memory.owners.erase(asking.owner, by=asking.identity.actor, dry_run=dry_run)
    return ReceiptOut.of(receipt)


async def _shown(memory: Memory, owner: Owner) -> OwnerOut:
    shown = OwnerOut.of(await memory.owners.show(owner))
    looks = [LookOut.model_validate(look) for look in await memory.owners.looks(owner)]
    return shown.model_copy(update={"looks": looks})
