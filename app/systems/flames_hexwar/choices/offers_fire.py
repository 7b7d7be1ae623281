"""Shooting of a platoon: everybody at one target by one touch, and shot by shot; looking for the hidden (FHW-SHOT, FHW-REC-01)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from app.engine.offering import Example
from app.engine.types import Text, UnitId
from app.engine.words import listed, same
from app.systems.flames_hexwar.barrage.lifting import judge_lift
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers
from app.systems.flames_hexwar.choices.offers_rows import (
    apart,
    dice_words,
    is_worth_asking,
    sheet,
    shot_rows,
    worth_naming,
)
from app.systems.flames_hexwar.choices.volleys import by_target, targets_of
from app.systems.flames_hexwar.fire.declaring import Declaring
from app.systems.flames_hexwar.fire.readiness import is_declared
from app.systems.flames_hexwar.fire.shooting import barring
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import Shot
from app.systems.flames_hexwar.position.state import Team


def second_fire_offers(of: Asking) -> Offers:
    """What each platoon of covering fire may shoot at in (a2), the commit (FHW-FC-02)."""
    drafts, unaimed, able = of.state.drafts, list[Text](), bool(of.state.drafts.fires)
    for name, platoon in of.field.platoons.items():
        is_able = platoon.order == "FC" and platoon.status != "destroyed" and of.field.seat(name) == of.seat
        bombarded = platoon.battery is not None and platoon.battery.designated
        if not is_able or bombarded:
            continue
        if of.wants(name):
            shooting = list(shooting_offers(of, name, declaring_in(of, name)))
            yield from shooting
            if shooting and name not in drafts.fires:
                unaimed.append(same(name))
            if name in drafts.fires:
                label = of.say("unfire")
                yield from of.make([a.Undraft(name)], label=label, unit=UnitId(name), ask="button")
        lifting = list(lifting_offers(of, name))
        yield from lifting
        able = able or bool(lifting)
    if of.only is None:
        label = (
            of.say("commit_unaimed", who=listed(unaimed))
            if unaimed
            else of.say("commit_fire" if able else "commit_no_fire")
        )
        yield from of.make([a.Commit()], label=label, ask="button")


def declaring_in(of: Asking, name: PlatoonId) -> Declaring:
    """Who declares with a platoon, whatever is drafted elsewhere left out (FHW-EXEC-08)."""
    drafts = of.state.drafts
    busy = [UnitId(shot.team) for other, shots in drafts.fires.items() if other != name for shot in shots]
    return barring(of.field, of.seat, name, busy)._replace(lifting=tuple(drafts.lifts))


def shooters_of(of: Asking, name: PlatoonId) -> list[Team]:
    """The teams that may shoot with a platoon: its own, and the HQ teams of the seat."""
    headquarters = [team for team in of.own_teams() if of.field.is_independent(team) and team.at is not None]
    return [team for team in (*of.field.members(name), *headquarters) if team.at is not None and team.aboard is None]


def shooting_offers(of: Asking, name: PlatoonId, declaring: Declaring, *, closes: bool | None = None) -> Offers:
    """Everybody at one target; smoke or a priority team; shot by shot. ``closes``: it is the end of an activation, whose platoon need not
    be taken in hand."""
    shooters, unit = shooters_of(of, name), None if closes else UnitId(name)
    targets = targets_of(of.field, of.side)
    found = list(by_target(declaring, shooters, targets))
    if not found or not of.allows(a.Fire(name, found[0][1])):
        return
    whole = [_whole(of, name, target, shots) for target, shots in found]
    make = partial(of.make, unit=unit, closes=closes, judged=True)
    yield from make(whole, label=_everybody(of, name))
    others = [example for target, shots in found for example in _special(of, name, declaring, target, shots)]
    yield from make(others, label=of.say(_other_kind(others)))
    rows = shot_rows(of, declaring, shooters, [target for target, _ in found])
    if is_worth_asking(rows):
        yield from make(whole, label=of.say("fire_rows"), ask="rows", domain=sheet(rows, "shots"))


def _other_kind(others: Sequence[Example]) -> str:
    """What other volleys there are: smoke, a team that is to be hit first, or both."""
    smokes = {any(shot.smoke for shot in example.action.shots) for example in others}  # type: ignore[attr-defined]
    return "fire_other" if len(smokes) > 1 else "fire_other_smoke" if True in smokes else "fire_other_first"


def _everybody(of: Asking, name: PlatoonId) -> Text:
    """Everybody at one target, or at another than the one that is designated."""
    drafted = dict.fromkeys(shot.at for shot in of.state.drafts.fires.get(name, ()))
    return of.say("fire_instead", target=listed(map(of.target, drafted))) if drafted else of.say("fire_all")


def _whole(of: Asking, name: PlatoonId, target: str, shots: tuple[Shot, ...]) -> Example:
    words = of.say("fire_at", target=of.target(target), dice=_dice(of, shots))
    return Example(a.Fire(name, shots), words, of.picks_of(target))


def _dice(of: Asking, shots: Sequence[Shot]) -> Text:
    return dice_words(of, sum(shot.count for shot in shots))


def _special(
    of: Asking, name: PlatoonId, declaring: Declaring, target: str, shots: tuple[Shot, ...]
) -> Iterator[Example]:
    """A volley that names a team of a target first, or lays smoke on it (FHW-ALLOC-02, FHW-SMOKE-01)."""
    teams = of.field.target_teams(target)
    for team in worth_naming(of, teams):
        aimed = tuple(replace(shot, priority=team.id) for shot in shots)
        if is_declared(declaring, aimed):
            words = of.say("fire_first", target=of.target(target), team=of.team(team.id), dice=_dice(of, aimed))
            yield Example(a.Fire(name, aimed), words, (team.id,))
    for team in apart(teams):
        smoke = _smoke(of, declaring, shots, team.id)
        if smoke:
            words = of.say("fire_smoke", team=of.team(team.id), dice=_dice(of, smoke))
            yield Example(a.Fire(name, smoke), words, (team.id,))


def _smoke(of: Asking, declaring: Declaring, shots: Sequence[Shot], team: UnitId) -> tuple[Shot, ...]:
    """Smoke at a team, of whoever has it; nobody else shoots."""
    found: tuple[Shot, ...] = ()
    for shot in shots:
        if of.rules.weapons[shot.weapon].smoke:
            one = (*found, replace(shot, count=1, priority=team, smoke=True))
            found = one if is_declared(declaring, one) else found
    return found


def lifting_offers(of: Asking, name: PlatoonId) -> Offers:
    """Enemies that a reconnaissance team may look for instead of shooting (FHW-REC-01)."""
    drafts, field = of.state.drafts, of.field
    for team in field.by_platoon[name]:
        if not of.wants(team.id) or not field.is_recce(team):
            continue
        enemies = [platoon for platoon in targets_of(field, of.side) if platoon in field.platoons]
        found = [
            Example(a.Lift(team.id, PlatoonId(target)), of.say("lift", platoon=of.platoon(target)), of.picks_of(target))
            for target in enemies
            if judge_lift(field, team, PlatoonId(target)) is None
            and any(each.gone_to_ground for each in field.target_teams(target))
        ]
        yield from of.make(found, label=of.label("lift"), unit=team.id)
        if team.id in drafts.lifts:
            label = of.say("unlift")
            yield from of.make([a.Undraft(team.id)], label=label, unit=team.id, ask="button")
