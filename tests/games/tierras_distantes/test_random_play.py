"""Whole games at random: they end within their bound, what is legal is done, fold and play agree (TD-END-14)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from app.engine.dice import StreamDice
from app.engine.refusal import Refusal
from app.engine.types import Seat
from app.systems.tierras_distantes.judge import acts
from app.systems.tierras_distantes.judge.acts import Moment
from app.systems.tierras_distantes.land import lots
from app.systems.tierras_distantes.land.placing import first_place
from app.systems.tierras_distantes.muster.spots import first_free
from app.systems.tierras_distantes.opening.problems import problems
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.events_fights import Frightened
from app.systems.tierras_distantes.position.events_setup import GoPassed
from app.systems.tierras_distantes.position.evolve import evolve
from app.systems.tierras_distantes.position.state import Position, Unit
from app.systems.tierras_distantes.turn import batches
from app.systems.tierras_distantes.words.describe import Describer
from tests.games.tierras_distantes.playing import asked, moment, opened
from tests.games.tierras_distantes.table import book, rules
from tests.support.random_play import bounded

ODD: tuple[tuple[str, dict[str, Any]], ...] = (
    ("outpost", {}),
    ("relay", {"activation_choice": "progressive", "blind_shot": "lost", "minis_block_sight": True}),
    ("reactor", {"deployment_order": "alternate", "measure": "edge", "difficult_ground": "whole_action"}),
    ("unknown_world", {"long_range_die": "both", "area_cover_from": "shooter", "climb_is_move": False}),
    ("two_halves", {"side_choice": "random", "area_sight": "always", "scale_pct": 60, "morale": "roll"}),
    ("relay", {"terrain_mode": "generator", "concentrated_cover": "all", "quiet_turns": 1}),
)


def proposals(at: Moment, player: Any, chance: random.Random) -> Iterator[Any]:
    """Acts that may be legal, in the end one that is."""
    position = at.position
    match position.phase:
        case "squads":
            ready = at.rules.scenarios[position.scenario].ready
            for squad in chance.sample(ready, len(ready)):
                yield a.LockSquad(
                    tuple(a.ListedMember(m.quality, m.armour, m.weapons, m.leader, m.count) for m in squad.members)
                )
        case "terrain":
            yield from _terrain(position, player, chance)
        case "sides":
            yield a.ChooseSide(chance.choice(position.board.sides))
        case "deployment":
            yield from _deployment(at, player, chance)
        case "batch":
            yield from _batch(at, player, chance)


def _terrain(position: Position, player: Any, chance: random.Random) -> Iterator[Any]:
    for piece in lots.in_hand(position, player):
        place = chance.randrange(position.board.width_mm), chance.randrange(position.board.height_mm)
        yield a.PlacePiece(piece.id, *place, chance.randrange(4))
        first = first_place(lots.table_of(position), lots.placed_of(position), piece.size_mm)
        yield a.LeavePiece(piece.id) if first is None or chance.random() < 0.2 else a.PlacePiece(piece.id, *first)


def _deployment(at: Moment, player: Any, chance: random.Random) -> Iterator[Any]:
    board = at.position.board
    for unit in at.position.units.values():
        if unit.player == player and chance.random() < 0.3:
            yield a.Deploy(unit.id, chance.randrange(board.width_mm), chance.randrange(board.height_mm))
    yield a.DeployRest()
    yield a.ConfirmDeployment()
    for unit in at.position.units.values():
        if unit.player == player and not unit.in_play and (place := first_free(at.field, unit)) is not None:
            yield a.Deploy(unit.id, *place)


def _batch(at: Moment, player: Any, chance: random.Random) -> Iterator[Any]:
    position = at.position
    ready = batches.ready_of(position, player)
    missing = batches.still_to_name(position)
    if batches.is_naming_awaited(at.rules, position):
        yield a.Activate(tuple(chance.sample(ready, missing)))
        return
    own = [unit for unit in position.units.values() if unit.player == player and unit.status in ("active", "ready")]
    foes = [unit for unit in position.units.values() if unit.player != player and unit.in_play]
    for unit in chance.sample(own, len(own)):
        for _ in range(4):
            yield _act(at, unit, own, foes, chance)
    rest = () if at.rules.options.activation_choice == "declared" else chance.sample(ready, missing)
    yield a.EndBatch(tuple(rest))


def _act(at: Moment, unit: Unit, own: list[Unit], foes: list[Unit], chance: random.Random) -> Any:
    assert unit.x_mm is not None
    assert unit.y_mm is not None
    assert unit.z_mm is not None
    near = (unit.x_mm + chance.randint(-150, 150), unit.y_mm + chance.randint(-150, 150))
    kind, foe, weapon = chance.randrange(8), chance.choice(foes), chance.choice(unit.weapons)
    row = at.rules.weapons[weapon]
    if kind == 0:
        return a.Rally(unit.id)
    if kind == 1:
        return a.RallyOther(unit.id, chance.choice(own).id)
    if kind == 2 and at.position.board.pieces:
        piece = chance.choice(at.position.board.pieces)
        landing = (unit.x_mm + chance.randint(-50, 50), unit.y_mm + chance.randint(-50, 50))
        return a.Climb(
            unit.id,
            piece.id,
            chance.choice((piece.z1_mm, 0, unit.z_mm + 20)),
            over=chance.random() < 0.1,
            at_mm=chance.choice((None, landing)),
        )
    if kind <= 4:
        return a.Move(unit.id, (near,))
    if row.area_radius_nm is not None:
        assert foe.x_mm is not None
        assert foe.y_mm is not None
        assert foe.z_mm is not None
        return a.FireArea(unit.id, weapon, foe.x_mm, foe.y_mm, foe.z_mm)
    if row.divide and len(foes) > 1 and kind == 5:
        one, two = chance.sample(foes, 2)
        return a.Fire(unit.id, weapon, split=(a.Share(one.id, 1), a.Share(two.id, row.effective - 1)))
    helpers = [each for each in own if each is not unit and chance.random() < 0.2]
    return a.Fire(unit.id, weapon, foe.id, others=tuple(a.GroupShot(h.id, h.weapons[0], foe.id) for h in helpers))


DESCRIBER = Describer(rules())


def told(event: Any) -> None:
    """Every event is said in both languages, with nothing left open, but one that passes the go on or that the line before it has told."""
    entry = DESCRIBER.describe(event)
    if entry is None:
        assert isinstance(event, GoPassed | Frightened)
        return
    for text in (entry.text, *entry.details, *(roll.purpose for roll in entry.rolls)):
        for words in (text.in_("es"), text.in_("en")):
            assert words
            assert not {"{", "}", "None"} & {*words.replace("{", " { ").split()}


@pytest.mark.rule("TD-END-14", "TD-GEN-04", "TD-HID-05")
@pytest.mark.parametrize("seed", range(bounded(1, 20)))
@pytest.mark.parametrize(("scenario", "options"), ODD)
def test_games_at_random_end(scenario, options, seed):
    chance, dice = random.Random(seed), StreamDice(seed.to_bytes(32), "play")
    position: Any = opened(scenario, **options).state
    count = 0
    while position.phase != "over":
        at = moment(position)
        player = chance.choice(asked(position))
        seat = Seat(position.players[player].seat)
        for action in proposals(at, player, chance):
            verdict = acts.check(at, seat, action)
            if not isinstance(verdict, Refusal):
                break
        else:
            pytest.fail(f"nothing is legal in {position.phase}")
        step = acts.apply(at, seat, action, verdict, dice)
        assert all(roll.sides == 6 for roll in step.rolls)
        assert msgspec.json.decode(msgspec.json.encode(step.state), type=Position) == step.state
        assert all(problems(book(), each) == [] for each in (step.befores[-1], step.state))
        for before, event, following in zip(step.befores, step.events, (*step.befores[1:], step.state), strict=True):
            assert evolve(before, event) == following
            told(event)
        position, count = step.state, count + 1

    assert position.result is not None
    assert count < 4000
