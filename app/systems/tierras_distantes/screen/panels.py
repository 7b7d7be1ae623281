"""What stands beside the table: how both players stand, their squads, terrain in hand, objectives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.engine.offers import OWN_LIST
from app.engine.scene import Figure, Mark, Panel, Pips, Row, Standing
from app.engine.types import Text
from app.engine.words import joined, shaped
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.pieces import Member, PoolPiece
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.judge.view import SeenUnit, View
from app.systems.tierras_distantes.screen.drawn import (
    armour_mark,
    held_words,
    objective_tags,
    state_marks,
    weapon_mark,
)
from app.systems.tierras_distantes.screen.seen import (
    ALL_ROLLS,
    PER_CENT,
    Held,
    actions_left,
    breaks_at,
    chance_to_hold,
    height,
    objectives_count,
    own_first,
    units_of,
    with_status,
)
from app.systems.tierras_distantes.screen.silhouettes import symbol_of
from app.systems.tierras_distantes.squads.lists import points_of
from app.systems.tierras_distantes.words import names

# --------------------------------------------------------------------------------------------------------------- standings


def standings(rules: Rules, view: View, held: Held | None) -> tuple[Standing, ...]:
    """Both players: who lives, who is lost against the breaking point, who is still ready, objectives."""
    return tuple(
        Standing(
            seat=view.players[player].seat,
            side=player,
            name=rules.words.say("players", player),
            figures=tuple(_figures(rules, view, player, held)),
            note=_note(rules, view, player),
            active=view.players[player].seat in view.asked,
            out=view.result is not None and view.result.winner not in (player, "draw"),
        )
        for player in PLAYERS
    )


def _figures(rules: Rules, view: View, player: Player, held: Held | None) -> Iterator[Figure]:
    say, state = rules.words.say, view.players[player]
    if not view.turn:
        yield from _before_play(rules, view, player)
        return
    yield Figure("living", say("figures", "living"), state.start - state.lost)
    yield Figure("casualties", say("figures", "casualties"), state.lost, of=breaks_at(rules, state.start))
    yield Figure("ready", say("figures", "ready"), len(with_status(view, player, "ready")))
    if rules.options.morale == "roll":
        chance = PER_CENT * chance_to_hold(rules, state.start, state.lost) // ALL_ROLLS
        yield Figure("breaking", say("figures", "breaking"), chance)
    if held is not None and objectives_count(rules, view):
        yield Figure("points", say("figures", "points"), held.points[player])


def _before_play(rules: Rules, view: View, player: Player) -> Iterator[Figure]:
    """What a squad costs, as far as it is known, and how many of it are placed (TD-HID-02, TD-HID-03)."""
    say, state = rules.words.say, view.players[player]
    if state.members is not None and state.squad != "open":
        yield Figure("cost", say("figures", "cost"), points_of(rules, state.members))
    elif view.totals is not None:
        yield Figure("cost", say("figures", "cost"), view.totals[player])
    squad = units_of(view, player)
    if view.phase == "deployment" and all(unit.status is not None for unit in squad):
        placed = sum(unit.x_mm is not None for unit in squad)
        yield Figure("miniatures", say("figures", "miniatures"), placed, of=len(squad))


def _note(rules: Rules, view: View, player: Player) -> Text | None:
    """The initiative and the roll, or what a player is doing before play."""
    say, state = rules.words.say, view.players[player]
    if view.phase == "squads":
        return say("notes", state.squad)
    if view.phase == "deployment":
        return say("notes", "confirmed" if state.confirmed else "placing") if _is_placing(view, player) else None
    found = [say("notes", "initiative")] if view.phase == "batch" and view.initiative == player else []
    batch = view.batch
    if view.phase == "batch" and batch is not None and batch.player == player:
        found.append(say("notes", "final") if batch.roll is None else say("notes", "roll", n=batch.roll))
    return joined(found, by=" · ") if found else None


def _is_placing(view: View, player: Player) -> bool:
    return view.players[player].confirmed or view.players[player].seat in view.asked


def pips(rules: Rules, view: View) -> tuple[Pips, ...]:
    """Who has been named of how many, if all are not; quiet turns, once there are any, of those that are a draw (TD-ACT-03, TD-END-13)."""
    if view.phase != "batch":
        return ()
    say, found = rules.words.say, []
    batch = view.batch
    if batch is not None and batch.count and batch.kind != "final":
        found.append(Pips(say("pips", "named"), len(batch.named), batch.count, batch.player, fills=True))
    most = rules.options.quiet_turns
    if most and view.quiet:
        found.append(Pips(say("pips", "quiet"), min(view.quiet, most), most, fills=True))
    return tuple(found)


# ------------------------------------------------------------------------------------------------------------------ panels


def panels(rules: Rules, view: View, held: Held | None) -> Iterator[Panel]:
    """Squads, the viewer's own first, terrain still in hand, objectives."""
    for player in own_first(view):
        if view.phase == "squads":
            yield from _list(rules, view, player)
        else:
            yield _squad(rules, view, player)
    yield from _pools(rules, view)
    if view.board.objectives:
        rows = tuple(
            Row(
                f"row-objective-{each.id}",
                each.name,
                joined((*objective_tags(rules, view, each), held_words(rules, each, held)), by=" · "),
                side=None if held is None else held.by[each.id],
            )
            for each in view.board.objectives
        )
        yield Panel("objectives", rules.words.say("panels", "objectives"), rows)


