"""The options of a room, each with the ruling it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from app.engine.book import Allowed

TerrainMode = Literal["scenario", "generator", "players"]
DeploymentOrder = Literal["blind", "winner_second", "alternate"]


class Options(msgspec.Struct, frozen=True):
    """Every room option, resolved; the names and values of ``data.toml``."""

    scale_pct: int
    """What the lengths of miniatures are multiplied by (TD-GEN-02)."""
    squad_min: int
    """The least miniatures of an open squad (TD-SQD-02)."""
    squad_max: int
    """The most (TD-SQD-02)."""
    points_limit: int
    """What an open squad may cost; 0: anything (TD-SQD-04)."""
    balance_tolerance_pct: int
    """How much cheaper than the other a squad may be (TD-SQD-04)."""
    terrain_mode: TerrainMode
    """Who places the terrain (TD-TER-03)."""
    require_third: bool
    """Whether it covers a third of the table (TD-TER-01)."""
    side_choice: Literal["winner_chooses", "random"]
    """How the sides are given out (TD-DEP-01)."""
    deployment_order: DeploymentOrder
    """Who places when (TD-DEP-04)."""
    initiative_tie: Literal["reroll", "keep_last"]
    """What becomes of a tie for the initiative (TD-INI-02)."""
    activation_choice: Literal["declared", "progressive"]
    """When the miniatures that act are named (TD-ACT-05)."""
    climb_is_move: bool
    """Whether a climb is one of the two moves (TD-CLB-09)."""
    difficult_ground: Literal["per_cm", "whole_action"]
    """How slow ground slows (TD-MOV-09)."""
    blind_shot: Literal["forbidden", "lost"]
    """What becomes of a shot at somebody who is not seen (TD-SEE-01)."""
    minis_block_sight: bool
    """Whether bodies hide one another (TD-SEE-07)."""
    measure: Literal["centre", "edge"]
    """Where distances are measured from (TD-RNG-05)."""
    long_range_die: Literal["total", "both"]
    """Which die is lost to distance (TD-RNG-04)."""
    area_sight: Literal["never", "by_weapon", "always"]
    """Whether the point of area fire must be seen (TD-AREA-02)."""
    area_cover_from: Literal["burst", "shooter", "none"]
    """From where cover against a burst is judged (TD-AREA-06)."""
    concentrated_cover: Literal["any", "all"]
    """Whose cover counts against concentrated fire (TD-COV-05)."""
    quality_rally: Literal["same", "varied"]
    """Whether better troops rally better (TD-FRT-09)."""
    morale: Literal["fixed", "roll"]
    """Which morale table is used (TD-END-06, TD-END-07)."""
    turn_limit: int
    """Turns after which objectives or losses decide; 0: none (TD-END-09)."""
    quiet_turns: int
    """Quiet turns in a row that are a draw; 0: never (TD-END-13)."""


def allowed(row: Mapping[str, Any]) -> Allowed:
    """What an option may be, by its row."""
    choices = (False, True) if row["kind"] == "boolean" else row.get("values")
    return Allowed(row["default"], choices and tuple(choices), row.get("minimum"), row.get("maximum"))
