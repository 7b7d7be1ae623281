"""Volleys rolled one after the other, each with its saves and what follows (FHW-SHOT-06, FHW-SUPP-01, FHW-REC-03)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat, UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire.aiming import Aiming
from app.systems.flames_hexwar.fire.declaring import Declared, Declaring, judge_shots
from app.systems.flames_hexwar.fire.volleys import pinned, roll_volley, valid_of
from app.systems.flames_hexwar.fire.windows import moving_of, runs_of
from app.systems.flames_hexwar.losses.losing import suppress, take_effect
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.actions import Shot
from app.systems.flames_hexwar.position.frames import Activation, Context, DisengageChoice, Volley, Volleys
from app.systems.flames_hexwar.position.state import Team


def fog_now(field: Field) -> int | None:
    """How far one sees in fog as a declaration is judged (FHW-WEA-06)."""
    return field.rules.weather[field.weather].declared_limit


# ------------------------------------------------------------------------------------------------------- declared by a platoon


def barring(field: Field, seat: Seat, platoon: PlatoonId, busy: Sequence[UnitId] = ()) -> Declaring:
    """Who shoots with a platoon: its own teams, and HQ teams of its seat that act with no other (FHW-EXEC-08). ``busy`` are HQ teams
    that are drafted elsewhere."""
    context: Context = "md" if field.position.phase == "c" else "fc"

    def barred(team: Team) -> RuleId | None:
        if not field.is_independent(team):
            return None if team.platoon == platoon else RuleId("FHW-EXEC-08")
        is_own = field.seat(team.platoon) == seat and team.id not in busy
        return None if is_own and team.turn.acted_with in (None, platoon) else RuleId("FHW-EXEC-08")

    battery = field.platoons[platoon].battery
    return Declaring(
        Aiming(field, context, platoon, fog_now(field)),
        barred,
        bombarded=battery is not None and battery.designated,
    )


def judge_fire(
    field: Field,
    seat: Seat,
    platoon: PlatoonId,
    shots: Sequence[Shot],
    lifting: Sequence[UnitId] = (),
    busy: Sequence[UnitId] = (),
) -> Refusal | Declared:
    """The first rule that the shooting of a platoon breaks in (a2) or (c); an empty list is judged elsewhere (FHW-EXEC-07)."""
    if field.position.phase == "a2_designate":
        if field.platoons[platoon].order != "FC":
            return Refusal.by("FHW-FC-01", platoon=platoon)
    else:
        activation = field.activation
        assert activation is not None
        if field.platoons[activation.platoon].order == "MT":
            return Refusal.by("FHW-MOVE-02", platoon=platoon)
        if activation.platoon != platoon:
            return Refusal.by("FHW-MD-01", platoon=activation.platoon)
        if activation.moving is not None:
            return Refusal.by("FHW-MOVE-07", team=activation.moving.team)
        if not shots:
            return Refusal.by("FHW-SHOT-01", platoon=platoon)
    return judge_shots(barring(field, seat, platoon, busy)._replace(lifting=tuple(lifting)), shots)


def begin(story: Story, declared: Declared, context: Context) -> None:
    """Guns pivot, fog falls, then the volleys are rolled."""
    for team, facing in declared.pivots:
        story.add(em.Turned(team, facing))
    platoon = declared.volleys[0].platoon
    fog = roll_fog(story, platoon)
    aiming = Aiming(story.field, context, platoon, fog)
    for volley in declared.volleys:
        targets = story.field.target_teams(volley.target)
        for fired in volley.shots:
            is_hq = story.field.is_independent(story.position.teams[fired.team])
            if is_hq and (shot := valid_of(aiming, fired, targets)) is not None and shot.seen:  # else it is lost in fog
                story.mark(fired.team, acted_with=platoon)
    story.push(Volleys(context, declared.volleys, fog))


def roll_fog(story: Story, platoon: PlatoonId) -> int | None:
    """In fog a platoon that shoots rolls how far it sees before its first volley (FHW-WEA-06)."""
    of = story.rules.weather[story.field.weather]
    if of.sight_die is None:
        return None
    die = story.die("fog")
    sight = max(of.sight_minimum, die)
    story.add(em.FogRolled(die, sight, platoon))
    return sight


# ------------------------------------------------------------------------------------------------------------------ rolled


def run_volleys(story: Story, frame: Volleys) -> bool:
    """Goes on with volleys; answers whether it waits for somebody."""
    if story.position.hurts and frame.context in ("md", "fo", "defend"):
        take_effect(story)
        if story.position.frames[-1] is not frame:
            return False
    if frame.context == "fo":
        _pin_mover(story)
    if not frame.left:
        story.pop()
        return False
    volley = frame.left[0]
    if frame.context == "md" and not volley.asked and _may_disengage(story, volley):
        story.change(replace(frame, left=(replace(volley, asked=True), *frame.left[1:])))
        platoon = PlatoonId(volley.target)
        story.push(DisengageChoice(story.field.seat(platoon), platoon, volley.platoon))
        return False
    story.change(replace(frame, left=frame.left[1:]))
    _roll(story, frame, volley)
    return False


def _roll(story: Story, frame: Volleys, volley: Volley) -> None:
    field = story.field
    now = tuple(
        replace(fired, at=team.at)
        for fired in volley.shots
        if (team := story.position.teams.get(fired.team)) is not None and team.at is not None
    )
    volley = replace(volley, shots=now)
    targets = [team for team in field.target_teams(volley.target) if team.side != field.platoons[volley.platoon].side]
    if frame.context == "fo":
        if not _has_mover(story):
            return
        activation, moving, mover = moving_of(field)
        targets = [mover]
        aiming = Aiming(field, "fo", volley.platoon, None, moving.fog)
        before = {fired.team: story.position.teams[fired.team].turn.rolled for fired in volley.shots}
        if not roll_volley(story, aiming, volley, targets, runs_of(field, volley)):
            return
        activation, moving, mover = moving_of(story.field)
        story.swap(activation, replace(activation, moving=replace(moving, fired_on=True)))
        _count_opportunity(story, volley, before)
        return
    aiming = Aiming(field, frame.context, volley.platoon, frame.fog)
    roll_volley(story, aiming, volley, targets)
    if frame.context == "defend":  # who shoots in an activation, or a sub-step, is down no more when that is over
        story.leave_ground(fired.team for fired in now if story.position.teams[fired.team].turn.shot)


def _has_mover(story: Story) -> bool:
    """Whether the team that moves lives: a volley before may have destroyed it (FHW-FO-09)."""
    activation = story.activation
    return activation is not None and activation.moving is not None and activation.moving.team in story.position.teams


def _count_opportunity(story: Story, volley: Volley, before: Mapping[UnitId, int]) -> None:
    """What each team has fired at the platoon; the first platoon that a card fires at (FHW-FO-02, FHW-FO-04)."""
    target = PlatoonId(volley.target)
    for name in dict.fromkeys(fired.team for fired in volley.shots):
        team = story.position.teams[name]
        if team.turn.rolled == before[name]:
            continue
        dice = tuple(fired.count for fired in volley.shots if fired.team == name)
        used = team.turn.fired_at.get(target, ())
        story.mark(name, fired_at={**team.turn.fired_at, target: (*used, sum(dice))})
        story.leave_ground((name,))
    if story.position.platoons[volley.platoon].fo_first is None:
        story.add(em.FirstFiredAt(volley.platoon, target))


def _pin_mover(story: Story) -> None:
    """Enough hits on one platoon while it moves suppress it at once (FHW-FO-12)."""
    activation = story.activation
    if activation is not None:
        mine = [each for each in story.position.tally if _is_side(story, each, activation)]
        suppress(story, pinned(story, mine, story.rules.opportunity.hits_on_one_platoon_that_suppress))


def _is_side(story: Story, target: str, activation: Activation) -> bool:
    side = story.position.platoons[activation.platoon].side
    team = story.position.teams.get(UnitId(target))
    platoon = story.position.platoons.get(PlatoonId(target))
    return (team is not None and team.side == side) or (platoon is not None and platoon.side == side)


def settle(story: Story) -> None:
    """After all shooting of a platoon: those who took enough hits are suppressed, whoever shot is in sight again. Whoever moved has been at
    once, where it was (FHW-FO-12)."""
    activation = story.activation
    hit = [each for each in story.position.tally if activation is None or not _is_side(story, each, activation)]
    suppress(story, pinned(story, hit, story.rules.suppression.hits_to_pin_platoon))
    if story.position.tally:
        story.add(ef.Tallied({}))
    story.leave_ground(
        name for name, team in story.position.teams.items() if team.turn.shot or team.turn.aa_fired
    )  # FHW-GTG-03


# --------------------------------------------------------------------------------------------------------------- disengaging


def _may_disengage(story: Story, volley: Volley) -> bool:
    """A reconnaissance platoon that is not disorganised may go back before the dice (FHW-REC-03)."""
    platoon = story.position.platoons.get(PlatoonId(volley.target))
    if platoon is None or platoon.disorganised or story.field.of_platoon(platoon).category != "recce":
        return False
    return any(team.at is not None for team in story.field.members(platoon.id))
