"""Ledges as a game: its functions, handed to the ground that makes a game of them (``app/engine/game.py``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, get_args

import msgspec

from app.engine.game import Functions, Game, IsLegal
from app.engine.offering import Example, Offering
from app.engine.offers import Added, Domain, Fields, More, Offer, Preview, Shares, Slot, SlotChoice, Surface
from app.engine.refusal import Refusal
from app.engine.scene import Area, Disc, Panel, Polygon, Row, Scene, Token
from app.engine.system import Manifest, Picker, Rule, ScenarioSpec, SeatsRange
from app.engine.telling import LogEntry
from app.engine.types import Action, BoardKind, Outcome, RuleId, Seat, Text, UnitId
from app.engine.words import Words
from tests.support.tall_systems.ledges import rules
from tests.support.tall_systems.ledges import values as v

SQUADS = (
    ("plain", v.Lock((v.Member("small", ("red",), count=3),))),
    ("mixed", v.Lock((v.Member("big", ("red", "blue"), captain=True), v.Member("small", ("green",))))),
)
TABLE = Polygon(((0, 0), (1200, 0), (1200, 800), (0, 800)))


class Ledges(Game[v.Position, v.View, None, v.Position]):
    """The game; see ``GameSystem`` for what each function answers. Its rules read nothing but the position itself."""

    state_type = v.Position
    action_type = v.AnyAction
    event_type = v.AnyEvent
    view_type = v.View

    def __init__(self, tables: Mapping[str, Any], rules_hash: str) -> None:
        self._words = Words(tables["texts"])
        super().__init__(
            Functions(
                rules=lambda of: None,
                read=lambda position, rules_: position,
                open_game=lambda setup, dice: v.Begun(v.Position()),
                evolve=rules.evolve,
                to_act=rules.to_act,
                outcome=self._outcome,
                judge=rules.check,
                apply=rules.apply,
                offers=self._offers,
                sample=self._sample,
                preview=self._preview,
                survey=lambda position, seat, unit: Preview(True),
                worth=lambda position, rules_, seat: len(rules.own(position, seat)),
                view=lambda position, viewer: v.View(viewer, position),
                tell=lambda before, event, viewer: event,
                scene=self._scene,
                describe=self._describe,
                explain=lambda refusal: self._words.say("rule", refusal.rule),
                problems=lambda position: [],
                correctables=lambda rules_, view, unit: [],
                correct=lambda rules_, position, correction, where: position,
                resign=v.Concede(),
                offer_draw=v.Concede(),
                accept_draw=v.Concede(),
                decline_draw=v.Concede(),
            )
        )
        self.queries = {}
        self.manifest = self._manifest(rules_hash)

    def _manifest(self, rules_hash: str) -> Manifest:
        game, two = self._words.table("game"), SeatsRange(2, 2)
        named = self._words.table("rule").items()
        return Manifest(
            id="ledges",
            prefix="LED",
            name=game["name"],
            summary=game["summary"],
            board=BoardKind.MEASURED,
            seats=two,
            minutes=5,
            scenarios=(ScenarioSpec("bridge", game["scenario"], game["summary"], two, 5, {}),),
            options=(),
            rules=tuple(Rule(RuleId(rule), game["name"], text, "enforced") for rule, text in named),
            tables={},
            rules_version="1",
            rules_hash=rules_hash,
            credits=game["credits"],
            final_actions=frozenset({"concede"}),
        )

    def _offers(self, state: v.Position, seat: Seat, unit: UnitId | None = None) -> list[Offer]:
        if seat not in rules.to_act(state):
            return []
        offering = Offering(self.judged_legal(state, seat), partial(self._words.say, "action"))
        if seat not in state.locked:
            squads = (Example(squad, self._say(name)) for name, squad in SQUADS)
            found = list(offering.make(squads, ask="list", domain=self._slots()))
        elif rules.waiting(state, seat):
            found = [offer for who in rules.waiting(state, seat) for offer in self._placing(offering, who)]
        else:
            found = [offer for who in rules.own(state, seat) for offer in self._acts(offering, state, who)]
            found += offering.make([v.Pass()], ask="button")
        return [offer for offer in found if unit is None or offer.unit == unit]

    def _slots(self) -> Domain:
        def choice(name: str, value: str | bool | None = None, detail: Text | None = None) -> SlotChoice:
            return SlotChoice(name if value is None else value, self._say(name), v.COSTS[name], detail=detail)

        builds = tuple(choice(name, detail=self._say(f"about_{name}")) for name in ("small", "big"))
        colours = tuple(choice(name) for name in get_args(v.Colour))
        return Domain(
            most=v.LIMIT,
            field="members",
            slots=(
                Slot("build", self._say("build"), builds),
                Slot("colours", self._say("colours"), colours, most=2),
                Slot("captain", self._say("rank"), (choice("captain", value=True),), least=0),
            ),
        )

    def _surfaces(self) -> tuple[Surface, ...]:
        over = (Surface(Polygon(v.PIECES[name]), top, self._say(name)) for name, (_, top) in v.HEIGHTS.items())
        return (Surface(TABLE, 0, self._say("table")), *over)

    def _placing(self, offering: Offering, who: v.Figure) -> Iterator[Offer]:
        left, right = rules.ZONES[who.seat]
        zone = Polygon(((left, 0), (right, 0), (right, 800), (left, 800)))
        fields = Fields(x="x_mm", y="y_mm", level="z_mm")
        domain = Domain((zone,), ghost=Disc(0, 0, v.RADIUS), surfaces=self._surfaces(), fields=fields)
        places = (v.Put(who.id, x, y) for y in range(50, 800, 60) for x in (left + 60, right - 60))
        yield from offering.make(places, unit=who.id, ask="point", domain=domain)

    def _acts(self, offering: Offering, state: v.Position, who: v.Figure) -> Iterator[Offer]:
        assert who.place is not None
        x, y, _ = who.place
        walks = (v.Move(who.id, ((x + dx, y + dy),)) for dx, dy in ((200, 0), (-200, 0), (0, 200), (0, -200)))
        fields, parts = Fields(way="path_mm"), ("company",)
        path = Domain((TABLE,), (x, y), v.LONGEST, fields=fields, parts=parts)
        yield from offering.make(walks, unit=who.id, ask="path", domain=path)
        foes = [each.id for each in state.figures if each.seat != who.seat]
        shares = Shares("split", "target", "stones", v.STONES)
        aims = Domain(units=tuple(foes), most=1, fields=Fields(targets="target"), shares=shares, parts=parts)
        yield from offering.make((v.Throw(who.id, each) for each in foes), unit=who.id, ask="target", domain=aims)
        lobs = (v.Lob(who.id, *each.place) for each in state.figures if each.place is not None)
        burst = Domain(
            (Disc(x, y, 600),),
            ghost=Disc(0, 0, 50),
            surfaces=self._surfaces(),
            fields=Fields(x="x_mm", y="y_mm", level="z_mm"),
        )
        yield from offering.make(lobs, unit=who.id, ask="point", domain=burst)
        held = [
            Example(v.Scale(who.id, piece, to), self._say("up_to", cm=to // 10), (piece,))
            for piece, to in rules.holds(who)
        ]
        yield from offering.make(held, unit=who.id)

    def _sample(self, state: v.Position, seat: Seat, pick: Picker, is_legal: IsLegal) -> Action | None:
        offers = self._offers(state, seat)
        offer = offers[pick(len(offers))] if offers else None
        return offer.examples[pick(len(offer.examples))] if offer else None

    def _preview(self, state: v.Position, seat: Seat, action: Any, refusal: Refusal | None) -> Preview:
        if refusal is not None:
            return Preview(False, refusal)
        if not isinstance(action, v.Move | v.Throw):
            return Preview(True)
        there = {action.unit, *(each.unit for each in action.company)}
        others = [each for each in rules.own(state, seat) if each.id not in there]
        if isinstance(action, v.Move):
            return Preview(True, facts=self._counted(state, action), more=tuple(self._along(state, action, others)))
        target = action.target or action.split[0].target
        joined = (
            msgspec.structs.replace(action, company=(*action.company, v.Joint(each.id, target))) for each in others
        )
        choices = tuple(Added(act, picks=(each.id,)) for act, each in zip(joined, others, strict=True))
        return Preview(True, more=(More(self._say("joins"), choices),) if choices else ())

    def _counted(self, state: v.Position, action: v.Move) -> dict[str, float]:
        """What a way counts as, and how much may."""
        who = rules.figure(state, action.unit)
        assert who is not None
        assert who.place is not None
        return {"cost_cm": rules.cost_of([who.place[:2], *action.path_mm]) / 10, "reach_cm": v.LONGEST / 10}

    def _along(self, state: v.Position, action: v.Move, others: list[v.Figure]) -> Iterator[More]:
        """Who may go the same way beside, each by itself."""
        who = rules.figure(state, action.unit)
        assert who is not None
        assert who.place is not None
        for each in others:
            assert each.place is not None
            dx, dy = (each.place[n] - who.place[n] for n in (0, 1))
            path = tuple((x + dx, y + dy) for x, y in action.path_mm)
            act = msgspec.structs.replace(action, company=(*action.company, v.Along(each.id, path)))
            if rules.check(state, who.seat, act) is None:
                yield More(self._say("along", id=each.id.upper()), (Added(act, picks=(each.id,)),))

    def _scene(self, rules_: None, view: v.View) -> Scene:
        position = view.position
        standing = [each for each in position.figures if each.place is not None]
        waiting = tuple(self._row(each) for each in position.figures if each.place is None)
        asked = rules.to_act(position)
        is_asked = view.viewer in [str(seat) for seat in asked]
        return Scene(
            board=BoardKind.MEASURED,
            width=1200,
            height=800,
            drawables=(*map(self._area, v.PIECES), *(self._token(each) for each in standing)),
            prompt=self._say("prompt") if is_asked else self._say("wait", seat="".join(asked).upper()),
            headline=self._say("headline"),
            my_go=is_asked,
            panels=(Panel("waiting", self._say("table"), waiting),) if waiting else (),
            ending=self._say("won", seat=position.winner) if position.winner else None,
        )

    def _area(self, piece: str) -> Area:
        bottom, top = v.HEIGHTS[piece]
        layer = "overhead" if bottom else "terrain"
        shape = Polygon(v.PIECES[piece])
        return Area(piece, "wall", shape, self._say(piece), layer=layer, bottom=bottom, top=top)  # type: ignore[arg-type]

    def _token(self, who: v.Figure) -> Token:
        assert who.place is not None
        x, y, z = who.place
        return Token(who.id, x, y, v.RADIUS, "soldier", who.seat, self._say("unit"), who.id.upper(),
                     seat=who.seat, feet=z)  # fmt: skip

    def _row(self, who: v.Figure) -> Row:
        return Row(f"row-{who.id}", self._say("waiting", id=who.id.upper()), unit=who.id)

    def _describe(self, event: v.AnyEvent) -> LogEntry | None:
        if isinstance(event, v.Begun) or isinstance(event.what, v.Concede):
            return None
        what = self._words.say("action", str(type(event.what).__struct_config__.tag))
        return LogEntry(self._say("done", seat=event.seat.upper(), what=what))

    def _outcome(self, state: v.Position) -> Outcome | None:
        if state.winner is None:
            return None
        return Outcome((state.winner,), state.winner, "stones", self._say("won", seat=state.winner))

    def _say(self, key: str, **values: object) -> Text:
        return self._words.say("say", key, **values)
