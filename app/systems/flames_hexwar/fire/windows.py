"""Windows for opportunity fire: who is asked, declarations, standing orders (FHW-FO)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from app.boards import hexes
from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat, UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire.aiming import Aiming, run_of
from app.systems.flames_hexwar.fire.declaring import Declared, Declaring, as_shots, judged_shots
from app.systems.flames_hexwar.fire.numbers import Impossible, number
from app.systems.flames_hexwar.fire.opportunity import (
    Aside,
    Ready,
    dice_left,
    is_unexhausted,
    standing_fires,
    standing_fits,
)
from app.systems.flames_hexwar.losses.rallying import rallies_to_fire, rally, turn_up
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.actions import Opportunity, StandingShot
from app.systems.flames_hexwar.position.frames import Activation, Moving, Volley, Volleys, Window
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.sight.blocking import End
from app.systems.flames_hexwar.sight.sight import Seen

NOT_ASIDE = RuleId("FHW-FO-09")


def moving_of(field: Field) -> tuple[Activation, Moving, Team]:
    """The team that is on its way."""
    activation = field.activation
    assert activation is not None
    assert activation.moving is not None
    return activation, activation.moving, field.teams[activation.moving.team]


# -------------------------------------------------------------------------------------------------------------- who is asked


def waited_for(field: Field, window: Window) -> tuple[Seat, ...]:
    """Every seat that a window waits for: with an unexhausted card, that does not hold, without standing orders (FHW-FO-17); nobody once
    the mover is lost (FHW-FO-09). All of it is public."""
    return _not_held(field, window, in_force=False)


def _not_held(field: Field, window: Window, *, in_force: bool) -> tuple[Seat, ...]:
    """Every seat with an unexhausted card that does not hold: those with standing orders in force, or those without."""
    activation = field.activation
    moving = None if activation is None else activation.moving
    mover = None if moving is None else field.teams.get(moving.team)
    if activation is None or moving is None or mover is None:
        return ()
    held = {*window.held, *moving.held, *activation.held}
    return tuple(
        seat
        for seat, state in field.position.seats.items()
        if state.side != mover.side
        and seat not in held
        and state.in_force == in_force
        and has_cards(field, seat, mover)
    )


def has_cards(field: Field, seat: Seat, mover: Team) -> bool:
    """Whether a seat has an unexhausted card set aside."""
    if not field.rules.options.fo_count_public:
        return any(
            platoon.status in ("board", "off_board", "arriving")
            and field.seat(platoon.id) == seat
            and not field.of_platoon(platoon).is_hq
            for platoon in field.platoons.values()
        )
    return any(is_unexhausted(field.rules.opportunity, _aside(field, name, mover)) for name in _cards(field, seat))


def _cards(field: Field, seat: Seat) -> Iterator[PlatoonId]:
    """A seat's cards set aside, in roster order."""
    aside = {name for company in field.position.companies.values() if company.seat == seat for name in company.aside}
    return (name for name in field.platoons if name in aside)


def _aside(field: Field, name: PlatoonId, mover: Team) -> Aside:
    platoon, target = field.platoons[name], field.target_of(mover)
    aiming = Aiming(field, "fo", name)
    ready = (
        Ready(
            max((aiming.rate(team, weapon) for weapon in aiming.weapons(team)), default=0),
            team.turn.fired_at.get(PlatoonId(target), ()),
        )
        for team in field.members(name)
    )
    return Aside(platoon.status != "destroyed" and bool(field.members(name)), platoon.turned, ready)


# -------------------------------------------------------------------------------------------------------------- declarations