def _list(rules: Rules, view: View, player: Player) -> Iterator[Panel]:
    """A squad before both are open: its list, where the viewer may know it, else whether it is locked (TD-HID-02)."""
    say, state = rules.words.say, view.players[player]
    rows = [Row(f"list-{player}", say("notes", state.squad))]
    if view.totals is not None:
        rows.append(Row(f"total-{player}", say("panels", "total", n=view.totals[player])))
    if state.members is not None:
        rows += [_entry(rules, player, number, each) for number, each in enumerate(state.members)]
    is_own_list = player == view.player and state.squad == "locked"
    title = say("panels", "squad", who=names.player(rules, player))
    yield Panel(OWN_LIST if is_own_list else f"squad-{player}", title, tuple(rows), player)


def _entry(rules: Rules, player: Player, number: int, member: Member) -> Row:
    """Some miniatures alike of a list."""
    name = member.name or rules.qualities[member.quality].name
    return Row(
        id=f"list-{player}-{number}",
        title=shaped("{n} × {name}", n=member.count, name=name) if member.count > 1 else name,
        detail=equipment(rules, member.quality, member.armour, member.weapons),
        symbol=symbol_of(rules, member),
        side=player,
        marks=(Mark("leader", rules.words.say("signs", "leader")),) if member.leader else (),
    )


def equipment(rules: Rules, quality: str, armour: str, weapons: Sequence[str]) -> Text:
    """What somebody is and carries: ``Regular soldier, combat armour, assault rifle``."""
    carried = (rules.weapons[weapon].name for weapon in weapons)
    return joined((rules.qualities[quality].name, rules.armours[armour].name, *carried))


def _squad(rules: Rules, view: View, player: Player) -> Panel:
    title = rules.words.say("panels", "squad", who=names.player(rules, player))
    rows = tuple(_row(rules, unit) for unit in units_of(view, player))
    return Panel(f"squad-{player}", title, rows, player)


def _row(rules: Rules, unit: SeenUnit) -> Row:
    carried = (weapon_mark(rules, weapon) for weapon in unit.weapons)
    return Row(
        id=f"row-{unit.id}",
        title=shaped("{id} · {name}", id=unit.id, name=unit.name),
        detail=_detail(rules, unit),
        unit=unit.id if unit.status not in ("lost", "out") else None,
        symbol=symbol_of(rules, unit),
        side=unit.player,
        marks=(*state_marks(rules, unit), *carried, armour_mark(rules, unit.armour)),
        spent=unit.status in ("done", "lost", "out"),
        figures=tuple(_actions(rules, unit)),
        active=unit.status == "active",
    )


def _detail(rules: Rules, unit: SeenUnit) -> Text | None:
    """How it stands: to be activated, active, what of it is spent, how high (TD-ACC-02, TD-ACC-03)."""
    if unit.status is None:
        return None
    words = rules.words
    parts = [words.say("states", unit.status)]
    if unit.status == "active" and unit.moves >= rules.constants.moves:
        parts.append(words.say("states", "no_move"))
    if unit.status == "active" and unit.shots >= rules.constants.shots:
        parts.append(words.say("states", "no_shot"))
    if unit.z_mm:
        parts.append(words.say("states", "height", height=height(unit.z_mm)))
    return joined(parts, by=" · ")


def _actions(rules: Rules, unit: SeenUnit) -> Iterator[Figure]:
    """The actions that an active one has left (TD-ACC-01)."""
    if unit.status == "active":
        yield Figure(
            "actions", rules.words.say("figures", "actions"), actions_left(rules, unit), of=rules.constants.actions
        )


def _pools(rules: Rules, view: View) -> Iterator[Panel]:
    """Terrain that the players are to place: in the hands of each, before the lot in nobody's (TD-TER-04)."""
    if view.placing is None or view.phase not in ("squads", "terrain"):
        return
    left = [each for each in view.placing.pool if each.state == "hand"]
    for owner in (*own_first(view), None):
        rows = tuple(pool_row(rules, each.piece, owner) for each in left if each.owner == owner)
        if rows:
            say = rules.words.say
            title = say("panels", "pool") if owner is None else say("panels", "hand", who=names.player(rules, owner))
            yield Panel(f"pool-of-{owner or 'all'}", title, rows, owner)


def pool_row(rules: Rules, piece: PoolPiece, owner: Player | None) -> Row:
    """A piece in hand: what it is, how large, how high, what is stacked on it."""
    say = rules.words.say
    width, depth = piece.size_mm
    parts = [say("panels", "size", width=height(width), depth=height(depth))]
    top = max((piece.z1_mm, *(part.z1_mm for part in piece.parts)))
    if top:
        parts.append(say("tags", "high", top=height(top)))
    if piece.parts:
        kinds = dict.fromkeys(part.kind for part in piece.parts)
        parts.append(say("panels", "stacked", list=joined(rules.ground[kind].name for kind in kinds)))
    return Row(f"pool-{piece.id}", rules.ground[piece.kind].name, joined(parts, by=" · "), side=owner)
