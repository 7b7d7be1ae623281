"""Questions about distances, stacking, going, movement, command and lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from app.boards import hexes
from app.engine.asking import Answer, judged
from app.engine.refusal import InvalidInput
from app.systems.flames_hexwar.book.kinds import Facing, Floor, Half, Weather
from app.systems.flames_hexwar.book.scenarios import Cell
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field import command
from app.systems.flames_hexwar.march import bogging
from app.systems.flames_hexwar.queries import inputs as ask
from app.systems.flames_hexwar.sight import arcs
from app.systems.flames_hexwar.sight.bare import Blocked
from app.systems.flames_hexwar.sight.blocking import End, Profile
from app.systems.flames_hexwar.sight.lines import line
from app.systems.flames_hexwar.sight.sight import (
    DugIn,
    Looks,
    Scene,
    Target,
    Weathered,
    is_in_sight_inside,
    sight_limit,
)
from app.systems.flames_hexwar.terrain import going, stacking
from app.systems.flames_hexwar.terrain.distances import hexes_of
from app.systems.flames_hexwar.terrain.stacking import Stood

GROUND = ask.questions()
Length = Annotated[int, msgspec.Meta(ge=0, le=1000)]
StackSize = Literal[
    "small_base", "medium_base", "large_base", "small_vehicle", "medium_vehicle", "large_vehicle"
]  # fmt: skip


@GROUND.of_options
def _points_ratio(
    rules: Rules, *, attacker: ask.Natural, defender: ask.Natural, minimum_percent: ask.Natural | None = None
) -> Answer:
    percent = rules.options.min_points_percent if minimum_percent is None else minimum_percent
    return {"legal": 100 * attacker >= percent * defender}


@GROUND.of_options
def _cm_to_hexes(
    rules: Rules,
    *,
    cm: Length | Annotated[tuple[Length, ...], msgspec.Meta(max_length=200)],
    doubled: bool = False,
    weapon: ask.Name | None = None,
) -> Answer:
    def one(length: int) -> int:
        found = hexes_of(rules, length, doubled=doubled, is_mortar=weapon == "mortar")
        if found is None:
            raise InvalidInput.at("given.cm", "a length of the tables (FHW-DIST-01, FHW-DIST-02)", length)
        return found

    return {"hexes": one(cm) if isinstance(cm, int) else [one(each) for each in cm]}


class _Stacked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    size: StackSize
    mounted: bool = False
    half: Half | None = None
    floor: Floor = 1


def _own_half(rules: Rules, of: _Stacked, points: int, standing: Sequence[Stood]) -> Half:
    """The half of a mixed hex that is left out: of vehicles the free one, of others the covering one while there is room (FHW-TERR-12)."""
    has_room = stacking.refused(rules, "mixed", [*standing, Stood(points, "cover")]) is None
    return "cover" if has_room and of.size.endswith("base") else "free"


@GROUND.of_options
def _stacking(
    rules: Rules,
    *,
    hex_: stacking.HexKind,
    teams: Annotated[tuple[_Stacked, ...], msgspec.Meta(max_length=100)],
) -> Answer:
    points = [0 if each.mounted else stacking.size_points(rules, each.size) for each in teams]
    standing: list[Stood] = []
    for value, each in zip(points, teams, strict=True):
        standing.append(Stood(value, each.half or _own_half(rules, each, value, standing), each.floor))
    return {"points": sum(points), **judged(stacking.refused(rules, hex_, standing), "legal", "rule")}


@GROUND.of_options
def _going(
    rules: Rules,
    *,
    mobility: ask.MobilityOf,
    from_: ask.GroundGiven,
    to: ask.GroundGiven,
    road_step: bool = False,
    junction: bool = False,
    weather: Weather = "clear",
) -> Answer:
    start, end = from_.ground(), to.ground()
    is_junction = junction or (start.relief == end.relief == "hill" and start.level != end.level)
    found = going.step_going(rules, mobility, start, end, is_road=road_step, is_junction=is_junction, weather=weather)
    return {"going": found.going}


@GROUND.of_options
def _allowance(
    rules: Rules,
    *,
    mobility: ask.MobilityOf,
    order: Literal["MD", "MT"],
    rough: bool = False,
    weather: Weather = "clear",
    d10: Annotated[int, msgspec.Meta(ge=1, le=10)] | None = None,
) -> Answer:
    of = rules.weather[weather]
    found = going.allowance(
        rules,
        mobility,
        doubled=order == "MT",
        rough=rough,
        halved=of.halves_movement,
        rounds_up=d10 is None or d10 in of.odd_half_up_on,
    )
    return {"hexes": found}


@GROUND.of_options
def _path_legal(
    rules: Rules, *, mobility: ask.MobilityOf, allowance: ask.Few, steps: ask.Few, road_steps: ask.Few
) -> Answer:
    return {"legal": going.reaches(mobility, allowance, steps, road_steps)}


@GROUND.of_options
def _bog_test(
    rules: Rules,
    *,
    going: Literal["difficult", "very_difficult"],
    skill: ask.SkillType,
    dice: ask.Dice,
    wide_tracks: bool = False,
    mud_forces_reroll: bool = False,
) -> Answer:
    left = list(dice)

    def roll() -> int:
        if not left:
            raise InvalidInput.at("given.dice", "a die for the bog test", f"only {len(dice)} dice")
        return left.pop(0)

    test = bogging.bog_test(rules, going, skill.id, wide_tracks=wide_tracks, twice=mud_forces_reroll)
    passed = bogging.is_passed(test, roll)
    return {"bogged": not passed, "dice_used": len(dice) - len(left)}


@GROUND.of_options
def _wreck_road(
    rules: Rules,
    *,
    wrecks: ask.Few,
    size: StackSize,
    enters_by_road: bool = False,
    leaves_by_road: bool = False,
    recovery: bool = False,
) -> Answer:
    refused = bogging.wreck_refused(rules, wrecks, by_road=enters_by_road, recovers=recovery)
    if refused is not None:
        return judged(refused, "enter", "rule")
    tests = bogging.wreck_tests(rules, wrecks, size, enters_by_road=enters_by_road, leaves_by_road=leaves_by_road)
    return {"enter": True, "bog_test": tests}


@GROUND.of_options
def _in_command(
    rules: Rules,
    *,
    skill: ask.SkillType,
    nation: ask.Name,
    living_teams: ask.Few,
    team: ask.At,
    command_: ask.At,
    occupied: ask.Hexes = (),
) -> Answer:
    most = command.limit(rules, skill.id, nation, living_teams)
    held = frozenset(occupied)
    return {"limit": most, "in_command": command.is_in_command(team, command_, most, held.__contains__)}


@GROUND.of_options
def _hex_distance(rules: Rules, *, from_: ask.At, to: ask.At) -> Answer:
    return {"distance": hexes.distance(from_, to)}


@GROUND.of_options
def _facing_sides(rules: Rules, *, of: ask.At, towards: ask.At) -> Answer:
    return {"sides": list(hexes.sides_towards(of, towards))}


@GROUND.of_options
def _arc(rules: Rules, *, at: ask.At, facing: Facing, to: ask.At) -> Answer:
    return {"arc": arcs.arc(at, facing, to)}


@GROUND.of_options
def _armour_side(rules: Rules, *, target: ask.At, facing: Facing, shooter: ask.At) -> Answer:
    return {"side": arcs.armour_side(target, facing, shooter)}


@GROUND.of_options
def _line_items(rules: Rules, *, from_: ask.At, to: ask.At) -> Answer:
    items: list[Any] = []
    for item in line(from_, to).items:
        cells = sorted(ask.written(at) for at in item.hexes)
        items.append({"hex": cells[0]} if len(cells) == 1 else {"edge": cells})
    return {"items": items}


class _EndGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: Cell
    kind: Profile
    floor: Floor = 1


class _TargetGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: Cell
    kind: Profile
    floor: Floor = 1
    half: Half | None = None
    street: bool = False
    dug_in: DugIn | None = None
    stack_in_hex: ask.Few = 0


@GROUND.of_options
def _sight(
    rules: Rules,
    *,
    from_: _EndGiven,
    to: _TargetGiven,
    hexes_: ask.BoardGiven | None = None,
    weather: Weather = "clear",
    sight_die: ask.Die | None = None,
) -> Answer:
    board = hexes_ or ask.board_of(rules, {}, "given.hexes")
    a = End(hexes.from_offset(*from_.at), from_.kind, from_.floor)
    b = End(hexes.from_offset(*to.at), to.kind, to.floor)
    target = Target(b, to.half, to.street, to.dug_in, to.stack_in_hex)
    limit = sight_limit(rules, weather, b.profile, sight_die)
    looks = Looks(rules, Scene(board.terrain, board.wrecks, board.smoke))
    found = looks.look(a, target, Weathered(limit, rules.weather[weather].always_cover))
    if isinstance(found, Blocked):
        return {"los": False}
    return {"los": True, "vision": found.vision, "cover": found.cover}


@GROUND.of_options
def _building_sight(rules: Rules, *, gone_to_ground: bool = False, any_inside_seen_entering: bool = False) -> Answer:
    return {"in_sight": is_in_sight_inside(gone_to_ground=gone_to_ground, seen_entering=any_inside_seen_entering)}