class Runs(Mapping[UnitId, int | None]):
    """What a mover's way adds for each team of a card, worked out for whoever is asked about; ``None``: that team does not see it."""

    def __init__(self, aiming: Aiming, mover: Team, moving: Moving) -> None:
        self._aiming, self._mover, self._moving = aiming, mover, moving
        self._teams = {team.id: team for team in aiming.field.members(aiming.platoon) if team.at is not None}
        self._seen: dict[
            tuple[End, int | None], int | None
        ] = {}  # by whence one looks: who stands together sees the same

    def __getitem__(self, name: UnitId) -> int | None:
        team, field = self._teams[name], self._aiming.field
        key = (field.end(team), self._aiming.fog_of(team))
        if key not in self._seen:
            self._seen[key] = run_of(field, team, self._mover, self._moving, key[1])
        return self._seen[key]

    def __iter__(self) -> Iterator[UnitId]:
        return iter(self._teams)

    def __len__(self) -> int:
        return len(self._teams)


def declaring_of(field: Field, platoon: PlatoonId) -> Declaring:
    """A card set aside that fires at the mover, before its fog dice (FHW-WEA-06); as if its rally succeeded (FHW-RALLY-05)."""
    _, moving, mover = moving_of(field)
    fog = field.rules.weather[field.weather].declared_limit
    aiming = Aiming(field, "fo", platoon, fog, moving.fog, rallies_to_fire(field, platoon))
    aside = field.company(platoon).aside

    def barred(team: Team) -> RuleId | None:
        is_own = team.platoon == platoon and platoon in aside and not field.is_independent(team)
        return None if is_own else NOT_ASIDE

    return Declaring(aiming, barred, runs=Runs(aiming, mover, moving), mover=mover.id)


def judge_opportunity(field: Field, seat: Seat, shots: Sequence[Opportunity]) -> Refusal | tuple[Declared, ...]:
    """The first rule that a declaration breaks, shot by shot; else what each platoon fires, in the order first named (FHW-FO-03,
    FHW-FO-09, FHW-FO-14)."""
    _, _, mover = moving_of(field)
    groups: dict[PlatoonId, list[int]] = {}
    for place, shot in enumerate(shots):
        groups.setdefault(field.teams[shot.team].platoon, []).append(place)
    found: list[Declared] = []
    worst: tuple[int, Refusal] | None = None
    for platoon, places in groups.items():
        mine = as_shots([shots[place] for place in places], field.target_of(mover))
        judged = judged_shots(declaring_of(field, platoon), mine)
        if isinstance(judged, Declared):
            found.append(judged)
        elif worst is None or places[judged[0]] < worst[0]:
            worst = (places[judged[0]], judged[1])
    return tuple(found) if worst is None else worst[1]


def fire(story: Story, declared: Iterable[Declared], shots: Iterable[Opportunity]) -> None:
    """Cards are turned up and platoons rally in roster order (FHW-RALLY-05), guns pivot, fog dice fall in the order of the ``shots`` that were
    declared, then volleys are rolled one by one."""
    given = tuple(declared)
    firing = {each.volleys[0].platoon for each in given}
    for platoon in (name for name in story.position.platoons if name in firing):
        must_rally = rallies_to_fire(story.field, platoon)
        turn_up(story, platoon)
        if must_rally:
            rally(story, platoon)
    for each in given:
        for team, facing in each.pivots:
            story.add(em.Turned(team, facing))
    volleys = [_left_after_rally(story, volley) for each in given for volley in each.volleys]
    firing_teams = {fired.team for volley in volleys for fired in volley.shots}
    _roll_fog(story, [name for name in dict.fromkeys(shot.team for shot in shots) if name in firing_teams])
    kept = tuple(volley for volley in volleys if volley.shots)
    if kept:
        story.push(Volleys("fo", kept))


def _left_after_rally(story: Story, volley: Volley) -> Volley:
    """Teams that still cannot shoot are dropped, dice over the rate that a team has are not rolled (FHW-RALLY-05)."""
    aiming = Aiming(story.field, "fo", volley.platoon)
    kept = []
    for fired in volley.shots:
        team = story.position.teams[fired.team]
        weapon = aiming.weapon(team, fired.weapon)
        assert weapon is not None
        is_main = any(each.team == fired.team and each.weapon != fired.weapon for each in volley.shots)
        used = team.turn.fired_at.get(PlatoonId(volley.target), ())
        rate = aiming.rate(team, weapon, fires_main=is_main)
        most = min(fired.count, dice_left(story.rules.opportunity, rate, used) if rate else 0)
        if most:
            kept.append(replace(fired, count=most))
    return replace(volley, shots=tuple(kept))


