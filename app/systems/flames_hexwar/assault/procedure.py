"""Assaults carried out, stage by stage, until one side has won (FHW-ASLT-11 to FHW-ASLT-27)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from app.engine.judging import Kept
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.assault import numbers
from app.systems.flames_hexwar.assault.contact import (
    assaulting,
    dice_of,
    involved,
    owner_of,
    rows_against,
    speaker,
    strength,
    strikers,
    tanks_near,
    winner_by_force,
    worst_motivation,
)
from app.systems.flames_hexwar.assault.defending import defenders, may_defend
from app.systems.flames_hexwar.assault.entries import able
from app.systems.flames_hexwar.assault.moves import can_move, enter
from app.systems.flames_hexwar.assault.retreating import begin_retreat
from app.systems.flames_hexwar.assault.strikes import resolve_victim
from app.systems.flames_hexwar.book.kinds import PlatoonId, Side, other
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.losses.losing import foot_with, suppress, take_effect
from app.systems.flames_hexwar.losses.morale import check_platoons, motivation_test
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position.frames import Assault, Hits, Stage
from app.systems.flames_hexwar.position.state import Team

KEPT: Final = 16
"""Of so many assaults is remembered who may still move."""
ASKING: Final[Mapping[str, str]] = {
    "moves": "assault_move",
    "fire": "defend",
    "withdraw": "withdraw",
    "defender_stays": "withdraw",
    "continue": "continue",
    "regroup": "assault_move",
    "regroup_defender": "assault_move",
    "consolidate": "consolidate",
}
"""Stages in which somebody may be asked, by their prompts (part 5.2 of the rules)."""


def is_tanks(frame: Assault, field: Field, name: PlatoonId) -> bool:
    """Whether a platoon assaults as tanks (FHW-ASLT-08)."""
    return any(
        (team := field.teams.get(each) or field.position.gone.get(each)) is not None and team.platoon == name
        for each in frame.tanks
    )


# -------------------------------------------------------------------------------------------------------------------- stages


def run(story: Story, frame: Assault) -> bool:
    """Goes on with an assault; answers whether it waits for somebody."""
    if story.position.hurts and frame.stage != "armour":
        take_effect(story)
        if story.position.frames[-1] is not frame:
            return False
    return _STAGES[frame.stage](story, frame)


def _go(story: Story, frame: Assault, stage: Stage, **changes: object) -> bool:
    story.change(replace(frame, stage=stage, moved=(), done=(), **changes))
    return False


def _terror(story: Story, frame: Assault) -> bool:
    """Infantry that faces tanks must first pass (FHW-ASLT-12)."""
    stays: list[UnitId] = []
    if tanks_near(story.field, frame):
        for name in frame.platoons:
            if is_tanks(frame, story.field, name):
                continue
            found = motivation_test(story, name, "tank terror")
            story.add(ef.AssaultTested(frame.side, found.dice, found.need, found.passed, 0, name))
            if not found.passed:
                mine = [team for team in able(story.field, name) if team.id in frame.teams]
                stays += [team.id for team in mine]
                suppress(story, foot_with(story.field, name))
    left = tuple(name for name in frame.teams if name not in stays)
    platoons = tuple(
        name for name in frame.platoons if any(story.position.teams[each].platoon == name for each in left)
    )
    if not platoons:
        return _finish(story, frame)
    for each in left:
        story.mark(each, assaulted=True)
    return _go(story, frame, "moves", teams=left, platoons=platoons, mover=frame.side)


def _movers(field: Field, frame: Assault) -> Mapping[Seat, Sequence[Team]]:
    found: dict[Seat, list[Team]] = {}
    if frame.mover is None:
        return found
    into = frame.stage != "consolidate"
    for team in moving_teams(field, frame):
        seat = field.seat(team.platoon)
        if team.id not in frame.moved and seat not in frame.done and can_move(field, team, into_enemies=into):
            found.setdefault(seat, []).append(team)
    return found


movers: Final = Kept(_movers, KEPT)
"""Who may still make a move of a stage, by seat."""


def moving_teams(field: Field, frame: Assault) -> list[Team]:
    """The teams that the moves of a stage are for."""
    assert frame.mover is not None
    if frame.stage == "consolidate":
        return [team for name in frame.fought if (team := field.teams.get(name)) and team.side == frame.mover]
    return involved(field, frame, frame.mover)


def _moves(story: Story, frame: Assault) -> bool:
    if movers(story.field, frame):
        return True
    if frame.stage == "consolidate":
        return _finish(story, frame)
    if frame.stage == "regroup":
        return _go(story, frame, "regroup_defender", mover=other(frame.side))
    if frame.stage == "regroup_defender":
        return _go(story, frame, "contact", mover=None)
    return _go(story, frame, "repel" if frame.mutual else "fire", mover=None)


def _fire(story: Story, frame: Assault) -> bool:
    """Defensive fire: every seat with a team that may is asked (FHW-ASLT-13, FHW-ASLT-10)."""
    if frame.asked is None:
        story.change(replace(frame, asked=defenders(story.field, frame)))
        return False
    left = tuple(seat for seat in frame.asked if may_defend(story.field, frame, seat))
    if left:
        if left != frame.asked:
            story.change(replace(frame, asked=left))
        return True
    if story.position.tally:
        story.add(ef.Tallied({}))
    return _go(story, frame, "repel", asked=())


def _repel(story: Story, frame: Assault) -> bool:
    """Infantry and tanks are repelled separately (FHW-ASLT-06 to FHW-ASLT-08, FHW-ASLT-14)."""
    field = story.field
    tanks = tuple(name for name in frame.platoons if is_tanks(frame, field, name))
    infantry = tuple(name for name in frame.platoons if name not in tanks)
    gone = tuple[PlatoonId, ...]()
    if infantry and numbers.infantry_repelled(story.rules, len(infantry), frame.hits):
        gone += infantry
    if tanks and numbers.tanks_repelled(story.rules, len(tanks), *_tank_losses(field, frame)):
        gone += tanks
    if not gone:
        return _go(story, frame, "contact")
    story.add(ef.Repelled(gone))
    _send_back(story, frame, gone)
    platoons = tuple(name for name in frame.platoons if name not in gone)
    teams = tuple(team.id for team in assaulting(story.field, frame) if not _belongs(story.field, team, gone))
    if not platoons or not teams:
        return _finish(story, frame)
    return _go(story, frame, "contact", platoons=platoons, teams=teams)


def _tank_losses(field: Field, frame: Assault) -> tuple[int, int]:
    """Assaulting tanks destroyed, and newly bailed out or bogged (FHW-ASLT-07)."""
    alive = [field.teams[name] for name in frame.tanks if name in field.teams]
    is_only_bailed = field.rules.options.repel_counts == "bailed_only"
    out = sum(team.bailed_out or (team.bogged and not is_only_bailed) for team in alive)
    return len(frame.tanks) - len(alive), out


def _belongs(field: Field, team: Team, platoons: Sequence[PlatoonId]) -> bool:
    """Whether a team goes with platoons: it is one of theirs, or a warrior whose platoon is none that is left."""
    return team.platoon in platoons or (field.is_independent(team) and field.joined_to(team) in platoons)


def _send_back(story: Story, frame: Assault, gone: Sequence[PlatoonId]) -> None:
    """A repelled part goes back whence it came, its infantry suppressed; crews that are out and bogged vehicles stay (FHW-ASLT-14)."""
    foot = [team for name in gone for team in foot_with(story.field, name)]
    for team in [each for each in assaulting(story.field, frame) if _belongs(story.field, each, gone)]:
        if team.bailed_out or team.bogged:
            continue
        start = frame.came_from[team.id]
        if team.at != start.hex or team.floor != start.floor:
            enter(story, team, start, None, team.facing, assault=False)
    suppress(story, foot)


# ------------------------------------------------------------------------------------------------------------------- rounds


def _contact(story: Story, frame: Assault) -> bool:
    """A round: dice of both sides, the assaulter's teams first (FHW-ASLT-15 to FHW-ASLT-17)."""
    won = winner_by_force(story.field, frame)
    if won is not None:
        return _won(story, frame, won)
    of, hits = story.rules.assault, dict[Side, list[tuple[UnitId, int]]]()
    both = (frame.side, other(frame.side))
    teams = {side: strikers(story.field, frame, side) for side in both}
    for side in both:
        for team in teams[side]:
            need = of.hit_by_skill[story.field.skill(team).id]
            dice = tuple(story.die("strike") for _ in range(dice_of(story.field, team)))
            scored = sum(die >= need for die in dice)
            story.add(ef.Struck(team.id, dice, need, scored))
            if scored:
                hits.setdefault(side, []).append((team.id, scored))
    fought = tuple(dict.fromkeys((*frame.fought, *(team.id for side in both for team in teams[side]))))
    rows = []
    for side in (other(frame.side), frame.side):  # the other side's victims are named first
        found = rows_against(story.field, frame, side, hits.get(other(side), ()))
        if found:
            rows.append((side, found))
    return _go(story, frame, "victims", round=frame.round + 1, fought=fought, rows=tuple(rows), victims=())


