"""Answers to prompts (part 5.2 of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from app.engine.offering import Example
from app.engine.offers import AskedRow, Domain, Fields, RowChoice
from app.engine.types import Action, Text, UnitId
from app.engine.words import listed, same
from app.systems.flames_hexwar.assault.defending import aiming_of, as_defence, near
from app.systems.flames_hexwar.assault.moves import is_clear, walking_back
from app.systems.flames_hexwar.barrage.flights import aa_weapon, is_able, reaches
from app.systems.flames_hexwar.book.kinds import Half, hex_of, name_of_place, place_of
from app.systems.flames_hexwar.choices.answers import ANSWERS
from app.systems.flames_hexwar.choices.looking.outlook import Outlook
from app.systems.flames_hexwar.choices.looking.plans_hits import comes_to_the_same
from app.systems.flames_hexwar.choices.looking.prospects import about_another_round, about_staying
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers, id_of
from app.systems.flames_hexwar.choices.offers_rows import dice_words, is_worth_asking, row_of, sheet, shot_rows
from app.systems.flames_hexwar.choices.reaching import reach
from app.systems.flames_hexwar.fire.declaring import Declaring
from app.systems.flames_hexwar.fire.hits import choices
from app.systems.flames_hexwar.march.halting import has_room, own_half
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.frames import AntiAirChoice, Assault, Covering, FallingBack, HitRow, Hits
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.turn.machine import prompt_of
from app.systems.flames_hexwar.words.names import weapon_name

MOST_SPARED: Final = 16
"""So many teams are offered to be spared."""


def _found(of: Asking) -> list[Action]:
    return [each for each in ANSWERS[prompt_of(of.position)](of.field, of.seat) if not isinstance(each, a.Done)]


def _of_teams(of: Asking) -> Offers:
    """A team is named: who falls, who leads (FHW-FO-10, FHW-HQ-07, FHW-HQ-08, FHW-AE-04)."""
    frame: Any = of.position.frames[-1]
    found = []
    for act in _found(of):
        team: UnitId | None = act.team  # type: ignore[attr-defined]
        words = of.team(team) if team is not None else of.say("swap_none", team=of.team(frame.team))
        found.append(Example(act, words, () if team is None else (team,)))
    yield from of.make(found)


def _special(of: Asking) -> Offers:
    """A new command, or a vehicle that is freed."""
    frame: Any = of.position.frames[-1]
    if not frame.vehicles:
        yield from _of_teams(of)
        return
    yield from of.make([Example(act, _recovery(of, act), _freed(act)) for act in _found(of)])


def _recovery(of: Asking, act: Any) -> Text:
    if act.vehicle is None:
        return of.say("recover_none")
    return of.say("recover", team=of.team(act.team), vehicle=of.team(act.vehicle))


def _freed(act: Any) -> tuple[str, ...]:
    return () if act.vehicle is None else (act.vehicle,)


def _yes_or_no(name: str, about: Callable[[Outlook], Text | None] = lambda _: None) -> Callable[[Asking], Offers]:
    """Two answers; ``about``: what is to be weighed before either is chosen."""

    def answers(of: Asking) -> Offers:
        found = [Example(act, of.say(f"{name}_{'yes' if act.yes else 'no'}")) for act in _found(of)]  # type: ignore[attr-defined]
        yield from of.make(found, about=about(Outlook(of.moment, of.seat)))

    return answers


def _anti_air(of: Asking) -> Offers:
    """Everybody at the first attack that each reaches; team by team; nobody (FHW-AIR-05, FHW-AIR-07)."""
    found = [Example(act, of.say("aa_all" if act.shots else "aa_none")) for act in _found(of)]  # type: ignore[attr-defined]
    rows = [*_guns(of)]
    if is_worth_asking(rows):
        yield from of.make(found, ask="rows", domain=sheet(rows, "shots"))
    else:
        yield from of.make(found)


def _guns(of: Asking) -> Iterator[AskedRow]:
    """The attacks that each anti-aircraft team reaches."""
    choice, below = of.position.frames[-1], of.position.frames[-2]
    assert isinstance(choice, AntiAirChoice)
    assert isinstance(below, Covering)
    wave = next(each for each in below.waves if each.side == choice.side)
    for team in of.own_teams():
        weapon = aa_weapon(of.field, team)
        if weapon is None or not is_able(team):
            continue
        choices = tuple(
            RowChoice(a.AntiAir(team.id, number, weapon[1]), _at_attack(of, number, attack, weapon[1]))
            for number, attack in enumerate(wave.attacks)
            if reaches(of.field, team, attack)
        )
        if choices:
            yield row_of(of, team, weapon[0].id, choices)


def _at_attack(of: Asking, number: int, attack: a.AirAttack, dice: int) -> Text:
    where = of.platoon(attack.battery) if attack.battery is not None else listed(map(same, attack.hexes or ()))
    return of.say("aa_at", n=number + 1, where=where, dice=dice_words(of, dice))


def _hits(of: Asking) -> Offers:
    """The hits with the command spared, in order, from the last, with each other team spared as long as can be; hit by hit (FHW-ALLOC-01);
    by one press where all ways come to the same."""
    frame = of.position.frames[-1]
    assert isinstance(frame, Hits)
    ready: dict[tuple[UnitId, ...], Text] = {}
    for team in dict.fromkeys(name for row in frame.rows for name in row.teams):
        if of.field.platoons[of.field.teams[team].platoon].command == team:
            ready.setdefault(_sparing(frame, team), of.say("hits_spare", team=of.team(team)))
    for act, name in zip(_found(of), ("hits_even", "hits_last"), strict=True):
        ready.setdefault(act.teams, of.say(name))  # type: ignore[attr-defined]
    for team in list(dict.fromkeys(name for row in frame.rows for name in row.teams))[:MOST_SPARED]:
        ready.setdefault(_sparing(frame, team), of.say("hits_spare", team=of.team(team)))
    rows = [
        AskedRow(
            str(number),
            _hit(of, number, row),
            tuple(RowChoice(name, of.team(name), (name,)) for name in row.teams),
            must=True,
        )
        for number, row in enumerate(frame.rows)
    ]
    found = [Example(a.Allocate(teams), name) for teams, name in ready.items()]
    if comes_to_the_same(Outlook(of.moment, of.seat), frame):
        yield from of.make(found[:1], label=of.say("hits_same"), ask="button", at_once=True)
    yield from of.make(found, ask="rows", domain=sheet(rows, "teams"))


def _sparing(frame: Hits, team: UnitId) -> tuple[UnitId, ...]:
    """The hits given out in order, to one team only where it must take them."""
    given: list[UnitId] = []
    for _ in frame.rows:
        may = choices(frame.rows, given)
        given.append(next((name for name in may if name != team), may[0]))
    return tuple(given)


def _hit(of: Asking, number: int, row: HitRow) -> Text:
    if not row.weapon:
        return of.say("hit_by", n=number + 1, team=of.team(row.shooter or ""))
    return of.say("hit", n=number + 1, weapon=weapon_name(of.rules, row.weapon))


def _defend(of: Asking) -> Offers:
    """Everybody at one assaulting platoon, nobody; shot by shot (FHW-ASLT-13)."""
    found = []
    for act in _found(of):
        shots = act.shots  # type: ignore[attr-defined]
        if shots:
            dice = dice_words(of, sum(shot.count for shot in shots))
            words = of.say("defend_at", target=of.target(shots[0].at), dice=dice)
            found.append(Example(act, words, of.picks_of(shots[0].at)))
        else:
            found.append(Example(act, of.say("defend_none")))
    yield from of.make(found, label=of.say("defend_ready"))
    rows = [*_defenders(of)]
    if is_worth_asking(rows):
        yield from of.make(found, label=of.say("defend_rows"), ask="rows", domain=sheet(rows, "shots"))


def _defenders(of: Asking) -> Iterator[AskedRow]:
    frame = of.position.frames[-1]
    assert isinstance(frame, Assault)
    for name in dict.fromkeys(team.platoon for team in of.own_teams()):
        teams = [team for team in of.field.by_platoon[name] if near(of.field, frame, team)]
        declaring = Declaring(aiming_of(of.field, name), lambda _: None)
        for row in shot_rows(of, declaring, teams, frame.platoons, smokes=False):
            shots = as_defence(choice.entry for choice in row.choices)
            choices = zip(row.choices, shots, strict=True)
            yield replace(row, choices=tuple(replace(choice, entry=shot) for choice, shot in choices))


# --------------------------------------------------------------------------------------------------------------------- moves


def _steps(of: Asking) -> Offers:
    """Moves of one hex of an assault, or after it; the end of them (FHW-ASLT-04, FHW-ASLT-24)."""
    is_assault = prompt_of(of.position) == "assault_move"
    for team, acts in _by_team(of).items():
        if of.wants(team):
            yield from _one_hex(of, of.field.teams[team], acts, of.label(acts[0].__struct_config__.tag))
    if of.only is None:
        yield from of.make([a.Done()], label=of.say("done_in" if is_assault else "done_on"), ask="button", closes=True)


def _by_team(of: Asking) -> dict[UnitId, list[Any]]:
    own: dict[UnitId, list[Any]] = {}
    for act in _found(of):
        own.setdefault(act.team, []).append(act)  # type: ignore[attr-defined]
    return own


def _one_hex(of: Asking, team: Team, acts: Sequence[Any], label: Text) -> Offers:
    """The hexes that a team may enter; floors and halves that no hex means by itself."""
    flat = [act for act in acts if place_of(act.at).floor == 1 and place_of(act.at).hex != team.at]
    looks = of.facings(team)
    domain = Domain(
        cells=tuple(act.at for act in flat),
        facings=looks,
        facing=team.facing if looks else None,
        fields=Fields(cell="at", facing="facing"),
    )
    yield from of.make(
        [Example(act, None, (act.at,)) for act in flat], label=label, unit=team.id, ask="cell", domain=domain
    )
    others = [Example(act, _floor(of, act.at), (act.at[:4],)) for act in acts if act not in flat]
    for act in flat:
        if of.field.terrain[hex_of(act.at)].mixed is not None and not of.field.kind(team).is_vehicle:
            half: Half = "free" if own_half(of.field, team, place_of(act.at), None) == "cover" else "cover"
            others.append(Example(replace(act, half=half), of.say(f"at_half_{half}", cell=act.at), (act.at,)))
    yield from of.make(others, label=of.say("move_other"), unit=team.id)


def _floor(of: Asking, at: str) -> Text:
    place = place_of(at)
    return of.say("at_floor", cell=at[:4], floor=place.floor)


def _falling_back(of: Asking) -> Offers:
    """Ways back of each team, the shortest first; the end of them after disengaging (FHW-ASLT-24, FHW-REC-03)."""
    frame = of.position.frames[-1]
    assert isinstance(frame, FallingBack)
    shortest = _by_team(of)
    for name in frame.teams:
        if of.wants(name) and name in of.field.teams:
            yield from _ways_back(of, frame, of.field.teams[name], shortest.get(name, []))
    if of.only is None:
        yield from of.make([a.Done()], label=of.say("done_back"), ask="button", closes=True)


def _ways_back(of: Asking, frame: FallingBack, team: Team, shortest: Sequence[a.FallBack]) -> Offers:
    found = reach(walking_back(of.field, frame, team))
    ends = [
        each
        for each in found.values()
        if each.place.floor == 1
        and (frame.firing is not None or is_clear(of.field, frame, each.place))
        and has_room(of.field, team, each.place)
    ]
    acts = [*shortest, *(a.FallBack(team.id, tuple(map(name_of_place, each.path))) for each in ends)]
    acts = [act for act in dict.fromkeys(acts) if of.allows(act)]
    looks = of.facings(team)
    domain = Domain(
        start_cell=None if team.at is None else id_of(team.at),
        cells=tuple(dict.fromkeys(act.path[-1][:4] for act in acts)),
        facings=looks,
        facing=team.facing if looks else None,
        fields=Fields(way="path", facing="facing"),
    )
    examples = [Example(act, None, (act.path[-1][:4],)) for act in acts]
    label = of.label("fall_back")
    yield from of.make(examples, label=label, unit=team.id, ask="steps", domain=domain, judged=True)


ANSWERED: Final[Mapping[str, Callable[[Asking], Offers]]] = {
    "aa": _anti_air,
    "hits": _hits,
    "swap": _of_teams,
    "new_command": _of_teams,
    "hero": _of_teams,
    "special": _special,
    "disengage": _yes_or_no("disengage"),
    "fall_back": _falling_back,
    "assault_move": _steps,
    "consolidate": _steps,
    "defend": _defend,
    "withdraw": _yes_or_no("stay", about_staying),
    "continue": _yes_or_no("go_on", about_another_round),
}
"""Prompt -> the offers that answer it."""
