"""Pebbles as a game: its functions, handed to the ground that makes a game of them (``app/engine/game.py``)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import msgspec

from app.engine.asking import Answer, Questions
from app.engine.book import Allowed, HouseValues, override, resolve
from app.engine.campaign import Campaign
from app.engine.dice import Dice
from app.engine.forms import checked, whole
from app.engine.game import Functions, Game, IsLegal
from app.engine.offering import Example, Offering
from app.engine.offers import Domain, Fields, Offer, Preview
from app.engine.refusal import InvalidInput, Refusal
from app.engine.scene import Disc, Polygon
from app.engine.system import (
    Correctable,
    Correction,
    Manifest,
    OptionSpec,
    Picker,
    Rule,
    ScenarioSpec,
    SeatsRange,
    Setup,
)
from app.engine.telling import Chance, Line, LogEntry, Spot
from app.engine.types import SEATS, Action, BoardKind, Outcome, RuleId, Seat, Text, UnitId, Viewer
from app.engine.words import Words, text_of
from tests.support.toy_systems.pebbles import drawing, heights, rules
from tests.support.toy_systems.pebbles import values as v
from tests.support.toy_systems.pebbles.campaign import PebblesCampaign

TEAMS = ("red", "blue")
OPTIONS = {"rounds": Allowed(4, None, 1, 20), "charms": Allowed(True, (False, True))}


class Pebbles(Game[v.Position, v.View, None, v.Position]):
    """The game; see ``GameSystem`` for what each function answers. Its rules read nothing but the position itself."""

    state_type = v.Position
    action_type = v.AnyAction
    event_type = v.AnyEvent
    view_type = v.View

    def __init__(self, tables: Mapping[str, Any], rules_hash: str) -> None:
        self._words = Words(tables["texts"])
        self._data = tables["tables"]
        self._house = {"values": self._data["values"]}
        self._replaceable = HouseValues.within(self._data["bounds"])
        super().__init__(
            Functions(
                rules=lambda of: None,
                read=lambda position, rules: position,
                open_game=self._open,
                begin=rules.begin,
                evolve=rules.evolve,
                to_act=rules.to_act,
                outcome=self._outcome,
                judge=rules.check,
                apply=rules.apply,
                offers=self._offers,
                sample=self._sample,
                preview=self._preview,
                survey=self._survey,
                worth=lambda position, rules_, seat: rules.worth(position, seat),
                view=drawing.view,
                tell=_tell,
                resample=_resample,
                side_of=lambda position, seat: rules.player_of(position, seat).team,
                scene=lambda rules, view: drawing.scene(view, self._say),
                describe=self._describe,
                explain=lambda refusal: self._words.say("rule", refusal.rule),
                problems=rules.problems,
                correctables=self._correctables,
                correct=self._correct,
                resign=v.Concede(),
                offer_draw=v.OfferDraw(),
                accept_draw=v.AnswerDraw(True),
                decline_draw=v.AnswerDraw(False),
            )
        )
        self.queries = QUESTIONS.of(self._data)
        self.manifest = self._manifest(rules_hash)
        self.campaign: Campaign = PebblesCampaign(self.manifest, tables["tables"], tables["texts"])

    def _manifest(self, rules_hash: str) -> Manifest:
        game = self._words.table("game")
        return Manifest(
            id="pebbles",
            prefix="PEB",
            name=game["name"],
            summary=game["summary"],
            board=BoardKind.MEASURED,
            seats=SeatsRange(2, 4),
            minutes=5,
            scenarios=tuple(self._scenario(name, data) for name, data in self._data["scenarios"].items()),
            options=tuple(self._option(name, allowed) for name, allowed in OPTIONS.items()),
            rules=tuple(
                Rule(RuleId(name), game["chapter"], text, "enforced")
                for name, text in self._words.table("rule").items()
            ),
            tables=self._house,
            rules_version="1",
            rules_hash=rules_hash,
            credits=game["credits"],
            final_actions=frozenset({"pass", "concede"}),
            action_aliases={"path": "path_mm"},
            seat_fields={"team": {"enum": list(TEAMS)}},
            replaceable=self._replaceable.replaceable(self._house),
        )

    def _scenario(self, name: str, data: Mapping[str, Any]) -> ScenarioSpec:
        least, most = data["seats"]
        options = data.get("options", {})
        words = (text_of(data["name"]), text_of(data["summary"]))
        return ScenarioSpec(name, *words, SeatsRange(least, most), data["minutes"], options)

    def _option(self, name: str, allowed: Allowed) -> OptionSpec:
        words = self._words.table("option")
        return allowed.spec(name, "PEB-TURN-01", (words[name], words[f"{name}_text"], words["group"]), {})

    def _open(self, setup: Setup, dice: Dice) -> v.GameSet:
        scenario = self._data["scenarios"].get(setup.scenario)
        if scenario is None:
            raise InvalidInput.at("scenario", "a scenario of the game", setup.scenario)
        least, most = scenario["seats"]
        if not least <= len(setup.seats) <= most:
            raise InvalidInput.at("seats", f"{least} to {most} seats", len(setup.seats))
        options = self._options(scenario, setup.options)
        players = tuple(_player(number, seat) for number, seat in enumerate(setup.seats))
        if len({player.team for player in players}) < 2:
            raise InvalidInput.at("seats", "two teams", "one")
        die = dice.roll("first", len(players))
        width, height = scenario["width_mm"], scenario["height_mm"]
        position = v.Position(
            width_mm=width,
            height_mm=height,
            house=self._house_values(setup.tables),
            rounds=options["rounds"],
            players=players,
            units=_units(players, width, height),
            phase="charms" if options["charms"] else "play",
            round=1,
            turn=players[die - 1].seat,
            first=players[die - 1].seat,
        )
        return v.GameSet(position, die)

    def _options(self, scenario: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
        return resolve(OPTIONS, scenario.get("options", {}), given)

    def _house_values(self, given: Mapping[str, Any]) -> dict[str, int]:
        values = override(self._house, given, self._replaceable)["values"]
        return {name: value for name, value in values.items() if name != "source"}

    def _offers(self, state: v.Position, seat: Seat, unit: UnitId | None) -> list[Offer]:
        if seat not in rules.to_act(state):
            return []
        offering = Offering(self.judged_legal(state, seat), partial(self._words.say, "action"))
        if state.phase == "charms":
            found = list(offering.make(Example(v.PickCharm(charm), self._say(charm)) for charm in v.CHARMS))
        elif state.placing is not None:
            found = list(_place_offers(offering, state, state.placing))
        else:
            mine = [each for each in _units_of(state, seat) if unit in (None, each.id)]
            found = [offer for each in mine for offer in _unit_offers(offering, state, each)]
            found += offering.make([v.Pass()], ask="button")
        return [offer for offer in found if unit is None or offer.unit == unit]

    def _sample(self, state: v.Position, seat: Seat, pick: Picker, is_legal: IsLegal) -> Action | None:
        if seat not in rules.to_act(state):
            return None
        if state.phase == "charms":
            return v.PickCharm(v.CHARMS[pick(len(v.CHARMS))])
        if state.placing is not None:
            placed = rules.unit_of(state, state.placing)
            assert placed is not None
            return v.PlaceUnit(placed.id, placed.x_mm, placed.y_mm)
        mine = _units_of(state, seat)
        unit = mine[pick(len(mine))]
        throws: list[v.AnyAction] = [v.Throw(unit.id, other.id) for other in state.units]
        kinds: list[list[v.AnyAction]] = [throws, list(_moves(state, seat, unit)), [v.Pass()]]
        legal = [[action for action in kind if is_legal(action)] for kind in kinds]
        chosen = next(kind for kind in (legal[pick(3)], *legal) if kind)
        return chosen[pick(len(chosen))]

    def time_out(self, state: v.Position, seat: Seat) -> Action | None:
        if seat not in rules.to_act(state):
            return None
        if state.phase == "charms":
            return v.PickCharm(v.CHARMS[0])
        placed = state.placing and rules.unit_of(state, state.placing)
        return v.PlaceUnit(placed.id, placed.x_mm, placed.y_mm) if placed else v.Pass()

    def _preview(self, state: v.Position, seat: Seat, action: v.AnyAction, refusal: Refusal | None) -> Preview:
        if refusal is not None:
            return Preview(False, refusal, overlays=refusal.overlays)
        if isinstance(action, v.Throw):
            unit, target = rules.unit_of(state, action.unit), rules.unit_of(state, action.target)
            side = heights.side(state, unit, target, self._say) if unit and target else None
            return Preview(True, chances=(self._chance(state, seat),), side=side)
        if isinstance(action, v.Move):
            unit = rules.unit_of(state, action.unit)
            assert unit is not None
            points = ((unit.x_mm, unit.y_mm), *action.path_mm)
            facts = {"length_mm": rules.length_mm(points), "longest_mm": rules.longest_mm(state, seat)}
            return Preview(True, facts=facts, overlays=(Line(points, "good"),))
        return Preview(True)

    def _survey(self, state: v.Position, seat: Seat, unit: UnitId) -> Preview:
        state = drawing.view(state, Viewer(seat)).position
        known = rules.unit_of(state, unit)
        if known is None:
            raise InvalidInput.at("unit", "a unit on the table", unit)
        longest = rules.longest_mm(state, known.seat)
        if state.width_mm == heights.WIDTH_MM:
            return Preview(True, overlays=tuple(heights.overlays(state, known, longest, self._say)))
        reach = Spot(Disc(known.x_mm, known.y_mm, longest), "info")
        return Preview(True, overlays=(reach,), chances=(self._chance(state, known.seat),))

    def _chance(self, state: v.Position, seat: Seat) -> Chance:
        return Chance(self._say("chance"), 7 - rules.need(state, seat), 6)

    def _outcome(self, state: v.Position) -> Outcome | None:
        if state.ended is None:
            return None
        text = drawing.ending(state.ended, self._say)
        return Outcome(state.ended.winners, state.ended.side, state.ended.reason, text)

    def _correctables(self, rules_: None, view: v.View, unit: UnitId | None) -> list[Correctable]:
        found = [each for each in view.position.units if unit in (None, each.id)]
        return [setting for each in found for setting in self._settings(view.position, each)]

    def _settings(self, state: v.Position, unit: v.Unit) -> list[Correctable]:
        most = {"x_mm": state.width_mm, "y_mm": state.height_mm, "bruises": 9}
        return [
            Correctable(unit.id, field, self._say(f"correct_{field}"), getattr(unit, field), whole(0, limit))
            for field, limit in most.items()
        ]

    def _correct(self, rules_: None, state: v.Position, correction: Correction, where: str) -> v.Position:
        known = rules.unit_of(state, correction.unit) if correction.unit is not None else None
        if known is None:
            raise InvalidInput.at(f"{where}.unit", "a unit of the game", correction.unit)
        checked(self._settings(state, known), correction.field, correction.value, where)
        changed = msgspec.structs.replace(known, **{correction.field: correction.value})
        units = tuple(changed if unit.id == known.id else unit for unit in state.units)
        return msgspec.structs.replace(state, units=units)

    def _describe(self, event: v.AnyEvent) -> LogEntry | None:
        return drawing.describe(event, partial(self._words.say, "event"), self._say)

    def _say(self, key: str, **values: object) -> Text:
        return self._words.say("say", key, **values)


def _player(number: int, seat: Mapping[str, Any]) -> v.Player:
    team = seat.get("team", TEAMS[number % 2])
    if team not in TEAMS:
        raise InvalidInput.at(f"seats[{number}].team", "red or blue", team)
    return v.Player(SEATS[number], team)


def _units(players: Sequence[v.Player], width: int, height: int) -> tuple[v.Unit, ...]:
    corners = ((0.2, 0.2), (0.8, 0.8), (0.8, 0.2), (0.2, 0.8))
    return tuple(
        v.Unit(UnitId(f"{player.seat}{number}"), player.seat, int(width * x) + 50 * number, int(height * y))
        for player, (x, y) in zip(players, corners, strict=False)
        for number in (0, 1)
    )


def _units_of(state: v.Position, seat: Seat) -> list[v.Unit]:
    return [unit for unit in state.units if unit.seat == seat]


def _moves(state: v.Position, seat: Seat, unit: v.Unit) -> list[v.Move]:
    """Walks in eight directions, as far as may be and half as far, and to each enemy; not all of them are legal."""
    longest = rules.longest_mm(state, seat)
    turns = [(math.cos(step * math.pi / 4), math.sin(step * math.pi / 4)) for step in range(8)]
    return [
        v.Move(unit.id, ((unit.x_mm + int(longest * far * x), unit.y_mm + int(longest * far * y)),))
        for x, y in turns
        for far in (1, 0.5)
    ]


QUESTIONS: Questions[Mapping[str, Any]] = Questions(lambda data, _: data, None)


@QUESTIONS.question
def _length(data: dict, *, path_mm: tuple[tuple[int, int], ...]) -> Answer:
    return {"length_mm": rules.length_mm(path_mm)}


@QUESTIONS.question
def _chance(data: dict, *, need: Annotated[int, msgspec.Meta(ge=2, le=6)]) -> Answer:
    return {"numerator": 7 - need, "denominator": 6}


def _resample(state: v.Position, viewer: Viewer, pick: Picker) -> v.Position | None:
    hidden = [player for player in state.players if player.charm is not None and player.seat != viewer]
    if state.phase != "charms" or not hidden:
        return None
    players = tuple(
        msgspec.structs.replace(player, charm=v.CHARMS[pick(len(v.CHARMS))]) if player in hidden else player
        for player in state.players
    )
    return msgspec.structs.replace(state, players=players)


def _tell(before: v.Position | None, event: v.AnyEvent, viewer: Viewer) -> v.AnyEvent | None:
    return None if isinstance(event, v.CharmPicked) and event.seat != viewer else event


def _unit_offers(offering: Offering, state: v.Position, unit: v.Unit) -> Iterator[Offer]:
    table = Polygon(((0, 0), (state.width_mm, 0), (state.width_mm, state.height_mm), (0, state.height_mm)))
    path = Domain((table,), (unit.x_mm, unit.y_mm), rules.longest_mm(state, unit.seat), fields=Fields(way="path_mm"))
    yield from offering.make(_moves(state, unit.seat, unit), unit=unit.id, ask="path", domain=path)
    throws = [v.Throw(unit.id, other.id) for other in state.units]
    throws = [throw for throw in throws if rules.check(state, unit.seat, throw) is None]
    targets = Domain(units=tuple(throw.target for throw in throws), most=1, fields=Fields(targets="target"))
    yield from offering.make(throws, unit=unit.id, ask="target", domain=targets, judged=True)


def _place_offers(offering: Offering, state: v.Position, unit: UnitId) -> Iterator[Offer]:
    placed = rules.unit_of(state, unit)
    assert placed is not None
    spots = [(placed.x_mm, placed.y_mm), (placed.x_mm + 30, placed.y_mm), (placed.x_mm, placed.y_mm - 30)]
    domain = Domain(
        (Disc(placed.x_mm, placed.y_mm, state.house["push_mm"]),),
        ghost=Disc(0, 0, v.RADIUS_MM),
        fields=Fields(x="x_mm", y="y_mm"),
    )
    yield from offering.make((v.PlaceUnit(unit, x, y) for x, y in spots), unit=unit, ask="point", domain=domain)
