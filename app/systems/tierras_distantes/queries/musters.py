"""Questions about squads, the lot, the generator and placing anew."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

import msgspec

from app.engine.asking import Answer, judged
from app.engine.dice import dice_of_question
from app.engine.refusal import InvalidInput, Refusal
from app.systems.tierras_distantes.book.kinds import NM_PER_CM, NM_PER_MM, PLAYERS, Player
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.land import generator as terrain
from app.systems.tierras_distantes.land import lot
from app.systems.tierras_distantes.muster.replacing import judge_replacing
from app.systems.tierras_distantes.position.actions import MemberList
from app.systems.tierras_distantes.queries import inputs as ask
from app.systems.tierras_distantes.squads import balance as balancing
from app.systems.tierras_distantes.squads.lists import judge_list

MUSTERS: Final = ask.questions()
MM_PER_CM: Final = NM_PER_CM // NM_PER_MM
LONGEST_CM: Final = 300
SideLength = Annotated[float, msgspec.Meta(ge=1, le=LONGEST_CM)]


NONE_GIVEN: Final[Mapping[Player, int]] = MappingProxyType({})


class LockGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lock of a squad of that cost."""

    seat: Player
    points: ask.Points


@MUSTERS.of_options
def _squad(rules: Rules, *, members: MemberList) -> Answer:
    found = judge_list(rules, members)
    return judged(found, "ok", "rule") if isinstance(found, Refusal) else {"ok": True, "points": found}


@MUSTERS.of_options
def _balance(rules: Rules, *, points: tuple[ask.Points, ask.Points]) -> Answer:
    return {"ok": balancing.balances(rules, *points)}


@MUSTERS.of_options
def _squads(
    rules: Rules,
    *,
    acts: Annotated[tuple[LockGiven, ...], msgspec.Meta(max_length=40)],
    given_: Mapping[Player, ask.Points] = NONE_GIVEN,
) -> Answer:
    locks = balancing.Locks(given_, frozenset(given_))
    for act in acts:
        refusal = balancing.judge_lock(rules, locks, act.seat, act.points)
        if refusal is not None:
            return judged(refusal, "ok", "rule")
        locks = balancing.locked(rules, locks, act.seat, act.points)
    totals = None if locks.totals is None else [locks.totals[player] for player in PLAYERS]
    locked = {player: player in locks.points for player in PLAYERS}
    return {"ok": True, "locked": locked, "totals": totals, "done": locks.done}


@MUSTERS.question
def _deal(
    rules: Rules, *, pieces: Annotated[int, msgspec.Meta(ge=0, le=100)], winner: Player, dice: ask.Dice
) -> Answer:
    with dice_of_question(dice, exactly=False) as given:
        owners, fallen = lot.dealt(pieces, winner, given.roll)
    return {"owners": owners, "dice_used": len(fallen)}


@MUSTERS.question
def _generator(rules: Rules, *, board: tuple[SideLength, SideLength], dice: ask.Dice) -> Answer:
    sides = [ask.nm(side, f"given.board[{number}]") for number, side in enumerate(board)]
    width, height = (side // NM_PER_MM for side in sides)
    if any(side % NM_PER_MM for side in sides) or not terrain.fits(rules, width, height):
        raise InvalidInput.at("given.board", "multiples of 30 cm", board)
    with dice_of_question(dice, exactly=False) as given:
        sectors, fallen = terrain.generated(rules, width, height, given.roll)
    covered = terrain.covered(rules, sectors)
    return {
        "sectors": [name or "empty" for name in sectors],
        "covered_cm2": covered // MM_PER_CM**2,
        "dice_used": len(fallen),
    }


@MUSTERS.of_options
def _redeploy(rules: Rules, *, miniatures: ask.Natural, replaced: ask.Natural, placed: bool) -> Answer:
    return judged(judge_replacing(rules, miniatures, replaced, placed=placed), "ok", "rule")