def _roll_fog(story: Story, teams: Iterable[UnitId]) -> None:
    """In fog each firing team rolls once for each mover how far it sees (FHW-WEA-07)."""
    of = story.rules.weather[story.field.weather]
    if of.sight_die is None:
        return
    for name in teams:
        activation, moving, mover = moving_of(story.field)
        if name in moving.fog:
            continue
        die = story.die("fog")
        sight = max(of.sight_minimum, die)
        story.add(em.FogRolled(die, sight, None, name))
        story.swap(activation, replace(activation, moving=replace(moving, fog={**moving.fog, name: sight})))
        team = story.position.teams[name]
        if not story.field.sees(team, mover, sight):
            story.mark(name, lost_sight_of=(*team.turn.lost_sight_of, mover.id))


def runs_of(field: Field, volley: Volley) -> Mapping[UnitId, int]:
    """What the mover's way adds for each shooter that sees it (FHW-FO-06)."""
    _, moving, mover = moving_of(field)
    found = {}
    for name in dict.fromkeys(fired.team for fired in volley.shots):
        run = run_of(field, field.teams[name], mover, moving, moving.fog.get(name))
        if run is not None:
            found[name] = run
    return found


# ----------------------------------------------------------------------------------------------------------- standing orders


def write_moving(story: Story, moving: Moving | None) -> None:
    """How far the team on its way has come is written down; ``None``: its move has ended."""
    activation = story.activation
    assert activation is not None
    story.swap(activation, replace(activation, moving=moving))


def open_window(story: Story, moving: Moving) -> bool:
    """A window opens on a team that has come so far, where anybody is asked or a standing order fires (FHW-FO-17); answers whether. Nothing
    is written down where none opens: it would tell what standing orders hold (FHW-HID-10)."""
    if not waited_for(story.field, Window()) and not _fires(story, moving):
        return False
    write_moving(story, moving)
    story.push(Window())
    return True


def _fires(story: Story, moving: Moving) -> bool:
    """Whether a standing order fires at a team that has come so far."""
    field, mover = story.field, story.position.teams[moving.team]
    entries = [entry for _, entry in _ordered(field, mover, ()) if bearing(field, entry, mover)]
    if not entries:
        return False
    frames = (replace(moving_of(field)[0], moving=moving),)
    there = Field(story.rules, replace(story.position, frames=frames), field)
    return any(standing_shots(there, entry) for entry in entries)


def run_window(story: Story, window: Window) -> bool:
    """Goes on with a window; answers whether it waits for somebody (FHW-END-04)."""
    activation = story.activation
    assert activation is not None
    moving = activation.moving
    team = None if moving is None else story.position.teams.get(moving.team)
    if moving is None or team is None:
        story.pop()
        return False
    if _carry_out_standing(story, window, team):
        return False
    for seat in _not_held(story.field, window_of(story), in_force=True):
        hold_by_order(story, seat)
    if waited_for(story.field, window_of(story)):
        return True
    story.pop()
    return False


def window_of(story: Story) -> Window:
    """The window that is open."""
    found = story.frame(Window)
    assert found is not None
    return found


def hold_by_order(story: Story, seat: Seat) -> None:
    """A seat whose standing orders are in force, or were, holds for the rest of the open window, unless it does so already (FHW-FO-16)."""
    window = window_of(story)
    if seat not in window.held:
        story.add(ep.Held(seat, "standing"))
        story.swap(window, replace(window, held=(*window.held, seat)))


