"""Smoke: its stock, and where it lies (FHW-SMOKE)."""

from __future__ import annotations

from msgspec.structs import replace

from app.boards.hexes import Hex
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position.frames import Covering


def smoke_exhausted(rules: Rules, die: int, earlier: int) -> bool:
    """Whether a die ends it: lowered by one for each time that smoke was fired before (FHW-SMOKE-02, FHW-SMOKE-03)."""
    return die - earlier <= rules.constants.smoke_exhausted_on


def place_smoke(story: Story, cells: tuple[Hex, ...], blind: tuple[UnitId, ...] = ()) -> None:
    """Markers lie at once; those of covering fire, in which all is simultaneous, from the end of its sub-step on (FHW-FC-04).
    ``blind``: observers whom they do not hinder."""
    covering = story.frame(Covering)
    if covering is None:
        story.add(ef.SmokePlaced(cells, blind))
    else:
        story.swap(covering, replace(covering, smoke=(*covering.smoke, (cells, blind))))


def settle_smoke(story: Story, covering: Covering) -> None:
    """The markers of a sub-step come to lie."""
    for cells, blind in covering.smoke:
        story.add(ef.SmokePlaced(cells, blind))
