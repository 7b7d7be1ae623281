"""Who may know what (section 25)."""

from __future__ import annotations

from typing import Final, Literal

from app.engine.types import Seat, Viewer
from app.systems.open_wars.judge.view import sees_reserves

What = Literal[
    "recruit_list", "muster_list", "gold", "mana", "committed_flag", "board", "dice", "fallen", "castable_spells"
]

_LISTS: Final = frozenset({"recruit_list", "muster_list"})
_RESERVES: Final = frozenset({"gold", "mana"})


def is_visible(what: What, owner: Seat, viewer: Viewer, *, revealed: bool, open_reserves: bool) -> bool:
    """Whether a viewer may know something of a seat: lists only after the reveal (OW-HID-03, OW-HID-05), reserves by
    option
    (OW-HID-02), what a seat may do only itself (OW-HID-04), everything else is open (OW-HID-01)."""
    if str(viewer) == str(owner):
        return True
    if what in _LISTS:
        return revealed
    if what in _RESERVES:
        return sees_reserves({"open_reserves": open_reserves}, owner, viewer)
    return what != "castable_spells"