def _carry_out_standing(story: Story, window: Window, mover: Team) -> bool:
    """The next card whose standing order is in force, each by itself (FHW-FO-16); answers whether one fired."""
    tried = list(window.tried)
    for seat, entry in _ordered(story.field, mover, window.tried):
        tried.append(entry.platoon)
        shots = standing_shots(story.field, entry)
        if shots:
            judged = judge_opportunity(story.field, seat, shots)
            assert not isinstance(judged, Refusal), judged
            story.change(replace(window, tried=tuple(tried)))
            fire(story, judged, shots)
            return True
    if len(tried) > len(window.tried):
        story.change(replace(window, tried=tuple(tried)))
    return False


def _ordered(field: Field, mover: Team, tried: Collection[PlatoonId]) -> Iterator[tuple[Seat, StandingShot]]:
    """The standing orders in force, card by card, but those that were ``tried``."""
    for seat, state in field.position.seats.items():
        if state.side == mover.side or not state.in_force:
            continue
        entries = {each.platoon: each for each in state.standing if each.platoon not in tried}
        for name in _cards(field, seat) if entries else ():
            if name in entries:
                yield seat, entries[name]


def bearing(field: Field, entry: StandingShot, mover: Team) -> list[Team]:
    """The teams of a card that reach the mover, if its standing order is for such teams."""
    at, reach = mover.at, field.by_type.reach
    if at is None or not standing_fits(entry.at, field.profile(mover)):
        return []
    own = (team for team in field.members(entry.platoon) if team.at is not None)
    return [team for team in own if hexes.distance(team.at, at) <= reach[team.type]]  # type: ignore[arg-type]


def standing_shots(field: Field, entry: StandingShot) -> tuple[Opportunity, ...]:
    """What a standing order declares: every team that may, with the first of its weapons that hits by the number, and all its dice."""
    _, _, mover = moving_of(field)
    near = bearing(field, entry, mover)
    if not near:
        return ()
    declaring = declaring_of(field, entry.platoon)
    target, found = field.target_of(mover), list[Opportunity]()
    for team in near:
        for weapon in declaring.aiming.weapons(team):
            if not declaring.aiming.bears_on(team, weapon, (mover,)):
                continue
            used = team.turn.fired_at.get(PlatoonId(target), ())
            count = dice_left(field.rules.opportunity, declaring.aiming.rate(team, weapon), used)
            shot = Opportunity(team.id, weapon.id, count) if count else None
            if shot is not None and _is_wanted(declaring, entry, team, shot, mover):
                found.append(shot)
                break
    return tuple(found)


def _is_wanted(declaring: Declaring, entry: StandingShot, team: Team, shot: Opportunity, mover: Team) -> bool:
    """Whether a shot at the mover is legal, and hits by a number for which the order fires."""
    field, aiming = declaring.aiming.field, declaring.aiming
    run, weapon = (declaring.runs or {}).get(team.id), aiming.weapon(team, shot.weapon)
    seen = None if run is None else field.look(team, mover, aiming.fog_of(team))
    if weapon is None or not isinstance(seen, Seen):
        return False
    in_60 = aiming.is_platoon_ahead(team, mover)
    found = number(field.rules, aiming.aim(team, weapon, mover, seen, in_60=in_60, fo=run))
    if isinstance(found, Impossible) or not standing_fires(entry.need, entry.at, field.profile(mover), found):
        return False
    return isinstance(judged_shots(declaring, as_shots([shot], field.target_of(mover))), Declared)


def hold(story: Story, seat: Seat, until: str) -> None:
    """A seat holds its fire, aloud, for this window, this team's move or this activation (FHW-FO-15)."""
    story.add(ep.Held(seat, until))  # type: ignore[arg-type]
    window = story.position.frames[-1]
    assert isinstance(window, Window)
    activation = story.activation
    assert activation is not None
    assert activation.moving is not None
    if until == "window":
        story.change(replace(window, held=(*window.held, seat)))
    elif until == "team":
        moving = replace(activation.moving, held=(*activation.moving.held, seat))
        story.swap(activation, replace(activation, moving=moving))
    else:
        story.swap(activation, replace(activation, held=(*activation.held, seat)))
