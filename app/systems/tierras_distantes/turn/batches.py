"""Turns, rounds and batches as they go on ("Turn structure" in the rules): turns of rounds (TD-TRN-01), in one of which each miniature acts
(TD-TRN-04). A turn activates everybody once, and turns run out, so that every game ends (TD-END-14)."""

from __future__ import annotations

from typing import Final

from app.engine.types import UnitId
from app.systems.tierras_distantes.activation import rounds
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.nerve import morale, objectives
from app.systems.tierras_distantes.nerve.victory import Losses, TurnsEnd, broken_ending, ending_of, quiet_after
from app.systems.tierras_distantes.position import events as e
from app.systems.tierras_distantes.position.state import BatchKind, Position, Unit
from app.systems.tierras_distantes.position.story import Story

FIRST_TURN: Final = 1


def units_with_status(position: Position, player: Player, status: str) -> list[Unit]:
    """The miniatures of a player with that status, in the order of ids."""
    return [unit for unit in position.units.values() if unit.player == player and unit.status == status]


def ready_of(position: Position, player: Player) -> list[UnitId]:
    """The miniatures of a player still to be activated; frightened and climbing ones among them (TD-ACT-11)."""
    return [unit.id for unit in units_with_status(position, player, "ready")]


def alive_of(position: Position, player: Player) -> int:
    """How many living miniatures a player has."""
    return sum(unit.living for unit in position.units.values() if unit.player == player)


def still_to_name(position: Position) -> int:
    """How many must still be named in the batch (TD-ACT-05)."""
    batch = position.batch
    if batch is None or len(batch.named) >= batch.count:
        return 0
    return rounds.still_to_name(batch.count, len(batch.named), len(ready_of(position, batch.player)))


def is_naming_awaited(rules: Rules, position: Position) -> bool:
    """Whether the names of all who act must come before any of them does (TD-ACT-05)."""
    return rules.options.activation_choice == "declared" and still_to_name(position) > 0


def begin_play(story: Story) -> None:
    """Deployment is over."""
    story.add(e.TurnBegan(FIRST_TURN))
    if not _wiped_out(story):
        _begin_round(story)


def _begin_round(story: Story) -> None:
    """Dice for the initiative, then the batch of who has it (TD-TRN-02, TD-INI-01)."""
    dice, winner = rounds.initiative(story.rules, story.position.initiative, story.roll)
    story.add(e.InitiativeRolled(story.position.round + 1, tuple(dice), winner))
    _begin_batch(story, winner, "first")


def _begin_batch(story: Story, player: Player, kind: BatchKind) -> None:
    """A batch, with its roll unless it is a final one (TD-ACT-01, TD-ACT-08); where all who are left must act, they are active without
    asking (TD-ACT-05)."""
    ready = ready_of(story.position, player)
    if kind == "final":
        story.add(e.BatchBegan(player, kind, len(ready)))
    else:
        dice = story.rolled("activation", story.rules.constants.activation_dice)
        roll = rounds.activation_roll(story.rules, dice)
        story.add(e.BatchBegan(player, kind, rounds.activation_count(roll, len(ready)), dice, roll))
    batch = story.position.batch
    if batch is not None and batch.count == len(ready):
        story.add(e.Activated(player, tuple(ready)))


def go_on(story: Story) -> None:
    """After an act in a batch: a side without miniatures ends the game (TD-END-08), a batch in which nobody can do anything more ends by
    itself (TD-ACT-13)."""
    batch = story.position.batch
    if _wiped_out(story) or batch is None:
        return
    used = (unit.actions for unit in units_with_status(story.position, batch.player, "active"))
    if rounds.is_batch_over(story.rules, used, still_to_name(story.position)):
        end_batch(story, ())


def end_batch(story: Story, rest: tuple[UnitId, ...]) -> None:
    """The end of a batch and what follows it (TD-ACT-09)."""
    batch, holder = story.position.batch, story.position.initiative
    assert batch is not None
    assert holder is not None
    story.add(e.BatchEnded(batch.player, rest))
    if story.position.draw_offer is not None:
        story.add(e.DrawLapsed())  # TD-END-12
    position = story.position
    ready = {player: len(ready_of(position, player)) for player in PLAYERS}
    alive = {player: alive_of(position, player) for player in PLAYERS}
    following = rounds.after_batch("first" if batch.kind == "first" else "second", holder, ready, alive)
    if following.step == "wiped_out":  # put right by consent, else the act before would have ended the game
        _wiped_out(story)
    elif following.step == "turn_end":
        _end_turn(story)
    elif following.step == "new_round":
        _begin_round(story)
    elif following.player is not None:
        _begin_batch(story, following.player, "final" if following.step == "final_batch" else "second")


def _wiped_out(story: Story) -> bool:
    """Whether a side has nobody left: then both are checked at once, and the game is over (TD-END-08)."""
    if all(map(story.position.has_anybody, PLAYERS)):
        return False
    ending = broken_ending(_broken(story))
    assert ending is not None
    story.add(e.GameEnded(ending))
    return True


def _end_turn(story: Story) -> None:
    """The check of both sides (TD-END-01), then the next turn, unless the game is over (TD-END-05)."""
    position = story.position
    if position.board.objectives:
        names = {each.id: each.name for each in position.board.objectives}
        story.add(e.ObjectivesHeld(objectives.held(position), names))
    end = TurnsEnd(
        {player: Losses(state.start, state.lost) for player, state in position.players.items()},
        _broken(story),
        position.turn,
        objectives.scores(position),
        position.lost_in_turn,
        position.quiet,
    )
    lost = {player: state.lost for player, state in position.players.items()}
    story.add(e.TurnEnded(position.turn, lost, quiet_after(story.rules, end)))
    ending = ending_of(story.rules, end)
    if ending is not None:
        story.add(e.GameEnded(ending))
        return
    story.add(e.TurnBegan(position.turn + 1))
    _begin_round(story)


def _broken(story: Story) -> dict[Player, bool]:
    """Who is demoralised, A looked at first; whoever must roll does (TD-END-06, TD-END-07)."""
    return {player: _is_broken(story, player) for player in PLAYERS}


def _is_broken(story: Story, player: Player) -> bool:
    """Nobody left is demoralised, whatever was counted (TD-END-08)."""
    if not story.position.has_anybody(player):
        return True
    rules, state = story.rules, story.position.players[player]
    if morale.check_of(rules, state.start, state.lost) != "roll":
        return bool(morale.demoralised(rules, state.start, state.lost, None))
    dice = story.rolled("morale", morale.MORALE_DICE)
    broken = bool(morale.demoralised(rules, state.start, state.lost, dice))
    below = morale.band_of(rules, state.start, state.lost).holds_below
    story.add(e.MoraleRolled(player, dice, below, not broken))
    return broken