def _victims(story: Story, frame: Assault) -> bool:
    """Each side names its victims, then all are resolved (FHW-ASLT-18)."""
    if not frame.rows:
        return _go(story, frame, "armour")
    side, rows = frame.rows[0]
    story.change(replace(frame, rows=frame.rows[1:]))
    story.push(Hits("strike", side, "", rows, seat=owner_of(story.field, frame, side, rows)))
    return False


def _armour(story: Story, frame: Assault) -> bool:
    """Victims one by one; all losses take effect together (FHW-ASLT-16, FHW-ASLT-19)."""
    if frame.victims:
        story.change(replace(frame, victims=frame.victims[1:]))
        resolve_victim(story, *frame.victims[0])
        return False
    if story.position.hurts:
        take_effect(story)
        if story.position.frames[-1] is not frame:
            return False
    won = winner_by_force(story.field, frame)
    if won is None and frame.round >= story.rules.options.assault_rounds:
        won = other(frame.side)  # FHW-ASLT-27
    return _won(story, frame, won) if won is not None else _go(story, frame, "withdraw")


def _wait(story: Story, frame: Assault) -> bool:
    return True


def asked_to_stay(field: Field, frame: Assault) -> Seat:
    """Who says whether a side withdraws, or goes on."""
    side = frame.side if frame.stage == "withdraw" else other(frame.side)
    if frame.stage == "continue" and frame.tester is not None:
        side = frame.tester
    return speaker(field, frame, side)


