"""What of a game who may know (FHW-HID-01 to FHW-HID-09)."""

from __future__ import annotations

from typing import Final, Literal

Item = Literal[
    "deck_size", "set_aside_count", "committed_flag", "die", "team_unseen_in_building", "reserve_list", "reserve_count",
    "smoke_notes", "standing_in_force", "order_of_platoon", "set_aside_identity", "step_order_count", "designation_draft",
    "assault_draft", "plan_draft", "deck_order", "standing_orders", "way_not_announced",
]  # fmt: skip
Viewer = Literal["owner", "opponent", "spectator"]

OPEN: Final[frozenset[Item]] = frozenset(
    {
        "deck_size", "set_aside_count", "committed_flag", "die", "team_unseen_in_building", "reserve_list",
        "reserve_count", "smoke_notes", "standing_in_force",
    }
)  # fmt: skip
"""Known to everybody, always (FHW-HID-02, FHW-HID-05 to FHW-HID-07)."""
WITH_CARD: Final[frozenset[Item]] = frozenset({"order_of_platoon", "set_aside_identity"})
"""Known once the card has been turned up (FHW-HID-01)."""
REVEALED: Final[frozenset[Item]] = frozenset({"designation_draft", "assault_draft"})
"""Known once everybody has committed (FHW-HID-03)."""


def is_visible(
    viewer: Viewer,
    item: Item,
    *,
    card_turned: bool = False,
    has_fired: bool = False,
    step_started: bool = False,
    revealed: bool = False,
    game_over: bool = False,
) -> bool:
    """Whether somebody may know of it."""
    if viewer == "owner" or game_over or item in OPEN:
        return True
    if item in WITH_CARD:
        return card_turned or has_fired
    if item == "step_order_count":
        return step_started
    return item in REVEALED and revealed
