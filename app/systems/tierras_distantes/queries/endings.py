"""Questions about morale, objectives and how a turn ends a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec

from app.engine.asking import Answer
from app.engine.refusal import InvalidInput
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.nerve import morale as nerve
from app.systems.tierras_distantes.nerve import objectives as discs
from app.systems.tierras_distantes.nerve import victory
from app.systems.tierras_distantes.queries import inputs as ask

ENDINGS: Final = ask.questions()
TwoDice = Annotated[tuple[ask.Die, ...], msgspec.Meta(min_length=2, max_length=2)]


class SideGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a side stands, with the dice it rolls if it must."""

    start: ask.Natural
    lost: ask.Natural
    dice: TwoDice | None = None


class BothSides(msgspec.Struct, frozen=True, kw_only=True, rename={"a": "A", "b": "B"}):
    """How both sides stand."""

    a: SideGiven
    b: SideGiven
    options: ask.Options = ask.NONE

    @property
    def sides(self) -> Mapping[Player, SideGiven]:
        """By player."""
        return {"A": self.a, "B": self.b}


class TurnGiven(BothSides, frozen=True, kw_only=True):
    """What a turn comes to."""

    turn: ask.Natural
    objectives: Mapping[Player, ask.Natural] | None = None
    """The points each would score now, where there are objectives."""
    lost_in_turn: ask.Natural = 0
    quiet_before: ask.Natural = 0


class DiscGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An objective."""

    x: ask.Cm
    y: ask.Cm
    radius: ask.Cm
    z_min: ask.Cm
    z_max: ask.Cm


class HolderGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A miniature that may hold it."""

    seat: Player
    x: ask.Cm
    y: ask.Cm
    z: ask.Cm = 0.0
    frightened: bool = False
    climbing: bool = False
    lost: bool = False


@ENDINGS.of_options
def _morale(rules: Rules, *, start: ask.Natural, lost: ask.Natural, dice: TwoDice | None = None) -> Answer:
    return {
        "check": nerve.check_of(rules, start, lost),
        "demoralised": nerve.demoralised(rules, start, lost, dice),
    }


@ENDINGS.of_options
def _morale_dice(rules: Rules, *, asked: BothSides) -> Answer:
    checks = {player: nerve.check_of(rules, side.start, side.lost) for player, side in asked.sides.items()}
    return {"order": [player for player in PLAYERS if checks[player] == "roll"]}


@ENDINGS.of_options
def _turn_end(rules: Rules, *, asked: TurnGiven) -> Answer:
    if asked.objectives is not None:
        ask.both(asked.objectives, "given.objectives")
    end = victory.TurnsEnd(
        {player: victory.Losses(side.start, side.lost) for player, side in asked.sides.items()},
        {player: _broken(rules, side, f"given.{player}.dice") for player, side in asked.sides.items()},
        asked.turn,
        asked.objectives,
        asked.lost_in_turn,
        asked.quiet_before,
    )
    ending = victory.ending_of(rules, end)
    said: dict[str, Any] = {"outcome": "continue", "reason": "none"}
    if ending is not None:
        said = {"outcome": ending.winner, "reason": ending.reason}
    return {**said, "quiet": victory.quiet_after(rules, end)}


def _broken(rules: Rules, side: SideGiven, path: str) -> bool:
    found = nerve.demoralised(rules, side.start, side.lost, side.dice)
    if found is None:
        raise InvalidInput.at(path, "two dice, which this side must roll", "none")
    return found


@ENDINGS.question
def _objective(
    rules: Rules, *, objective: DiscGiven, minis: Annotated[tuple[HolderGiven, ...], msgspec.Meta(max_length=100)]
) -> Answer:
    disc = discs.Disc(
        *(
            ask.nm(getattr(objective, name), f"given.objective.{name}")
            for name in ("x", "y", "radius", "z_min", "z_max")
        )
    )
    found = [
        discs.Holder(mini.seat, *(ask.nm(getattr(mini, name), f"given.minis[{number}].{name}") for name in "xyz"))
        for number, mini in enumerate(minis)
        if not (mini.frightened or mini.climbing or mini.lost)
    ]
    return {"holder": discs.holder_of(disc, found)}
