"""What is drawn: the board, its counters and piles, the hands, the panels, what is being resolved, and what is said of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, islice
from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.about import About
from app.engine.dice import StreamDice
from app.engine.explaining import Inventory
from app.engine.lattice import Lattice
from app.engine.scene import Area, Cell, Edge, Hand, Polygon, Scene, Stain, Token
from app.engine.types import SPECTATOR, Seat, Viewer
from app.systems.flames_hexwar.book.kinds import Facing, PlatoonId
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.judge.secrets import resample
from app.systems.flames_hexwar.judge.view import View, view
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.state import Position
from app.systems.flames_hexwar.screen.about import about
from app.systems.flames_hexwar.screen.counters import SIGNS, spread
from app.systems.flames_hexwar.screen.grounds import half_shape, lattice_of, outlines
from app.systems.flames_hexwar.screen.manifest import build_manifest
from app.systems.flames_hexwar.screen.scene import scene
from app.systems.flames_hexwar.screen.silhouettes import SILHOUETTES, silhouette
from app.systems.flames_hexwar.terrain.terrain import Mixed
from tests.games.flames_hexwar.playing import done, moment_of, opened, played
from tests.games.flames_hexwar.table import book, rules

SCENARIOS = tuple(book().rules().scenarios)
VIEWERS = (Viewer("a"), Viewer("b"), SPECTATOR)
LONG = 450
"""So many acts of a game are played at most."""
LOOKED_AT = 12
"""So many moments of it are looked at."""
every_scenario = pytest.mark.parametrize("scenario", SCENARIOS)


@lru_cache(maxsize=len(SCENARIOS))
def some_positions(scenario: str) -> tuple[Position, ...]:
    """A game at random, now and then, from its first to its last moment that is played."""
    least = rules().scenarios[scenario].players[0]
    game = list(islice(played(scenario, least, 3), LONG))
    return (*(each.moment.field.position for each in game[:: len(game) // LOOKED_AT]), game[-1].step.state)


def seen(position: Position, viewer: Viewer) -> View:
    return view(moment_of(position).field, viewer)


def drawn(position: Position, viewer: Viewer = SPECTATOR) -> Scene:
    return scene(rules(None, **position.options), seen(position, viewer))


def of_kind(found: Scene, kind: type[Any]) -> dict[str, Any]:
    return {each.id: each for each in found.drawables if isinstance(each, kind)}


def hands(found: Scene) -> dict[str, Hand]:
    return {hand.id: hand for hand in found.hands}


def rows(found: Scene) -> list[str]:
    panels = [*found.panels, *([found.spotlight] if found.spotlight else [])]
    return [row.id for panel in panels for row in panel.rows]


def planned(position: Position, *acts: tuple[str, a.AnyAction]) -> Position:
    """After some acts that roll no dice."""
    for seat, act in acts:
        position = done(moment_of(position), Seat(seat), act, StreamDice(bytes(32), "planned")).state
    return position


def deployed(scenario: str = "quick_crossroads") -> Position:
    """Both sides have deployed where the scenario puts them: the first planning."""
    position = opened(scenario, 2)
    while position.phase != "plan":
        moment = moment_of(position)
        seat = "b" if position.phase == "deploy_defender" else "a"
        position = done(moment, Seat(seat), a.Commit(), StreamDice(bytes(32), "deployed")).state
    return position


# ------------------------------------------------------------------------------------------------------------- everything


@every_scenario
def test_everything_that_is_drawn_has_an_id_of_its_own(scenario: str) -> None:
    for position in some_positions(scenario):
        for viewer in VIEWERS:
            found = drawn(position, viewer)
            cards = [card.id for hand in found.hands for card in hand.cards]
            for ids in ([each.id for each in found.drawables], rows(found), cards, [each.id for each in found.hands]):
                assert [name for name, count in Counter(ids).items() if count > 1] == []


@every_scenario
def test_of_everything_that_is_drawn_something_is_said(scenario: str) -> None:
    inventory = Inventory(manifest().rules)
    known = {rule.id for rule in manifest().rules}
    for position in some_positions(scenario):
        for viewer in VIEWERS:
            what = seen(position, viewer)
            of = rules(None, **position.options)
            for thing in things(scene(of, what)):
                found = about(inventory, of, what, thing)
                assert found is not None, thing
                assert_told(found, known)


def things(found: Scene) -> set[str]:
    """Everything that can be pointed at."""
    panels = [*found.panels, *([found.spotlight] if found.spotlight else [])]
    carriers = [*found.drawables, *(row for panel in panels for row in panel.rows)]
    cards = [card for hand in found.hands for card in hand.cards]
    return {
        *(each.id for each in (*carriers, *cards, *found.hands)),
        *(f"mark.{mark.symbol}" for each in (*carriers, *cards) for mark in getattr(each, "marks", ())),
        *(f"mark.{card.symbol}" for card in cards if card.symbol),
        *(
            f"figure.{figure.symbol}"
            for each in (*carriers, *found.standings)
            for figure in getattr(each, "figures", ())
        ),
    }


def assert_told(found: About, known: set[str]) -> None:
    assert found.title.es
    assert found.title.en
    assert found.numbers or found.lines, f"{found.id} has a name and nothing else"
    assert {rule for line in found.lines for rule in line.rules} <= known


def test_of_what_is_not_there_nothing_is_said() -> None:
    inventory, what = Inventory(manifest().rules), seen(opened("quick_crossroads", 2), SPECTATOR)
    for thing in (
        "",
        "nobody",
        "Z99",
        "row-",
        "9999",
        "mark.nothing",
        "unit.",
        "step-0",
        "half-0000",
        "deck-C1",
        "zone-C",
    ):
        assert about(inventory, rules(), what, thing) is None, thing


def test_every_kind_of_team_and_weapon_says_what_it_is() -> None:
    inventory, what = Inventory(manifest().rules), seen(opened("quick_crossroads", 2), SPECTATOR)
    known = {rule.id for rule in manifest().rules}
    families: dict[str, Mapping[Any, object]] = {
        "unit": rules().teams,
        "weapon": rules().weapons,
        "terrain": rules().surfaces,
        "weather": rules().weather,
    }
    for family, members in families.items():
        for member in members:
            found = about(inventory, rules(), what, f"{family}.{member}")
            assert found is not None, member
            assert_told(found, known)


@every_scenario
def test_nothing_drawn_or_said_tells_two_worlds_apart(scenario: str) -> None:
    """FHW-HID-01, FHW-HID-11."""
    inventory = Inventory(manifest().rules)
    for position in some_positions(scenario)[1::3]:
        of = rules(None, **position.options)
        for viewer in VIEWERS:
            other = resample(moment_of(position).field, viewer, lambda n: n - 1)
            if other is None:
                continue
            one, two = seen(position, viewer), seen(other, viewer)
            assert scene(of, one) == scene(of, two)
            for thing in things(scene(of, one)):
                assert about(inventory, of, one, thing) == about(inventory, of, two, thing)


# ------------------------------------------------------------------------------------------------------------------ ground


@every_scenario
def test_every_hex_is_a_cell_by_its_own_name(scenario: str) -> None:
    """FHW-GEO-01."""
    found = drawn(opened(scenario, 2))
    of = rules().scenarios[scenario]
    cells = of_kind(found, Cell)
    assert len(cells) == of.cols * of.rows
    assert all(
        hexes.to_offset(hexes.named(name) or Hex(-1, -1)) == (each.column, each.row) for name, each in cells.items()
    )


def test_a_building_says_its_floors_and_a_hill_its_level() -> None:
    cells = of_kind(drawn(opened("quick_crossroads", 2)), Cell)
    assert cells["0703"].shade == "building_stone"
    assert [(mark.symbol, mark.count) for mark in cells["0703"].marks] == [("floors", 2)]
    assert (cells["0405"].level, cells["0405"].name.en) == (1, "Open, hill")
    assert cells["0004"].level == 0


def test_the_covering_half_is_that_of_its_direction() -> None:
    """FHW-GEO-12: three sides of the hex, towards its direction."""
    lattice = Lattice("hex", 3, 3)
    at = hexes.from_offset(1, 1)
    x, y = lattice.middle((1, 1))
    for direction in range(6):
        shape = half_shape(lattice, at, Mixed(direction, "woods"))
        to_x, to_y = lattice.middle(hexes.to_offset(hexes.step(at, direction)))
        assert len(shape.points) == 4
        towards = [(px - x) * (to_x - x) + (py - y) * (to_y - y) for px, py in shape.points]
        assert min(towards) > -1
        assert [abs(each) < 1 for each in towards] == [True, False, False, True]


def test_roads_lie_from_middle_to_middle_and_leave_the_board_at_its_rim() -> None:
    stains = of_kind(drawn(opened("quick_crossroads", 2)), Stain)
    lattice = lattice_of(rules().scenarios["quick_crossroads"])
    road = stains["road-0004-0104"]
    assert (road.x, road.y) == pytest.approx(
        tuple(sum(p) / 2 for p in zip(lattice.middle((0, 4)), lattice.middle((1, 4)), strict=True))
    )
    assert road.turn_deg % 180 == 0
    ends = [stain for name, stain in stains.items() if name.startswith("road_end-")]
    assert len(ends) == 4
    assert {stain.turn_deg for stain in ends if stain.x < 50} == {180}


def test_trees_line_the_road_in_both_directions() -> None:
    stains = of_kind(drawn(opened("quick_crossroads", 2)), Stain)
    assert {name for name in stains if name.startswith("trees-")} == {
        "trees-0304-0",
        "trees-0304-3",
        "trees-0404-0",
        "trees-0404-3",
    }


@every_scenario
def test_junctions_lie_between_two_hexes_side_by_side(scenario: str) -> None:
    """FHW-TERR-02."""
    for edge in of_kind(drawn(opened(scenario, 2)), Edge).values():
        one, other = (hexes.named(name) for name in edge.between)
        assert one is not None
        assert other is not None
        assert hexes.distance(one, other) == 1


def test_wrecks_and_smoke_are_drawn_and_said() -> None:
    at = hexes.from_offset(2, 2)
    position = replace(opened("quick_crossroads", 2), wrecks=((at, 2),))
    found = drawn(position)
    assert {name for name in of_kind(found, Stain) if name.startswith("wreck-")} == {"wreck-0202-0", "wreck-0202-1"}
    assert "wrecks: 2" in {tag.en for tag in of_kind(found, Cell)["0202"].tags}


def test_an_outline_goes_round_hexes_that_lie_together_and_leaves_out_what_they_enclose() -> None:
    lattice = Lattice("hex", 9, 9)
    ring = frozenset(hexes.ring(hexes.from_offset(4, 4), 1))
    (shape,) = outlines(lattice, ring)
    assert len(shape.points) == 18
    assert [len(hole) for hole in shape.holes] == [6]
    far = frozenset({hexes.from_offset(0, 0), hexes.from_offset(8, 8)})
    assert [len(each.points) for each in outlines(lattice, far)] == [6, 6]


def test_zones_are_drawn_while_sides_deploy_and_no_longer() -> None:
    """FHW-SET-06."""
    areas = of_kind(drawn(opened("quick_crossroads", 2)), Area)
    assert {each.side for name, each in areas.items() if name.startswith("zone-")} == {"A", "B"}
    assert all(isinstance(each.shape, Polygon) for name, each in areas.items() if name.startswith("zone-"))
    assert not [name for name in of_kind(drawn(deployed()), Area) if name.startswith("zone-")]


def test_an_objective_bears_the_side_that_holds_it() -> None:
    """FHW-VIC-02."""
    position = opened("quick_crossroads", 2)
    near = hexes.from_offset(7, 4)
    team = next(team for team in position.teams.values() if team.side == "A")
    alone = {name: replace(each, at=None) for name, each in position.teams.items()}
    assert of_kind(drawn(replace(position, teams=alone)), Area)["objective-0704"].side is None
    held = {**alone, team.id: replace(team, at=near)}
    assert of_kind(drawn(replace(position, teams=held)), Area)["objective-0704"].side == "A"


# ---------------------------------------------------------------------------------------------------------------- counters


@pytest.mark.parametrize("count", range(1, 21))
@pytest.mark.parametrize("shares", [False, True])
def test_counters_of_a_pile_do_not_cover_one_another_and_stay_in_their_hex(count: int, *, shares: bool) -> None:
    for side in ("A", "B"):
        radius, places = spread(count, shares=shares, side=side)
        assert len(places) == count
        apart = [max(abs(x - u), abs(y - v)) for (x, y), (u, v) in combinations(places, 2)]
        assert all(far >= 2 * radius for far in apart)
        assert all(abs(x) <= 50 and abs(y) <= 50 for x, y in places)


def test_piles_of_two_sides_lie_beside_one_another() -> None:
    west, east = (spread(7, shares=True, side=side)[1] for side in ("A", "B"))
    assert max(x for x, _ in west) < min(x for x, _ in east)


def test_the_topmost_of_a_pile_says_how_many_lie_there() -> None:
    position = deployed()
    at = hexes.from_offset(5, 5)
    names = [team.id for team in position.teams.values() if team.side == "A"][:3]
    away = {name: replace(each, at=None) for name, each in position.teams.items()}
    piled = {**away, **{name: replace(away[name], at=at) for name in names}}
    tokens = of_kind(drawn(replace(position, teams=piled)), Token)
    assert [tokens[name].piled for name in names] == [1, 1, 3]
    assert {tokens[name].on for name in names} == {"0505"}


@pytest.mark.parametrize("facing", range(6))
def test_a_vehicle_shows_its_front_and_infantry_none(facing: Facing) -> None:
    """FHW-FACE-01."""
    position = deployed()
    tank = next(team for team in position.teams.values() if team.facing is not None and team.at is not None)
    foot = next(team for team in position.teams.values() if team.facing is None and team.at is not None)
    tokens = of_kind(drawn(replace(position, teams={**position.teams, tank.id: replace(tank, facing=facing)})), Token)
    assert (tokens[tank.id].front, tokens[tank.id].facing_deg) == (True, 60 * facing)
    assert not tokens[foot.id].front


@pytest.mark.parametrize(
    ("changes", "sign"),
    [
        ({"suppressed": True}, "suppressed"),
        ({"bailed_out": True}, "bailed_out"),
        ({"bogged": True}, "bogged"),
        ({"gone_to_ground": True}, "gone_to_ground"),
        ({"gone_to_ground": True, "found": True}, "found"),
        ({"foxhole": True}, "foxhole"),
        ({"in_street": True}, "in_street"),
        ({"smoke_out": True}, "smoke_out"),
    ],
)
def test_what_has_befallen_a_team_is_marked(changes: dict[str, Any], sign: str) -> None:
    position = deployed()
    team = next(team for team in position.teams.values() if team.at is not None)
    bare = replace(team, gone_to_ground=False)
    changed = replace(position, teams={**position.teams, team.id: replace(bare, **changes)})
    marks = [mark.symbol for mark in of_kind(drawn(changed), Token)[team.id].marks]
    assert sign in marks
    assert set(marks) <= set(SIGNS)


def test_every_kind_of_team_has_a_figure_and_each_figure_is_somebodys() -> None:
    found = Counter(silhouette(rules(), kind) for kind in rules().teams.values())
    assert set(found) <= set(SILHOUETTES)
    assert found["tank_heavy"]
    assert silhouette(rules(), rules().teams["stug3g"]) == "assault_gun"
    assert silhouette(rules(), rules().teams["pak40_team"]) == "anti_tank_gun"
    assert silhouette(rules(), rules().teams["katyusha"]) == "rocket_launcher"


# ------------------------------------------------------------------------------------------------------------------- hands


def test_own_cards_are_read_while_planning_and_others_are_not_drawn() -> None:
    """FHW-PLAN-08, FHW-HID-01."""
    position = planned(deployed(), ("a", a.GiveOrder(PlatoonId("A1"), "MD")), ("a", a.GiveOrder(PlatoonId("A2"), "FO")))
    own = hands(drawn(position, Viewer("a")))
    assert [(card.id, card.symbol) for card in own["deck-A1"].cards] == [("card-A1", "order-md")]
    assert [(card.id, card.symbol) for card in own["aside-A1"].cards] == [("card-A2", "order-fo")]
    assert all(hand.side == "A" for hand in own.values())
    assert not [
        card for hand in drawn(position, Viewer("b")).hands for card in hand.cards if card.id.startswith("card-A")
    ]
    assert not drawn(position).hands


@every_scenario
def test_of_the_others_only_backs_and_cards_turned_up_are_seen(scenario: str) -> None:
    """FHW-HID-01, FHW-HID-02."""
    for position in some_positions(scenario)[:-1]:
        if position.phase in ("plan", "deploy_defender", "deploy_attacker"):
            continue
        found = drawn(position, Viewer("a"))
        for key, company in position.companies.items():
            deck, aside = hands(found).get(f"deck-{key}"), hands(found).get(f"aside-{key}")
            if company.failed:
                continue
            assert deck is not None
            if company.side == "A":
                assert deck.backs == 0
                lying = [str(card.unit) for card in deck.cards if str(card.unit) in company.deck]
                assert lying == list(company.deck)
            else:
                assert deck.backs == sum(not position.platoons[name].turned for name in company.deck)
                assert all(card.turned for card in deck.cards)
                face_down = sum(not position.platoons[name].turned for name in company.aside)
                assert (aside.backs if aside else 0) == face_down


@every_scenario
def test_what_is_turned_up_lies_open_until_the_turn_ends(scenario: str) -> None:
    for position in some_positions(scenario)[:-1]:
        if position.phase in ("deploy_defender", "deploy_attacker"):
            continue
        turned = {
            name
            for name, each in position.platoons.items()
            if each.turned and each.status != "destroyed" and not position.companies[each.company].failed
        }
        for viewer in VIEWERS:
            shown = {str(card.unit) for hand in drawn(position, viewer).hands for card in hand.cards if card.turned}
            assert shown == turned


# ----------------------------------------------------------------------------------------------------------------- panels


@every_scenario
def test_every_platoon_has_one_line_beside_the_board(scenario: str) -> None:
    for position in some_positions(scenario):
        found = rows(drawn(position))
        assert set(position.platoons) == {row.removeprefix("row-") for row in found if row.startswith("row-")}


@every_scenario
def test_both_sides_stand_with_objectives_platoons_and_points(scenario: str) -> None:
    for position in some_positions(scenario):
        found = drawn(position).standings
        assert {each.seat for each in found} == set(position.seats)
        for each in found:
            assert [figure.symbol for figure in each.figures] == ["objectives", "platoons", "points"]
            assert all(figure.value >= 0 for figure in each.figures)


def test_at_the_start_the_points_left_are_those_of_the_army_list() -> None:
    """FHW-SET-02."""
    position = opened("quick_crossroads", 2)
    of = rules()
    for each in drawn(position).standings:
        side = position.seats[each.seat].side
        whole = sum(of.platoons[row.platoon].points for row in of.scenarios["quick_crossroads"].side_of(side).platoon)
        assert each.figures[2].value == whole


def test_teams_aboard_are_listed_for_their_own_side_alone() -> None:
    """FHW-TRAN-02."""
    for position in some_positions("evening_village"):
        aboard = {team.id for team in position.teams.values() if team.aboard is not None and team.side == "A"}
        found = {
            row.unit for panel in drawn(position, Viewer("a")).panels if panel.id == "aboard" for row in panel.rows
        }
        assert found == aboard


# --------------------------------------------------------------------------------------------------------------- spotlight


@every_scenario
def test_what_is_being_resolved_is_shown_step_by_step(scenario: str) -> None:
    for position in some_positions(scenario):
        found = drawn(position).spotlight
        if position.frames and position.result is None:
            assert found is not None
            assert {row.id.split("-")[1] for row in found.rows} <= {str(n) for n in range(len(position.frames))}
            assert any(row.active for row in found.rows)


# ---------------------------------------------------------------------------------------------------------------- manifest


@lru_cache(maxsize=1)
def manifest() -> Any:
    def picture(scenario: str, seats: int) -> Scene:
        return drawn(opened(scenario, seats))

    return build_manifest(book(), book().tables, "hash", picture)


def test_every_scenario_has_a_picture_and_every_option_its_group() -> None:
    found = manifest()
    assert [each.id for each in found.scenarios] == list(SCENARIOS)
    assert all(each.picture.drawables for each in found.scenarios)
    groups = [option.group.en for option in found.options]
    assert len(found.options) == len(book().options)
    assert [group for n, group in enumerate(groups) if n == 0 or groups[n - 1] != group] == list(dict.fromkeys(groups))


def test_what_cannot_be_taken_back_and_what_a_seat_says_of_itself() -> None:
    found = manifest()
    tags = {kind.__struct_config__.tag for kind in a.AnyAction.__args__}
    assert found.final_actions == {"move", "commit", "activate", "pass", "hold", "close"}
    assert found.final_actions <= tags
    assert list(found.seat_fields) == ["side"]


def test_moments_are_read_by_nothing_but_the_view() -> None:
    """The scene of a view needs no position beside it."""
    position = deployed()
    moment: Moment = moment_of(position)
    assert scene(rules(), view(moment.field, Viewer("a"))) == drawn(position, Viewer("a"))
