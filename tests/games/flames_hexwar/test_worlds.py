"""Twin worlds: positions that differ in what somebody may not know are the same to him in everything (FHW-HID-11)."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.engine.dice import StreamDice
from app.engine.refusal import Refusal
from app.engine.system import Correction
from app.engine.types import SPECTATOR, Seat, Viewer
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.choices.plans import preview
from app.systems.flames_hexwar.choices.worth import worth
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.judge.secrets import allowed, resample
from app.systems.flames_hexwar.judge.view import tell, view
from app.systems.flames_hexwar.opening.corrections import correct, correctables
from app.systems.flames_hexwar.opening.problems import problems
from app.systems.flames_hexwar.plan.orders import order_refused
from app.systems.flames_hexwar.position.actions import Move
from app.systems.flames_hexwar.position.events_fights import ShotsRolled
from app.systems.flames_hexwar.position.evolve import evolve
from app.systems.flames_hexwar.position.frames import Activation, Window
from app.systems.flames_hexwar.position.state import NO_DRAFTS, Position
from app.systems.flames_hexwar.screen.scene import scene
from app.systems.flames_hexwar.turn.machine import asked, prompt_of
from app.systems.flames_hexwar.words.sentences import headline, prompt
from tests.games.flames_hexwar.playing import done, moment_of, played, sampled
from tests.games.flames_hexwar.scenes import Table, act, shot, squad
from tests.games.flames_hexwar.table import book
from tests.support.random_play import bounded

AIR = {"level": "limited", "aircraft": "il2", "count": 1}
OWN = [
    squad("A1", "sov_smg", {0: "0506", 1: "0507"}),
    squad("A2", "sov_mortars", {1: "0607"}),
    squad("A3", "sov_zis3", {2: "0406"}),
]
FOES = [
    squad("B1", "ger_grenadiers_small", {0: "1006", 1: "1006"}),
    squad("B2", "ger_hmg", {1: "1007"}),
    squad("B3", "ger_panzer4", {0: "1005>3"}),
]


def encoded(value: object) -> bytes:
    return msgspec.json.encode(value)


def seen(moment: Moment, viewer: Viewer, tried: Any = ()) -> dict[str, bytes]:
    """Everything that reaches a viewer of a position."""
    own = view(moment.field, viewer)
    found: dict[str, object] = {
        "view": own,
        "asked": (asked(moment.field), prompt_of(moment.position)),
        "words": (headline(moment.rules, own), prompt(moment.rules, own)),
        "scene": scene(moment.rules, own),
        "the world that a bot thinks in": resample(moment.field, viewer, random.Random(7).randrange),
    }
    if viewer in moment.position.seats:
        seat = Seat(viewer)
        refusals = [_refusal(moment, seat, each) for each in tried]
        found |= {
            "refusals": refusals,
            "previews": [preview(moment, seat, each, why) for each, why in zip(tried, refusals, strict=True)],
            "offers": offers(moment, seat),
            "worth": worth(moment.position, moment.rules, seat),
        }
    return {name: encoded(value) for name, value in found.items()}


def _refusal(moment: Moment, seat: Seat, action: Any) -> Refusal | None:
    found = acts.check(moment, seat, action)
    return found if isinstance(found, Refusal) else None


def same(one: Table, two: Table, *viewers: str, tried: Any = ()) -> None:
    assert encoded(one.position) != encoded(two.position)
    for viewer in viewers:
        here, there = seen(one.moment, Viewer(viewer), tried), seen(two.moment, Viewer(viewer), tried)
        assert [name for name in here if here[name] != there[name]] == [], viewer


def told(at: Table, viewer: str) -> list[bytes]:
    """What the acts so far have told a viewer."""
    heard = (tell(at.position, event, Viewer(viewer)) for event in at.events)
    return [encoded(event) for event in heard if event is not None]


def told_last(at: Table, viewer: str) -> list[bytes]:
    """What the last act has told a viewer, each event of it by what was before."""
    step = at.step
    heard = (tell(before, event, Viewer(viewer)) for before, event in zip(step.befores, step.events, strict=True))
    return [encoded(event) for event in heard if event is not None]


OTHERS = ("b", str(SPECTATOR))
TRIED = [
    act("fire", platoon="B1", shots=[shot("B1.1", "rifle_mg", 1, "A1")]),
    act("opportunity", shots=[shot("B1.1", "rifle_mg")]),
    act("order", platoon="B1", order="MD"),
    act("order", platoon="A1", order="MD"),
    act("activate", platoon="A1"),
    act("activate", platoon="B1"),
    act("hold"),
    act("commit"),
]


# -------------------------------------------------------------------------------------------------------- pairs made by hand


@pytest.mark.rule("FHW-HID-03", "FHW-HID-10", "FHW-HID-11", "FHW-PLAN-08", "FHW-HID-04")
def test_drafts_of_planning_are_told_to_nobody_else() -> None:
    one, two = Table(OWN, FOES, air=AIR), Table(OWN, FOES, air=AIR)
    one.acts("a", "order", platoon="A1", order="MD").acts("a", "order", platoon="A2", order="FC").acts(
        "a", "air", call=True
    )
    two.acts("a", "order", platoon="A1", order="FO").acts("a", "order", platoon="A3", order="FO")
    two.acts("a", "standing", in_force=True, fire=[{"platoon": "A1", "need": 4, "at": "any"}])
    two.acts("a", "deck", company="1", cards=("A2",)).acts("a", "order", platoon="A2", order="FC")
    same(one, two, *OTHERS, tried=TRIED)
    assert [told(one, viewer) for viewer in OTHERS] == [told(two, viewer) for viewer in OTHERS]
    one.acts("a", "commit", fill=True)
    two.acts("a", "commit", fill=True)
    same(one, two, *OTHERS, tried=TRIED)
    assert [told(one, viewer) for viewer in OTHERS] == [told(two, viewer) for viewer in OTHERS]


def planned(first: str, second: str, third: str, *deck: str, **more: Any) -> Table:
    at = Table(OWN, FOES, **more)
    for name, order in zip(("A1", "A2", "A3"), (first, second, third), strict=True):
        at.acts("a", "order", platoon=name, order=order)
    if deck:
        at.acts("a", "deck", company="1", cards=deck)
    return at


@pytest.mark.rule("FHW-HID-01", "FHW-HID-02", "FHW-HID-10", "FHW-HID-11", "FHW-PLAN-04")
def test_which_card_bears_which_order_and_how_they_lie_is_not_seen_until_they_are_turned() -> None:
    one = planned("MD", "FC", "FO").plan(B1="MD", B2="FO", B3="FC")
    two = planned("FO", "MD", "FC", "A3", "A2").plan(B1="MD", B2="FO", B3="FC")
    for _ in range(3):
        same(one, two, *OTHERS, tried=TRIED)
        assert [told(one, viewer) for viewer in OTHERS] == [told(two, viewer) for viewer in OTHERS]
        assert (one.prompt, one.asked) == (two.prompt, two.asked)
        if one.prompt == "c":
            break
        rolls = (2, 5) if one.prompt == "a2_designate" else ()
        one.commit(*rolls)
        two.commit(*rolls)
    assert one.prompt == "c"


@pytest.mark.rule("FHW-HID-03", "FHW-HID-10", "FHW-FC-02")
def test_designations_are_nobody_elses_until_all_have_committed() -> None:
    one, two = (planned("FC", "FC", "FC").plan(B1="FC", B2="FC", B3="FC") for _ in range(2))
    for number in range(2, 8):
        for at in (one, two):
            at.change(f"A2.{number}", at=at.team("A3.2").at)
    pattern: dict[str, Any] = {"mode": "concentrated", "ammo": "he", "vertex": {"hex": "1006", "v": 0}}
    one.acts("a", "bombard", battery="A2", spotter="A2.1", aim="B1.0", hexes=("1006", "1106", "1005"), **pattern)
    same(one, two, *OTHERS, tried=TRIED)
    assert [told(one, viewer) for viewer in OTHERS] == [told(two, viewer) for viewer in OTHERS]


@pytest.mark.rule("FHW-FC-02", "FHW-HID-11")
def test_what_the_attacker_has_designated_openly_is_so_in_every_world_of_the_defender() -> None:
    at = (
        planned("MD", "MD", "FC", options={"fc_designation": "open"})
        .plan(B1="FC", B2="FC", B3="FC")
        .until("a2_designate")
    )
    at.acts("a", "fire", platoon="A3", shots=[shot("A3.2", "gun76zis", 1, "B1")]).acts("a", "commit")
    assert at.asked == "b"

    here, world = at.moment, resample(at.moment.field, Viewer("b"), random.Random(1).randrange)

    assert world is not None
    assert world.seats[Seat("a")].drafts.fires
    assert encoded(view(Moment.of(world, here.rules).field, Viewer("b"))) == encoded(view(here.field, Viewer("b")))


@pytest.mark.rule("FHW-FO-16", "FHW-HID-03", "FHW-HID-10")
def test_what_standing_orders_say_is_not_told_only_that_they_are_in_force() -> None:
    def written(need: int, at: str) -> Table:
        found = planned("FO", "FC", "MD").acts(
            "a", "standing", in_force=True, fire=[{"platoon": "A1", "need": need, "at": at}]
        )
        return found.plan(B1="MD", B2="FO", B3="FC")

    one, two = written(2, "vehicles"), written(3, "foot")
    same(one, two, *OTHERS, tried=TRIED)
    assert [told(one, viewer) for viewer in OTHERS] == [told(two, viewer) for viewer in OTHERS]


@pytest.mark.rule("FHW-MOVE-06", "FHW-HID-04", "FHW-HID-10")
def test_the_rest_of_a_way_is_the_movers_alone() -> None:
    def going(*path: str, halt: bool = True) -> Table:
        at = planned("MD", "FC", "FC").plan(B1="FO", B2="FO", B3="FC").until("c").acts("a", "activate", platoon="A1")
        return at.acts("a", "move", team="A1.0", path=path, halt=halt)

    one, two, three = going("0606", "0706"), going("0606", "0605"), going("0606", halt=False)
    same(one, two, *OTHERS, tried=TRIED)
    same(one, three, *OTHERS, tried=TRIED)
    assert [told(one, viewer) for viewer in OTHERS] == [told(two, viewer) for viewer in OTHERS]


@pytest.mark.rule("FHW-FO-16", "FHW-HID-03", "FHW-HID-10")
@pytest.mark.parametrize("whom", ["vehicles", "any"])
@pytest.mark.parametrize("cards", [(), ("A1",), ("A3", "A1")])
def test_a_move_past_standing_orders_tells_as_much_whatever_they_hold(cards: tuple[str, ...], whom: str) -> None:
    """They are for others, or for an easier number than they have."""

    def passed(names: tuple[str, ...], whom: str) -> Table:
        entries = [{"platoon": name, "need": 2, "at": whom} for name in names]
        at = planned("FO", "FC", "FO").acts("a", "standing", in_force=True, fire=entries)
        at.plan(B1="MD", B2="FO", B3="FC").until("c").acts("b", "activate", platoon="B1")
        return at.acts("b", "move", team="B1.0", path=("1106", "1206"))

    one, two = passed(("A1",), "vehicles"), passed(cards, whom)
    assert (one.prompt, one.asked) == (two.prompt, two.asked) == ("activation", "b")
    assert [told_last(one, viewer) for viewer in OTHERS] == [told_last(two, viewer) for viewer in OTHERS]


@pytest.mark.rule("FHW-FO-16", "FHW-HID-03", "FHW-HID-10")
@pytest.mark.parametrize("cards", [("B1",), ("B3", "B1")])
def test_a_window_that_waits_for_an_ally_tells_nothing_of_the_standing_orders_beside_him(
    cards: tuple[str, ...],
) -> None:
    def windows(*names: str) -> list[Any]:
        foes = [FOES[0], {**FOES[1], "company": "2"}, FOES[2]]
        at = Table([OWN[0]], foes, seats=({}, {}, {"side": "B"})).acts("a", "order", platoon="A1", order="MD")
        for seat, name in (("b", "B1"), ("c", "B2"), ("b", "B3")):
            at.acts(seat, "order", platoon=name, order="FO")
        entries = [{"platoon": name, "need": 2, "at": "vehicles"} for name in names]
        at.acts("b", "standing", in_force=True, fire=entries).commit().until("c")
        at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0606", "0706"))
        found = [told_last(at, viewer) for viewer in ("a", str(SPECTATOR))]
        while at.prompt == "window":
            assert at.asked == "c"
            at.acts("c", "hold")
            found += [at.asked, *(told_last(at, viewer) for viewer in ("a", str(SPECTATOR)))]
        return found

    assert len(windows()) > 3
    assert windows() == windows(*cards)


@pytest.mark.rule("FHW-MOVE-06", "FHW-HID-04", "FHW-GTG-04")
def test_nobody_gets_up_in_a_house_before_he_says_that_he_leaves_it() -> None:
    def going(*path: str) -> Table:
        own = [squad("A1", "sov_smg", {0: "0406/2"}), *OWN[1:]]
        house = {"surface": {"0406": "b"}, "buildings": [{"at": (4, 6), "floors": 3, "material": "wood"}]}
        at = Table(own, FOES, **house)
        at.plan(A1="MD", A2="FC", A3="FC", B1="FO", B2="FO", B3="FC").until("c").change("A1.0", gone_to_ground=True)
        return at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=path)

    one, two = going("0406"), going("0406", "0506")
    assert (one.prompt, two.prompt) == ("window", "window")
    assert two.team("A1.0").gone_to_ground
    same(one, two, *OTHERS, tried=TRIED)
    assert [told_last(one, viewer) for viewer in OTHERS] == [told_last(two, viewer) for viewer in OTHERS]


# -------------------------------------------------------------------------------------------------- worlds drawn at random


def worlds(scenario: str, seats: int, options: dict[str, Any], every: int) -> Iterator[tuple[Moment, Viewer, Position]]:
    pick = random.Random(f"worlds {scenario}")
    for number, each in enumerate(played(scenario, seats, 0, options)):
        if number % every:
            continue
        for viewer in (*map(Viewer, each.moment.position.seats), SPECTATOR):
            other = resample(each.moment.field, viewer, pick.randrange)
            if other is not None:
                yield each.moment, viewer, other


def differs(one: Position, two: Position) -> set[str]:
    """In what two worlds differ."""
    found = set()
    for name, platoon in one.platoons.items():
        if (platoon.order, platoon.ae) != (two.platoons[name].order, two.platoons[name].ae):
            found.add("orders")
    if any(each.deck != two.companies[key].deck for key, each in one.companies.items()):
        found.add("decks")
    for seat, state in one.seats.items():
        if state.standing != two.seats[seat].standing:
            found.add("standing")
        if state.drafts != two.seats[seat].drafts:
            found.add("drafts")
            found |= {"air"} if state.drafts.air != two.seats[seat].drafts.air else set()
    ways = [
        [each.moving.rest for each in at.frames if isinstance(each, Activation) and each.moving] for at in (one, two)
    ]
    return found | ({"ways"} if ways[0] != ways[1] else set())


PUT_RIGHT = ("disorganised", "order", "weather")
"""What may make drafts impossible."""
SET_UPS = [("quick_crossroads", 2, {}, 4), ("evening_village", 2, {"fo_count_public": False}, 61)]


@pytest.mark.parametrize(("scenario", "seats", "options", "every"), SET_UPS)
@pytest.mark.rule("FHW-HID-11", "FHW-HID-04", "FHW-HID-10", "FHW-SEAT-05")
def test_nothing_that_reaches_a_viewer_tells_another_world_from_this_one(
    scenario: str, seats: int, options: dict[str, Any], every: int
) -> None:
    met: Counter[str] = Counter()
    pick = random.Random(5)
    for moment, viewer, other in worlds(scenario, seats, options, bounded(every, 3)):
        there = moment_of(other)
        tried = [found for seat in moment.position.seats if seat == viewer and (found := sampled(moment, seat, pick))]
        here = seen(moment, viewer, tried)
        assert [name for name, value in seen(there, viewer, tried).items() if value != here[name]] == []
        met.update(differs(moment.position, other))
    assert met["orders"]
    assert met["decks"]
    assert met["drafts"]


@pytest.mark.parametrize(("scenario", "seats", "options", "every"), SET_UPS)
@pytest.mark.rule("FHW-HID-10", "FHW-HID-11", "FHW-FO-16")
def test_a_way_at_which_nobody_fires_tells_as_much_in_every_world(
    scenario: str, seats: int, options: dict[str, Any], every: int
) -> None:
    met: Counter[str] = Counter()
    pick = random.Random(9)
    ways = [each for each in played(scenario, seats, 0, options) if isinstance(each.action, Move)]
    for each in ways[:: 1 + every // 12]:
        here, viewer = each.moment, Viewer(pick.choice((each.seat, SPECTATOR)))
        other = resample(here.field, viewer, pick.randrange)
        if other is None:
            continue
        steps = [done(at, each.seat, each.action, StreamDice(bytes(32), "way")) for at in (here, moment_of(other))]
        if any(isinstance(event, ShotsRolled) for step in steps for event in step.events):
            continue
        heard = [
            [encoded(found) for before, event in facts if (found := tell(before, event, viewer)) is not None]
            for facts in (zip(step.befores, step.events, strict=True) for step in steps)
        ]
        assert heard[0] == heard[1]
        met.update(differs(here.position, other))
    assert met["orders"]
    assert met["standing"]


@pytest.mark.rule("FHW-HID-11", "FHW-HID-04")
def test_what_is_put_right_by_hand_can_be_put_right_in_every_world_and_is_seen_the_same() -> None:
    for moment, viewer, other in worlds("quick_crossroads", 2, {}, bounded(13, 1)):
        there = moment_of(other)
        found = correctables(moment.rules, view(moment.field, SPECTATOR))
        for each in found:
            values = each.schema.get("enum", (not each.value,)) if each.field in PUT_RIGHT else ()
            for value in values:
                correction = Correction(each.field, value, each.unit)
                one, two = [correct(moment.rules, at.position, correction, "it") for at in (moment, there)]
                assert problems(book(), one) == problems(book(), two)
                assert encoded(view(moment_of(one).field, viewer)) == encoded(view(moment_of(two).field, viewer))


@pytest.mark.parametrize(("scenario", "seats", "options", "every"), SET_UPS)
@pytest.mark.rule("FHW-HID-11", "FHW-PLAN-09", "FHW-EXEC-02")
def test_another_world_is_one_that_could_be(scenario: str, seats: int, options: dict[str, Any], every: int) -> None:
    for moment, viewer, other in worlds(scenario, seats, options, bounded(3, 1)):
        position, rules = moment.position, moment.rules
        side = position.seats[Seat(viewer)].side if viewer in position.seats else None
        for name, platoon in other.platoons.items():
            before = position.platoons[name]
            if before.turned or before.side == side:
                assert encoded(platoon) == encoded(before)
            elif platoon.order is not None and position.phase != "plan":
                status: Any = (
                    "off_board"
                    if platoon.status == "off_board"
                    else "arriving"
                    if platoon.status == "arriving"
                    else "board"
                )
                if platoon.was_disorganised:
                    status = "disorganised"
                assert order_refused(rules, platoon.order, platoon.ae, moment.field.weather, status) is None
                assert platoon.order == before.order or platoon.order not in platoon.would_rally
        for key, company in other.companies.items():
            before_company = position.companies[key]
            if options.get("fo_count_public", True):
                assert (len(company.deck), len(company.aside)) == (len(before_company.deck), len(before_company.aside))
            assert company.counted == before_company.counted
            assert sorted((*company.deck, *company.aside)) == sorted((*before_company.deck, *before_company.aside))
            assert all(
                (other.platoons[name].order == "FO") == (name in company.aside)
                for name in (*company.deck, *company.aside)
            )
        for seat, state in other.seats.items():
            assert (state.committed, state.in_force) == (position.seats[seat].committed, position.seats[seat].in_force)


def sees(position: Position, viewer: Viewer) -> bytes:
    """What a viewer sees, but for which of his own cards have been looked at in a window."""
    own = view(moment_of(position).field, viewer).known
    frames = tuple(replace(each, tried=()) if isinstance(each, Window) else each for each in own.frames)
    return encoded(replace(own, frames=frames))


@pytest.mark.rule("FHW-HID-10", "FHW-HID-05")
def test_whatever_happens_has_as_many_events_for_everybody_but_drafts() -> None:
    """An act of a seat is told to the others in as many events whatever it had drafted: all but its own drafts, and what changes nothing
    that they see."""
    for number, each in enumerate(played("quick_crossroads", 2, 0)):
        if number % 5:
            continue
        for viewer in (*map(Viewer, each.moment.position.seats), SPECTATOR):
            if viewer == each.seat:
                continue
            facts = zip(each.step.befores, each.step.events, strict=True)
            private = [(before, event) for before, event in facts if tell(before, event, viewer) is None]
            for before, event in private:
                is_draft = type(event).__name__ in ("Drafted", "Withdrawn")
                assert is_draft or sees(before, viewer) == sees(evolve(before, event), viewer)


@pytest.mark.rule("FHW-HID-08")
def test_when_it_is_over_everybody_sees_everything() -> None:
    at = planned("MD", "FC", "FO").plan(B1="MD", B2="FO", B3="FC").acts("b", "resign")
    for viewer in ("a", "b", str(SPECTATOR)):
        assert encoded(view(at.moment.field, Viewer(viewer)).known) == encoded(at.position)
        assert resample(at.moment.field, Viewer(viewer), random.Random(1).randrange) is None


@pytest.mark.rule("FHW-HID-06", "FHW-HID-11")
def test_whoever_deploys_has_nothing_to_hide() -> None:
    asked_first = list(
        itertools.takewhile(lambda each: each.moment.position.phase != "plan", played(*SET_UPS[0][:2], 0))
    )

    assert {type(each.action).__name__ for each in asked_first} >= {"Deploy", "Commit"}
    for each in asked_first:
        for viewer in (*map(Viewer, each.moment.position.seats), SPECTATOR):
            assert resample(each.moment.field, viewer, random.Random(1).randrange) is None
            seats = each.moment.position.seats.values()
            assert encoded(replace(view(each.moment.field, viewer).known, seats={})) == encoded(
                replace(each.moment.position, seats={})
            )
            assert not any(state.standing or state.in_force or state.drafts != NO_DRAFTS for state in seats)


@pytest.mark.rule("FHW-HID-11", "FHW-PLAN-09", "FHW-REC-05")
@pytest.mark.parametrize(
    ("before", "orders"),
    [(False, {"FC", "FO", "MD", "MT", "AE appoint_command", "AE dig_in"}), (True, {"MT", "AE recce_reorganise"})],
)
def test_who_was_disorganised_as_orders_were_written_has_another_card_than_who_is_since(
    before: bool, orders: set[str]
) -> None:
    at = Table([squad("A1", "sov_scouts")], [squad("B1", "ger_hmg")]).plan(A1="FO", B1="FO")
    platoon = replace(at.platoon("A1"), disorganised=True, was_disorganised=before)
    position = replace(at.position, platoons={**at.position.platoons, platoon.id: platoon})
    found = allowed(Moment.of(position, at.moment.rules).field, platoon, position)
    assert {f"{order} {special}" if special else order for order, special in found} == orders
