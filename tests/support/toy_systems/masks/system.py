"""Masks as a game: its functions, handed to the ground that makes a game of them (``app/engine/game.py``)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from app.engine.asking import Answer, Questions
from app.engine.book import HouseValues, override
from app.engine.dice import Dice
from app.engine.game import Functions, Game, IsLegal
from app.engine.offering import Offering
from app.engine.offers import Domain, Offer, Preview
from app.engine.refusal import InvalidInput, Refusal
from app.engine.scene import Disc, Drawable, Panel, Pips, Polygon, Row, Scene, Token
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
from app.engine.telling import Chance, Line, LogEntry, RollShown, Spot
from app.engine.types import (
    SEATS,
    SPECTATOR,
    Action,
    BoardKind,
    Goal,
    Outcome,
    RuleId,
    Seat,
    Tally,
    Text,
    UnitId,
    Viewer,
)
from app.engine.words import Words, filled
from tests.support.toy_systems.masks import rules, sight
from tests.support.toy_systems.masks import values as v


class Masks(Game[v.Position, v.View, None, v.Position]):
    """The game; see ``GameSystem`` for what each function answers. Its rules read nothing but the position itself."""

    state_type = v.Position
    action_type = v.AnyAction
    event_type = v.AnyEvent
    view_type = v.View

    def __init__(self, tables: Mapping[str, Any], rules_hash: str) -> None:
        self._words = Words(tables["texts"])
        self._house = {"values": tables["tables"]["values"]}
        self._replaceable = HouseValues.within(tables["tables"]["bounds"])
        super().__init__(
            Functions(
                rules=lambda of: None,
                read=lambda position, rules: position,
                open_game=self._open,
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
                view=sight.view,
                tell=lambda before, event, viewer: sight.tell(event, viewer, before),
                resample=lambda state, viewer, pick: (
                    None if state.phase == "finished" else sight.resample(state, viewer, pick)
                ),
                scene=self._scene,
                describe=self._describe,
                explain=lambda refusal: self._words.say("rule", refusal.rule),
                problems=sight.problems,
                correctables=self._correctables,
                correct=_correct,
                resign=v.Concede(),
                offer_draw=v.OfferDraw(),
                accept_draw=v.AnswerDraw(True),
                decline_draw=v.AnswerDraw(False),
            )
        )
        self.queries = QUESTIONS.of(self._house["values"])
        self.manifest = self._manifest(rules_hash)

    def _manifest(self, rules_hash: str) -> Manifest:
        game = self._words.table("game")
        seats = SeatsRange(2, 3)
        rounds = OptionSpec(
            "rounds", "integer", 2, game["rounds"], game["rounds_text"], game["name"], RuleId("MSK-TURN-01"),
            minimum=1, maximum=9,
        )  # fmt: skip
        return Manifest(
            id="masks",
            prefix="MSK",
            name=game["name"],
            summary=game["summary"],
            board=BoardKind.MEASURED,
            seats=seats,
            minutes=5,
            scenarios=(ScenarioSpec("ball", game["ball"], game["ball_summary"], seats, 5),),
            options=(rounds,),
            rules=tuple(
                Rule(RuleId(name), game["name"], text, "enforced") for name, text in self._words.table("rule").items()
            ),
            tables=self._house,
            rules_version="1",
            rules_hash=rules_hash,
            credits=game["credits"],
            final_actions=frozenset({"rest", "concede"}),
            replaceable=self._replaceable.replaceable(self._house),
        )

    def _open(self, setup: Setup, dice: Dice) -> v.Dealt:
        count = len(setup.seats)
        if setup.scenario != "ball" or not 2 <= count <= 3:
            raise InvalidInput.at("scenario", "ball, for two or three", setup.scenario)
        rounds = setup.options.get("rounds", 2)
        if set(setup.options) - {"rounds"} or type(rounds) is not int or not 1 <= rounds <= 9:
            raise InvalidInput.at("options", "rounds, a whole number from 1 to 9", dict(setup.options))
        house = self._house_values(setup.tables)
        deck = list(v.CARDS)
        fallen = [dice.roll("deal", left) for left in range(len(deck), 1, -1)]
        cards = [*(deck.pop(die - 1) for die in fallen), *deck]
        seats, hand = SEATS[:count], house["hand"]
        position = v.Position(
            house=house,
            rounds=rounds,
            seats=seats,
            hands={
                seat: tuple(sorted(cards[hand * number : hand * (number + 1)])) for number, seat in enumerate(seats)
            },
            deck=tuple(cards[hand * count :]),
            figures=_figures(house, seats),
            scores=dict.fromkeys(seats, 0),
        )
        return v.Dealt(position, tuple(fallen))

    def _house_values(self, given: Mapping[str, Any]) -> dict[str, int]:
        values = override(self._house, given, self._replaceable)["values"]
        return {name: value for name, value in values.items() if name != "source"}

    def _offers(self, state: v.Position, seat: Seat, unit: UnitId | None) -> list[Offer]:
        if seat not in rules.to_act(state):
            return []
        table = Polygon(((0, 0), (state.house["width_mm"], 0), (state.house["width_mm"], state.house["height_mm"])))
        offering = Offering(self.judged_legal(state, seat), partial(self._words.say, "action"))
        found: list[Offer] = []
        for kind, examples in self._examples(state, seat).items():
            mine = UnitId(f"{seat}0") if kind == "walk" else None
            domain = Domain((table,)) if kind in ("choose", "walk") else None
            if unit in (None, mine):
                found += offering.make(examples, unit=mine, domain=domain, judged=True)
        return found

    def _examples(self, state: v.Position, seat: Seat) -> dict[str, list[v.AnyAction]]:
        figure = rules.figure_of(state, UnitId(f"{seat}0"))
        assert figure is not None
        kinds: dict[str, list[v.AnyAction]] = {
            "choose": [v.Choose(card) for card in state.hands[seat]],
            "walk": [v.Walk(figure.id, figure.x_mm + x, figure.y_mm + y) for x in (-90, 0, 90) for y in (-90, 0, 90)],
            "strike": [v.StrikeAt(other) for other in state.seats],
            "rest": [v.Rest()],
            "answer": [v.Answer(False), v.Answer(True)],
        }
        return {
            kind: [action for action in actions if self.check(state, seat, action) is None]
            for kind, actions in kinds.items()
        }

    def _sample(self, state: v.Position, seat: Seat, pick: Picker, is_legal: IsLegal) -> Action | None:
        if seat not in rules.to_act(state):
            return None
        legal = [actions for actions in self._examples(state, seat).values() if actions]
        kind = legal[pick(len(legal))]
        return kind[pick(len(kind))]

    def _preview(self, state: v.Position, seat: Seat, action: v.AnyAction, refusal: Refusal | None) -> Preview:
        if refusal is not None:
            return Preview(False, refusal)
        figure = rules.figure_of(state, action.unit) if isinstance(action, v.Walk) else None
        if isinstance(action, v.Walk) and figure is not None:
            points = ((figure.x_mm, figure.y_mm), (action.x_mm, action.y_mm))
            return Preview(True, facts={"length_mm": math.ceil(math.dist(*points))}, overlays=(Line(points, "good"),))
        if isinstance(action, v.StrikeAt):
            return Preview(True, chances=(Chance(self._say("blow"), 7 - state.house["need"], 6),))
        return Preview(True)

    def _survey(self, state: v.Position, seat: Seat, unit: UnitId) -> Preview:
        known = rules.figure_of(sight.masked(state, Viewer(seat)), unit)
        if known is None:
            raise InvalidInput.at("unit", "a figure that is seen", unit)
        return Preview(True, overlays=(Spot(Disc(known.x_mm, known.y_mm, state.house["longest_mm"]), "info"),))

    def _scene(self, rules_: None, view: v.View) -> Scene:
        position, say = view.position, self._say
        tokens: list[Drawable] = [_token(figure, view, say) for figure in position.figures]
        hand = tuple(Row(f"card-{card}", say("card", card=card)) for card in position.hands.get(Seat(view.viewer), ()))
        scores = tuple(
            Row(f"row-{seat}", say("score", seat=seat, score=position.scores[seat], cards=len(position.hands[seat])))
            for seat in position.seats
        )
        return Scene(
            board=BoardKind.MEASURED,
            width=position.house["width_mm"],
            height=position.house["height_mm"],
            drawables=tuple(tokens),
            prompt=self._prompt(view),
            headline=say("headline", round=position.round, rounds=position.rounds),
            my_go=view.viewer in view.to_act,
            pips=(Pips(say("deck"), len(position.deck), len(v.CARDS)),),
            panels=(Panel("scores", say("scores"), scores), Panel("hand", say("hand"), hand)),
            ending=None if position.ended is None else self._ending(position.ended),
            goals=(self._goal(position),),
        )

    def _goal(self, position: v.Position) -> Goal:
        say = self._say
        tallies = tuple(
            Tally(seat.upper(), Text(seat.upper(), seat.upper()), position.scores[seat]) for seat in position.seats
        )
        return Goal("points", say("goal"), say("goal_about"), say("goal_counted", rounds=position.rounds), tallies)

    def _prompt(self, view: v.View) -> Text:
        if view.viewer not in view.to_act:
            return self._say("prompt_wait", seats=", ".join(view.to_act))
        return self._say(f"prompt_{view.position.phase}")

    def _ending(self, ended: v.Ended) -> Text:
        return self._say("won", side=ended.side) if ended.winners else self._say("drawn")

    def _describe(self, event: v.AnyEvent) -> LogEntry | None:
        words = self._words.table("event").get(type(event).__struct_config__.tag)
        if words is None:
            return None
        text = filled(words, **{field: getattr(event, field) for field in event.__struct_fields__})
        if isinstance(event, v.BlowFell):
            return LogEntry(text, rolls=(RollShown(self._say("blow"), event.die, need=event.need, success=event.hit),))
        return LogEntry(text)

    def _outcome(self, state: v.Position) -> Outcome | None:
        ended = state.ended
        return None if ended is None else Outcome(ended.winners, ended.side, ended.reason, self._ending(ended))

    def _correctables(self, rules_: None, view: v.View, unit: UnitId | None) -> list[Correctable]:
        return [
            Correctable(each.id, field, self._say(f"correct_{field}"), getattr(each, field), {"type": "integer"})
            for each in view.position.figures
            for field in ("x_mm", "y_mm")
            if not each.lurking and unit in (None, each.id)
        ]

    def _say(self, key: str, **values: object) -> Text:
        return self._words.say("say", key, **values)


QUESTIONS: Questions[Mapping[str, Any]] = Questions(lambda house, _: house, None)
"""What the rules answer, asked of the house values as they are printed."""


@QUESTIONS.question
def _reach(house: dict) -> Answer:
    return {"longest_mm": house["longest_mm"]}


def _figures(house: Mapping[str, int], seats: Sequence[Seat]) -> tuple[v.Figure, ...]:
    """A figure in the west and a lurker in the east for everybody."""
    width, step = house["width_mm"], house["height_mm"] // 4
    return tuple(
        figure
        for number, seat in enumerate(seats, 1)
        for figure in (
            v.Figure(UnitId(f"{seat}0"), seat, width // 3, step * number),
            v.Figure(UnitId(f"{seat}-lurker"), seat, 2 * width // 3, step * number, lurking=True),
        )
    )


def _token(figure: v.Figure, view: v.View, say: Callable[..., Text]) -> Token:
    return Token(
        id=figure.id,
        x=figure.x_mm,
        y=figure.y_mm,
        radius=v.RADIUS_MM,
        symbol="soldier",
        side=figure.seat.upper(),
        name=say("lurker" if figure.lurking else "figure", unit=figure.id),
        label=figure.seat.upper(),
        seat=figure.seat,
        active=figure.seat in view.to_act,
        spent=figure.lurking,
    )


def _correct(rules_: None, state: v.Position, correction: Correction, where: str) -> v.Position:
    known = correction.unit and rules.figure_of(sight.masked(state, SPECTATOR), correction.unit)
    if not known or correction.field not in ("x_mm", "y_mm") or type(correction.value) is not int:
        raise InvalidInput.at(where, "a value of a figure that everybody sees", correction.field)
    changed = msgspec.structs.replace(known, **{correction.field: correction.value})
    figures = tuple(changed if each.id == known.id else each for each in state.figures)
    return msgspec.structs.replace(state, figures=figures)
