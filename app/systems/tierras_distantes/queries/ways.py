"""Questions about walking, climbing and deployment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from app.boards.measured import Table
from app.engine.asking import Answer, judged
from app.engine.refusal import InvalidInput, Refusal
from app.systems.tierras_distantes.book.kinds import Side
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.march.climbing import Ascent, actions_for, climb
from app.systems.tierras_distantes.march.groups import crowded
from app.systems.tierras_distantes.march.walking import Walked, crowding, walk
from app.systems.tierras_distantes.muster import zones
from app.systems.tierras_distantes.queries import inputs as ask
from app.systems.tierras_distantes.queries import spatial
from app.systems.tierras_distantes.space.land import Body, Land

WAYS: Final = ask.questions()
MOST_WAYPOINTS: Final = 20
MOST_MOVERS: Final = 36

PathCm = Annotated[tuple[spatial.PointCm, ...], msgspec.Meta(min_length=1, max_length=MOST_WAYPOINTS)]
Allowance = Annotated[float, msgspec.Meta(ge=0, le=1000)]


class WalkerGiven(spatial.BodyGiven, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A miniature that walks."""

    move: Allowance = 18


class EntryGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of those who move at once."""

    mini: WalkerGiven
    path: PathCm


class ClimberGiven(spatial.BodyGiven, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A miniature that climbs."""

    climb: Allowance = 3
    climbing: ask.Name | None = None


class SizeGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A miniature that stands nowhere yet."""

    height: spatial.Size = 3
    radius: spatial.Radius = 1.25


AVERAGE: Final = SizeGiven()


class ToPlaceGiven(SizeGiven, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One that is to be placed, with the place that its scenario suggests."""

    suggested: spatial.PlaceCm | None = None


@WAYS.of_options
def _move(
    rules: Rules,
    *,
    mini: WalkerGiven,
    path: PathCm,
    terrain: spatial.Terrain,
    others: spatial.Others = (),
    board: spatial.Board | None = None,
) -> Answer:
    standing = spatial.bodies(others, "given.others")
    enemies = spatial.enemies(others, standing)
    entry = EntryGiven(mini, path)
    found = _walked(rules, terrain, entry, "given.mini", "given.path", board=board, enemies=enemies)
    refusal = found if isinstance(found, Refusal) else crowding(found.end, standing)
    if isinstance(found, Refusal) or refusal is not None:
        return judged(refusal, "ok", "rule")
    return {"ok": True, "cost": ask.cm(found.cost), "z": ask.cm(found.end.z)}


@WAYS.of_options
def _move_group(
    rules: Rules,
    *,
    entries: Annotated[tuple[EntryGiven, ...], msgspec.Meta(min_length=1, max_length=MOST_MOVERS)],
    terrain: spatial.Terrain,
    others: spatial.Others = (),
    board: spatial.Board | None = None,
) -> Answer:
    standing = spatial.bodies(others, "given.others")
    enemies = spatial.enemies(others, standing)
    moved: list[Walked] = []
    for number, entry in enumerate(entries):
        path = f"given.entries[{number}]"
        found = _walked(rules, terrain, entry, f"{path}.mini", f"{path}.path", board=board, enemies=enemies)
        if isinstance(found, Refusal):
            return judged(found, "ok", "rule")
        moved.append(found)
    return judged(crowded(moved, standing), "ok", "rule")


def _walked(
    rules: Rules,
    land: Land,
    entry: EntryGiven,
    mini: str,
    path: str,
    *,
    board: Table | None,
    enemies: Sequence[Body],
) -> Walked | Refusal:
    return walk(
        rules,
        land,
        spatial.body(entry.mini, mini),
        [spatial.point(each, f"{path}[{number}]") for number, each in enumerate(entry.path)],
        allowance=ask.nm(entry.mini.move, f"{mini}.move"),
        table=board,
        enemies=enemies,
    )


@WAYS.question
def _climb(
    rules: Rules,
    *,
    mini: ClimberGiven,
    piece: ask.Name,
    to_z: ask.Length,
    over: bool = False,
    at: spatial.PointCm | None = None,
    terrain: spatial.Terrain,
    others: spatial.Others = (),
    board: spatial.Board | None = None,
) -> Answer:
    block = next((each for each in terrain.blocks if each.id == piece), None)
    if block is None:
        raise InvalidInput.at("given.piece", "the id of a piece of the terrain", piece)
    found = climb(
        rules,
        terrain,
        spatial.body(mini, "given.mini"),
        block,
        Ascent(to_z, over, None if at is None else spatial.point(at, "given.at")),
        climbing=mini.climbing,
        most=ask.nm(mini.climb, "given.mini.climb"),
        table=board,
        others=spatial.bodies(others, "given.others"),
    )
    if isinstance(found, Refusal):
        return judged(found, "ok", "rule")
    end = found.end
    hangs_on = piece if found.is_climbing else None
    return {"ok": True, "z": ask.cm(end.z), "climbing": hangs_on, "x": ask.cm(end.x), "y": ask.cm(end.y)}


@WAYS.question
def _climb_actions(
    rules: Rules, *, rise_cm: Allowance, climb_cm: Annotated[float, msgspec.Meta(gt=0, le=1000)]
) -> Answer:
    return {"actions": actions_for(ask.nm(rise_cm, "given.rise_cm"), ask.nm(climb_cm, "given.climb_cm"))}


@WAYS.question
def _deploy(
    rules: Rules,
    *,
    board: spatial.Board,
    side: Side,
    mini: SizeGiven = AVERAGE,
    x: ask.Length,
    y: ask.Length,
    z: ask.Length = 0,
    terrain: spatial.Terrain,
    others: spatial.Others = (),
) -> Answer:
    zone = zones.Zone(rules, terrain, board, side)
    body = _to_place(mini, "given.mini")._replace(x=x, y=y, z=z)
    refusal = zones.deploy_refusal(zone, body, spatial.bodies(others, "given.others"))
    return judged(refusal, "ok", "rule") | ({"z": ask.cm(z)} if refusal is None else {})


@WAYS.question
def _deploy_rest(
    rules: Rules,
    *,
    board: spatial.Board,
    side: Side,
    minis: Annotated[tuple[ToPlaceGiven, ...], msgspec.Meta(max_length=MOST_MOVERS)],
    terrain: spatial.Terrain,
    others: spatial.Others = (),
) -> Answer:
    zone = zones.Zone(rules, terrain, board, side)
    asked = [_with_suggestion(mini, f"given.minis[{number}]") for number, mini in enumerate(minis)]
    found = zones.places_for_all(zone, asked, spatial.bodies(others, "given.others"))
    return {"places": [place and [ask.cm(place.x), ask.cm(place.y), ask.cm(place.z)] for place in found]}


def _to_place(mini: SizeGiven, path: str) -> Body:
    height, radius = ask.nm(mini.height, f"{path}.height"), ask.nm(mini.radius, f"{path}.radius")
    return Body("", 0, 0, 0, radius, height)


def _with_suggestion(mini: ToPlaceGiven, path: str) -> tuple[Body, Body | None]:
    body = _to_place(mini, path)
    if mini.suggested is None:
        return body, None
    x, y, z = (ask.nm(each, f"{path}.suggested[{number}]") for number, each in enumerate(mini.suggested))
    return body, body._replace(x=x, y=y, z=z)
