"""The options of a room (part 9 of the rules), each with the ruling it changes."""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True):
    """Every room option, resolved; the names and values of ``data.toml``."""

    min_points_percent: int
    """What the attacker's points must be at least, in hundredths of the defender's; 0: anything (FHW-SET-01)."""
    deck_order: Literal["strict", "free"]
    """Whether the topmost card with the order is turned, or any (FHW-PLAN-07)."""
    fo_count_public: bool
    """Whether the number of cards set aside is shown (FHW-PLAN-05)."""
    plan_reopens: int
    """How often a seat may reopen its plan in a turn (FHW-PLAN-08)."""
    draft_limit: int
    """Drafting acts of a seat in one state (FHW-END-02)."""
    weather_md: Literal["double", "move_and_shoot"]
    """What rain and fog bar (FHW-WEA-03)."""
    fc_designation: Literal["secret", "open"]
    """Whether the defender sees the attacker's designations first (FHW-FC-02)."""
    natural_one_misses: bool
    """Whether a to-hit number is never below 2 (FHW-GEN-04)."""
    mt_double_dice: bool
    """Whether dice are doubled against those who went at the double (FHW-SHOT-10)."""
    hull_gun_rear: Literal["forbidden", "penalty"]
    """Whether assault guns fire to the rear (FHW-HIT-13)."""
    armour_long_range_from: int
    """From how many hexes armour counts one more (FHW-SAVE-04)."""
    fo_count_announced: bool
    """Whether the announced hex counts for the run (FHW-FO-06)."""
    mud_fo_minus1: bool
    """Whether opportunity fire is easier in mud (FHW-FO-08)."""
    suppress_armour: bool
    """Whether bombardment and aircraft suppress armour (FHW-SUPP-04)."""
    concentrated_rounding: Literal["up", "down"]
    """How half a footprint is rounded (FHW-ART-10)."""
    smoke_max_sight: int
    """How far one sees through smoke (FHW-SMOKE-06)."""
    air_friend_distance: int
    """How near to friends no aircraft attacks (FHW-AIR-13)."""
    guns_profile: Literal["low", "high"]
    """Whether hills hide guns (FHW-LOS-05)."""
    hill_low_profile: Literal["either", "target_only"]
    """Whose low profile a hill hides (FHW-LOS-05)."""
    dense_interior_adjacent_los: bool
    """Whether neighbours inside dense woods see each other (FHW-LOS-11)."""
    vision_rule: Literal["not_full_is_limited", "far_side_only"]
    """What limited vision is (FHW-VIS-02)."""
    half_hex_move: Literal["double_only", "one_hex"]
    """What half a hex of movement is (FHW-MOVE-05)."""
    stacking_checked: Literal["end_of_move", "every_hex"]
    """Where room is asked for (FHW-STACK-06)."""
    mt_min_enemy_distance: int
    """How near to an enemy in sight nobody goes at the double (FHW-MOVE-03)."""
    infantry_very_difficult_cost: int
    """Hexes of movement that very difficult going costs on foot (FHW-TERR-10)."""
    command_chain: Literal["same_platoon", "any_friend"]
    """Who carries command on (FHW-CMD-02)."""
    russian_conscript_18: Literal["total_two", "total_three"]
    """What eighteen conscripts add to the distance of command (FHW-CMD-03)."""
    platoon_morale_threshold: Literal["below_half", "half_or_less"]
    """From where a platoon tests its morale (FHW-MOR-02)."""
    repel_counts: Literal["bailed_and_bogged", "bailed_only"]
    """What repels tanks (FHW-ASLT-07)."""
    assault_dice: Literal["one_per_team", "rof"]
    """How many dice a team strikes with (FHW-ASLT-17)."""
    assault_requires_entry: bool
    """Whether a platoon must be able to enter the objective (FHW-ASLT-04)."""
    assault_rounds: int
    """Rounds of an assault (FHW-ASLT-27)."""
