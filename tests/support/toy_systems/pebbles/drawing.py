"""What a viewer of Pebbles sees and reads: views, scenes, log lines."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from app.engine.scene import Area, Chip, Disc, Drawable, Link, Mark, Panel, Pips, Polygon, Row, Scene, Token
from app.engine.telling import LogEntry, RollShown
from app.engine.types import BoardKind, Goal, Seat, Tally, Text, Viewer
from tests.support.toy_systems.pebbles import heights, rules
from tests.support.toy_systems.pebbles import values as v

Say = Callable[..., Text]
"""``say("prompt_over", **values)``: a line of data/texts.toml, filled in."""


def view(position: v.Position, viewer: Viewer) -> v.View:
    """What ``viewer`` sees: until the charms are shown, only their own."""
    if position.phase == "charms":
        players = tuple(
            player if player.seat == viewer else msgspec.structs.replace(player, charm=None)
            for player in position.players
        )
        shown = msgspec.structs.replace(position, players=players)
    else:
        shown = position
    return v.View(viewer, shown, rules.to_act(position))


def scene(seen: v.View, say: Say) -> Scene:
    """The drawing of a view: every kind of drawable is on it."""
    position = seen.position
    return Scene(
        board=BoardKind.MEASURED,
        width=position.width_mm,
        height=position.height_mm,
        drawables=_drawables(position, seen.to_act, say),
        prompt=_prompt(seen, say),
        headline=say("headline", round=position.round, rounds=position.rounds),
        my_go=seen.viewer in seen.to_act,
        pips=(Pips(say("acts"), position.round, position.rounds),),
        panels=(_roster(position, say),),
        ending=None if position.ended is None else ending(position.ended, say),
        goals=(_goal(position, say),),
    )


def _goal(position: v.Position, say: Say) -> Goal:
    """To have most pebbles left when the last round is over."""
    teams = dict.fromkeys(player.team for player in position.players)
    left = [rules.team_of(position, unit) for unit in position.units]
    tallies = tuple(Tally(team, say("team", team=team), left.count(team)) for team in teams)
    return Goal("health", say("goal"), say("goal_about"), say("goal_counted", rounds=position.rounds), tallies)


def ending(ended: v.Ended, say: Say) -> Text:
    return say("won", side=ended.side) if ended.winners else say("drawn")


def _drawables(position: v.Position, to_act: tuple[Seat, ...], say: Say) -> tuple[Drawable, ...]:
    middle_x, middle_y = position.width_mm // 2, position.height_mm // 2
    square = ((10, 10), (110, 10), (110, 60), (10, 60))
    found: list[Drawable] = [
        Area("pond", "water", Polygon(square), say("pond"), layer="ground"),
        Area("centre", "objective", Disc(middle_x, middle_y, 60), say("centre"), layer="zone"),
        Chip("flag", middle_x, middle_y, 8, "flag", say("flag")),
    ]
    found += heights.land(position, say)
    found += [_token(position, unit, to_act, say) for unit in position.units]
    target = position.placing and rules.unit_of(position, position.placing)
    thrower = position.thrower and rules.unit_of(position, position.thrower)
    if target and thrower:
        found.append(Link("hit", thrower.x_mm, thrower.y_mm, target.x_mm, target.y_mm, "hit", say("hit")))
    return tuple(found)


def _token(position: v.Position, unit: v.Unit, to_act: tuple[Seat, ...], say: Say) -> Token:
    marks = (Mark("wound", say("bruise"), unit.bruises),) if unit.bruises else ()
    return Token(
        id=unit.id,
        x=unit.x_mm,
        y=unit.y_mm,
        radius=v.RADIUS_MM,
        symbol="soldier",
        side=rules.team_of(position, unit),
        name=say("unit", unit=unit.id),
        label=unit.id.upper(),
        seat=unit.seat,
        active=unit.seat in to_act,
        pose="wounded" if unit.bruises else "normal",
        marks=marks,
        feet=heights.feet(position, unit.x_mm, unit.y_mm),
        holds=heights.holds(position, unit.x_mm, unit.y_mm),
    )


def _roster(position: v.Position, say: Say) -> Panel:
    rows = tuple(Row(f"row-{unit.id}", say("unit", unit=unit.id), unit=unit.id) for unit in position.units)
    return Panel("roster", say("roster"), rows)


def _prompt(seen: v.View, say: Say) -> Text:
    position = seen.position
    if position.phase == "finished":
        return say("prompt_over")
    if seen.viewer not in seen.to_act:
        return say("prompt_wait", seats=", ".join(seen.to_act))
    if position.phase == "charms":
        return say("prompt_charms")
    return say("prompt_place", unit=position.placing) if position.placing else say("prompt_play")


def describe(event: v.AnyEvent, say_event: Say, say: Say) -> LogEntry | None:
    """An event in words; everything in them comes from the event. Draws and who gives up are told by the room itself."""
    name = type(event).__struct_config__.tag
    if isinstance(event, v.GameSet | v.TurnBegan | v.DrawOffered | v.DrawAnswered | v.Conceded):
        return None
    text = say_event(name, **{field: getattr(event, field) for field in event.__struct_fields__})
    if isinstance(event, v.PebbleThrown):
        roll = RollShown(say("die"), event.die, need=event.need, success=event.hit)
        return LogEntry(text, tone="good" if event.hit else "muted", rolls=(roll,))
    return LogEntry(text)