def stay(story: Story, *, yes: bool) -> None:
    """The attacker, then the defender, stays or leaves the field to the other (FHW-ASLT-20)."""
    frame = story.position.frames[-1]
    assert isinstance(frame, Assault)
    if frame.stage == "withdraw":
        if yes:
            _go(story, frame, "defender_stays")
        else:
            _won(story, frame, other(frame.side))
    elif not yes:
        _won(story, frame, frame.side)
    else:
        _test(story, frame)


def _test(story: Story, frame: Assault) -> None:
    """Both test their motivation, the attacker first (FHW-ASLT-21 to FHW-ASLT-23)."""
    passed: dict[Side, bool] = {}
    teams = {side: strikers(story.field, frame, side) for side in (frame.side, other(frame.side))}
    powers = {side: strength(story.field, mine) for side, mine in teams.items()}
    for side, mine in teams.items():
        modifier = numbers.motivation_modifier(story.rules, powers[side], powers[other(side)])
        _, platoon = worst_motivation(story.field, mine)
        found = motivation_test(story, platoon, "assault motivation", modifier)
        story.add(ef.AssaultTested(side, found.dice, found.need, found.passed, modifier, platoon))
        passed[side] = found.passed
    outcome = numbers.round_outcome(attacker_passes=passed[frame.side], defender_passes=passed[other(frame.side)])
    if outcome == "new_round":
        _go(story, frame, "regroup", mover=frame.side)
    elif outcome == "defender_wins":
        _won(story, frame, other(frame.side))
    else:
        _go(story, frame, "continue", tester=frame.side if outcome == "attacker_chooses" else other(frame.side))


def go_on(story: Story, *, yes: bool) -> None:
    """Who alone has passed fights on, or ends it as winner (FHW-ASLT-23)."""
    frame = story.position.frames[-1]
    assert isinstance(frame, Assault)
    assert frame.tester is not None
    if yes:
        _go(story, frame, "regroup", mover=frame.side, tester=None)
    else:
        _won(story, frame, frame.tester)


# ---------------------------------------------------------------------------------------------------------------------- ends


def _won(story: Story, frame: Assault, winner: Side) -> bool:
    story.add(ef.Withdrew(winner))
    own, others = (involved(story.field, frame, side) for side in (frame.side, other(frame.side)))
    fought = tuple(dict.fromkeys((*frame.fought, *(team.id for team in (*own, *others)))))
    return _go(story, frame, "retreat", winner=winner, fought=fought)


def _retreat(story: Story, frame: Assault) -> bool:
    """The losers fall back, then the winners go on (FHW-ASLT-24, FHW-END-05)."""
    assert frame.winner is not None
    _go(story, frame, "consolidate", mover=frame.winner)
    begin_retreat(story, frame)
    return False


def _finish(story: Story, frame: Assault) -> bool:
    story.pop()
    if story.position.tally:
        story.add(ef.Tallied({}))
    check_platoons(story)
    return False


def done(story: Story, seat: Seat) -> None:
    """A seat moves nobody else in this stage."""
    frame = story.position.frames[-1]
    assert isinstance(frame, Assault)
    story.change(replace(frame, done=(*frame.done, seat)))


_STAGES: Final[Mapping[str, Callable[[Story, Assault], bool]]] = {
    "terror": _terror,
    "moves": _moves,
    "fire": _fire,
    "repel": _repel,
    "contact": _contact,
    "victims": _victims,
    "armour": _armour,
    "withdraw": _wait,
    "defender_stays": _wait,
    "continue": _wait,
    "regroup": _moves,
    "regroup_defender": _moves,
    "retreat": _retreat,
    "consolidate": _moves,
}
