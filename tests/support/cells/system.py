"""A skirmish behind the protocol of every game; ``geometry`` is what one of them brings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal, TypeVar

import msgspec

from app.engine.book import HouseValues, override
from app.engine.dice import Dice
from app.engine.forms import checked, whole
from app.engine.game import Functions, Game, IsLegal
from app.engine.offering import schema_of
from app.engine.offers import Added, AskedRow, Corner, Domain, Facing, Fields, More, Offer, Preview, RowChoice
from app.engine.refusal import InvalidInput, Refusal
from app.engine.scene import Scene
from app.engine.system import (
    Correctable,
    Correction,
    Manifest,
    OptionSpec,
    Picker,
    Query,
    Rule,
    SeatsRange,
    Setup,
)
from app.engine.telling import Chance, LogEntry, RollShown
from app.engine.types import SEATS, Action, Outcome, RuleId, Seat, Text, UnitId
from app.engine.words import Words
from app.engine.workshop.workshop import OWN, battle_of, refuse_faults
from tests.support.cells import drawing, rules
from tests.support.cells import values as v
from tests.support.cells.workshop import Shop, position_of

Said = TypeVar("Said", v.Build, v.Move)
HOUSE = {"values": {"source": "house", "need": 4}}
REPLACEABLE = HouseValues.within({"need": (2, 6)})


class Skirmish(Game[v.Position, v.View, None, v.Position]):
    """The game; see ``GameSystem`` for what each function answers. Its rules read nothing but the position itself."""

    state_type = v.Position
    action_type = v.AnyAction
    event_type = v.AnyEvent
    view_type = v.View

    def __init__(
        self, geometry: rules.Geometry, name: str, prefix: str, tables: Mapping[str, Any], rules_hash: str
    ) -> None:
        self._geometry, self._prefix = geometry, prefix
        self._words = Words(tables["texts"])
        super().__init__(
            Functions(
                rules=lambda of: None,
                read=lambda position, rules: position,
                open_game=self._open,
                evolve=rules.evolve,
                to_act=rules.to_act,
                outcome=self._outcome,
                judge=partial(rules.check, geometry, prefix),
                apply=lambda position, seat, action, verdict, dice: rules.apply(geometry, position, seat, action, dice),
                understood=partial(_understood, geometry),
                offers=self._offers,
                sample=self._sample,
                preview=self._preview,
                survey=self._survey,
                worth=lambda position, rules_, seat: rules.worth(position, seat),
                view=lambda position, viewer: v.View(viewer, position, rules.to_act(position)),
                tell=lambda before, event, viewer: event,
                scene=self._scene,
                describe=self._describe,
                explain=lambda refusal: self._words.say("rule", refusal.rule.removeprefix(f"{prefix}-")),
                problems=partial(rules.problems, geometry),
                correctables=self._correctables,
                correct=self._correct,
                resign=v.Concede(),
                offer_draw=v.OfferDraw(),
                accept_draw=v.AnswerDraw(True),
                decline_draw=v.AnswerDraw(False),
            )
        )
        self._battles = tables["scenarios"]
        self.workshop = Shop(geometry, self._battles, self.say)
        self.queries: Mapping[str, Query] = {"distance": self._query_distance}
        self.manifest = self._manifest(name, rules_hash)

    def _manifest(self, name: str, rules_hash: str) -> Manifest:
        two = SeatsRange(2, 2)
        rounds = OptionSpec(
            "rounds",
            "integer",
            6,
            self.say("rounds"),
            self.say("rounds_text"),
            self.say("name"),
            self._rule("TURN-01"),
            minimum=1,
            maximum=20,
        )
        seed = OptionSpec(
            "seed",
            "integer",
            0,
            self.say("seed"),
            self.say("seed_text"),
            self.say("grounds"),
            self._rule("MOVE-02"),
            minimum=0,
            maximum=rules.GREATEST_SEED,
            draw=True,
            shapes_opening=True,
        )
        specs = []
        for each, battle in self._battles.items():
            spec = self.workshop.spec(self.workshop.read(battle))
            takes = {} if battle.get("grounds") else {"seed": (0,)}
            specs.append(msgspec.structs.replace(spec, id=each, picture=self.picture(each, 2), takes=takes))
        return Manifest(
            id=name,
            prefix=self._prefix,
            name=self.say("name"),
            summary=self.say("summary"),
            board=self._geometry.kind,
            seats=two,
            minutes=5,
            scenarios=tuple(specs),
            options=(rounds, seed),
            rules=tuple(
                Rule(self._rule(each), self.say("name"), words, "enforced")
                for each, words in self._words.table("rule").items()
            ),
            tables=HOUSE,
            rules_version="1",
            rules_hash=rules_hash,
            credits=self.say("credits"),
            final_actions=frozenset({"concede"}),
            replaceable=REPLACEABLE.replaceable(HOUSE),
        )

    def _open(self, setup: Setup, dice: Dice) -> v.Begun:
        battle = battle_of(self, setup.scenario, setup.battle)
        if battle is None and setup.scenario not in self._battles:
            raise InvalidInput.at("scenario", "one of the game's, or own", setup.scenario)
        if len(setup.seats) != 2:
            raise InvalidInput.at("seats", "two", len(setup.seats))
        count = setup.options.get("rounds", 6)
        if set(setup.options) - {"rounds", "seed"} or type(count) is not int or not 1 <= count <= 20:
            raise InvalidInput.at("options.rounds", "rounds, a whole number from 1 to 20", dict(setup.options))
        seed = setup.options.get("seed", 0)
        if type(seed) is not int or not 0 <= seed <= rules.GREATEST_SEED:
            raise InvalidInput.at("options.seed", f"a whole number from 0 to {rules.GREATEST_SEED}", seed)
        need = override(HOUSE, setup.tables, REPLACEABLE)["values"]["need"]
        if setup.scenario == OWN and battle is not None:
            refuse_faults(self, battle)
        document = self.workshop.read(self._battles[setup.scenario] if battle is None else battle)
        opened = position_of(self._geometry, document, count, need, SEATS[:2])
        if seed and not opened.grounds:
            raise InvalidInput.at("options.seed", "0, as there is no ground to move", seed)
        return v.Begun(rules.strewn(opened, seed))

    def _offers(self, state: v.Position, seat: Seat, unit: UnitId | None = None) -> list[Offer]:
        if seat not in rules.to_act(state):
            return []
        found = [
            offer
            for each in rules.in_play(state)
            if each.seat == seat and unit in (None, each.id)
            for offer in self._of(state, each)
        ]
        found += [
            self._arrival(state, each)
            for each in state.reserves
            if each.seat == seat and unit in (None, each.id) and rules.arrivals(state, seat)
        ]
        if rules.may_order(state, seat):
            found += self._from_afar(state, seat, unit)
        if unit is None:
            found.append(Offer("pass", self._label("pass"), schema_of(v.Pass), (v.Pass(),), input="button"))
        return found

    def _of(self, state: v.Position, who: v.Figure) -> list[Offer]:
        geometry = self._geometry
        reached = {place: path for place, (_, path) in rules.reach(geometry, state, who).items() if path}
        ways = tuple(v.Move(who.id, tuple(geometry.wired(each) for each in path)) for path in reached.values())
        turns = tuple(v.Move(who.id, (), value) for value, _, _ in geometry.facings if value != who.facing)
        domain = Domain(
            start_cell=geometry.key(who.at),
            cells=tuple(map(geometry.key, reached)),
            cell_form=self._form,
            facing=who.facing,
            fields=Fields(way="path", facing="facing"),
            facings=self._facings,
            parts=("fence", "paint"),
        )
        found = [Offer("move", self._label("move"), schema_of(v.Move), (*ways, *turns), who.id, "steps", domain)]
        shots = tuple(v.Shoot(who.id, each.id) for each in rules.in_play(state))
        legal = tuple(each for each in shots if self.check(state, who.seat, each) is None)
        if legal:
            units = tuple(each.target for each in legal)
            found.append(
                Offer(
                    "shoot",
                    self._label("shoot"),
                    schema_of(v.Shoot),
                    legal,
                    who.id,
                    "target",
                    Domain(units=units, fields=Fields(targets="target")),
                )
            )
        lines = rules.lines(geometry, state, who.at)
        if lines:
            built = tuple(v.Build(who.id, (geometry.wired(one), geometry.wired(other))) for one, other in lines)
            between = tuple((geometry.key(one), geometry.key(other)) for one, other in lines)
            where = Domain(between=between, cell_form=self._form, fields=Fields(between="between"))
            found.append(Offer("build", self._label("build"), schema_of(v.Build), built, who.id, "between", where))
        return found

    def _from_afar(self, state: v.Position, seat: Seat, unit: UnitId | None) -> list[Offer]:
        """What rows and patterns are asked for: who shoots at whom, over which cells paint runs, in which order reserves wait."""
        own = [each for each in rules.in_play(state) if each.seat == seat]
        found = [offer for who in own if unit in (None, who.id) for offer in self._spill(state, who)]
        if unit is not None:
            return found
        rows = tuple(row for who in own if (row := self._shots_of(state, who)).choices)
        if rows:
            targets = dict.fromkeys(choice.entry.target for row in rows for choice in row.choices)
            able = [
                (each, [choice.entry for row in rows for choice in row.choices if choice.entry.target == each])
                for each in targets
            ]
            domain = Domain(rows=rows, fields=Fields(rows="shots"))
            volleys = tuple(v.Volley(tuple(shots)) for _, shots in able)
            names = tuple(self.say("all_at", name=each.upper()) for each, _ in able)
            found.append(
                Offer("volley", self._label("volley"), schema_of(v.Volley), volleys, None, "rows", domain, names)
            )
        waiting = [each.id for each in state.reserves if each.seat == seat]
        lines = tuple(
            AskedRow(
                each, self.say("reserve_of", name=each.upper()), (RowChoice(each, self.say("waits")),), each, "soldier"
            )
            for each in waiting
        )
        orders = (v.Queue(tuple(waiting)), v.Queue(tuple(reversed(waiting))))
        named = (self.say("as_it_is"), self.say("turned_round"))
        domain = Domain(rows=lines, sorted=True, fields=Fields(rows="order"))
        found.append(Offer("queue", self._label("queue"), schema_of(v.Queue), orders, None, "rows", domain, named))
        return found

    def _shots_of(self, state: v.Position, who: v.Figure) -> AskedRow:
        shots = (v.Shoot(who.id, each.id) for each in rules.in_play(state))
        legal = (each for each in shots if self.check(state, who.seat, each) is None)
        choices = tuple(
            RowChoice(v.Aimed(who.id, each.target), self.say("at_target", name=each.target.upper()), (each.target,))
            for each in legal
        )
        return AskedRow(
            who.id, self.say("figure_of", name=who.id.upper(), cell=self._geometry.name(who.at)), choices, who.id
        )

    def _spill(self, state: v.Position, who: v.Figure) -> list[Offer]:
        geometry = self._geometry
        corners = rules.spills(geometry, state, who)
        if not corners:
            return []
        spills = tuple(
            v.Spill(who.id, tuple(geometry.wired(each) for each in rules.spilt(geometry, state, corner)))
            for corner in corners
        )
        domain = Domain(
            corners=tuple(
                Corner(corner.x, corner.y, tuple(map(geometry.key, corner.cells)), n)
                for n, corner in enumerate(corners)
            ),
            size=rules.SPILL,
            touching=rules.SPILL_TOUCHING,
            cells=tuple(geometry.key((x, y)) for y in range(state.rows) for x in range(state.columns)),
            cell_form=self._form,
            fields=Fields(pattern="cells"),
        )
        return [Offer("spill", self._label("spill"), schema_of(v.Spill), spills, who.id, "pattern", domain)]

    def _arrival(self, state: v.Position, who: v.Reserve) -> Offer:
        geometry = self._geometry
        cells = rules.arrivals(state, who.seat)
        away = rules.away(geometry, state, who.seat)
        domain = Domain(
            cells=tuple(map(geometry.key, cells)),
            cell_form=self._form,
            facings=self._facings,
            facing=away,
            fields=Fields(cell="at", facing="facing"),
        )
        facing = away if geometry.must_look else None
        examples = tuple(v.Arrive(who.id, geometry.wired(each), facing) for each in cells)
        return Offer("arrive", self._label("arrive"), schema_of(v.Arrive), examples, who.id, "cell", domain)

    @property
    def _form(self) -> Literal["id", "numbers"]:
        return "id" if isinstance(self._geometry.wired((0, 0)), str) else "numbers"

    @property
    def _facings(self) -> tuple[Facing, ...]:
        return tuple(Facing(value, deg, name) for value, deg, name in self._geometry.facings)

    def _sample(self, state: v.Position, seat: Seat, pick: Picker, is_legal: IsLegal) -> Action | None:
        offers = self._offers(state, seat)
        if not offers:
            return None
        offer = offers[pick(len(offers))]
        action = offer.examples[pick(len(offer.examples))]
        more = self._more(state, seat, action) if isinstance(action, v.Move) and pick(3) == 0 else ()
        return more[-1].choices[pick(len(more[-1].choices))].action if more else action

    def _preview(self, state: v.Position, seat: Seat, action: Any, refusal: Refusal | None) -> Preview:
        more = self._more(state, seat, action) if isinstance(action, v.Move) else ()
        if refusal is not None:
            return Preview(False, refusal, more=more)
        if isinstance(action, v.Move):
            who = rules.figure(state, action.unit)
            assert who is not None
            facing = who.facing if action.facing is None else action.facing
            at = rules.end_of(self._geometry, who, action)
            sector = drawing.sector(self._geometry, state, at, facing, self.say)
            planned = drawing.planned(self._geometry, state, at, action, self.say)
            return Preview(True, overlays=(sector, *planned), more=more)
        if isinstance(action, v.Arrive):
            at = self._geometry.read(action.at)
            assert at is not None
            facing = rules.away(self._geometry, state, seat) if action.facing is None else action.facing
            return Preview(True, overlays=(drawing.sector(self._geometry, state, at, facing, self.say),))
        if isinstance(action, v.Volley):
            odds = tuple(Chance(self.say("to_hit"), 7 - state.need, 6, unit=each.target) for each in action.shots)
            return Preview(True, chances=odds)
        if isinstance(action, v.Spill):
            places = [at for each in action.cells if (at := self._geometry.read(each)) is not None]
            return Preview(True, overlays=(drawing.painted(self._geometry, places, self.say),))
        if isinstance(action, v.Shoot):
            return Preview(True, chances=(Chance(self.say("to_hit"), 7 - state.need, 6, unit=action.target),))
        return Preview(True)

    def _more(self, state: v.Position, seat: Seat, action: v.Move) -> tuple[More, ...]:
        """What a move may hold besides, at the end that it has: a fence on a side of the cell, paint on it."""
        who = rules.figure(state, action.unit)
        if who is None:
            return ()
        geometry, change = self._geometry, msgspec.structs.replace
        at = rules.end_of(geometry, who, action)
        lines = rules.lines(geometry, state, at) if action.fence is None else []
        fences = [
            Added(
                change(action, fence=(geometry.wired(one), geometry.wired(other))),
                picks=(geometry.key(other if one == at else one), geometry.key(at)),
            )
            for one, other in lines
        ]
        paint = [] if action.paint else [Added(change(action, paint=True))]
        found = (("also_paint", paint), ("also_fence", fences))
        legal = [
            (key, tuple(each for each in added if self.check(state, seat, each.action) is None)) for key, added in found
        ]
        return tuple(More(self.say(key), added) for key, added in legal if added)

    def _survey(self, state: v.Position, seat: Seat, unit: UnitId) -> Preview:
        who = rules.figure(state, unit)
        if who is None or who.hits >= rules.HITS_OUT:
            raise InvalidInput.at("unit", "a figure in play", unit)
        shots = [v.Shoot(unit, each.id) for each in rules.in_play(state)]
        able = [each.target for each in shots if state.ended is None and self.check(state, who.seat, each) is None]
        chances = tuple(Chance(self.say("to_hit"), 7 - state.need, 6, unit=each) for each in able)
        return Preview(True, chances=chances, overlays=(drawing.reached(self._geometry, state, who, self.say),))

    def _scene(self, rules_: None, view: v.View) -> Scene:
        if view.position.ended is not None:
            prompt = self._ending(view.position.ended)
        elif view.viewer in view.to_act:
            prompt = self.say("prompt")
        else:
            prompt = self.say("prompt_wait", seats=", ".join(view.to_act).upper())
        ending = None if view.position.ended is None else prompt
        return drawing.scene(self._geometry, view, self.say, prompt, ending)

    def _describe(self, event: v.AnyEvent) -> LogEntry | None:
        match event:
            case v.Moved() if event.path:
                return LogEntry(self.say("moved", unit=event.unit.upper(), cell=self._geometry.name(event.path[-1])))
            case v.Moved():
                return LogEntry(self.say("turned", unit=event.unit.upper()))
            case v.Shot():
                roll = RollShown(self.say("shot"), event.die, need=event.need, success=event.hit)
                text = self.say("shot_at", unit=event.unit.upper(), target=event.target.upper())
                return LogEntry(text, tone="good" if event.hit else "muted", rolls=(roll,))
            case v.Arrived():
                return LogEntry(self.say("arrived", unit=event.unit.upper(), cell=self._geometry.name(event.end)))
            case v.Built():
                return LogEntry(self.say("built", unit=event.unit.upper()))
            case v.Painted():
                return LogEntry(self.say("painted", unit=event.unit.upper(), cell=self._geometry.name(event.place)))
            case v.Queued():
                return LogEntry(self.say("queued", seat=event.seat.upper()))
            case v.Passed():
                return LogEntry(self.say("passed", seat=event.seat.upper()))
            case v.GameEnded():
                return LogEntry(self._ending(event.ended))
        return None

    def _outcome(self, state: v.Position) -> Outcome | None:
        ended = state.ended
        if ended is None:
            return None
        return Outcome(
            ended.winners, ended.winners[0].upper() if ended.winners else "draw", ended.reason, self._ending(ended)
        )

    def _correctables(self, rules_: None, view: v.View, unit: UnitId | None) -> list[Correctable]:
        return [self._hits(each) for each in view.position.figures if unit in (None, each.id)]

    def _hits(self, who: v.Figure) -> Correctable:
        return Correctable(who.id, "hits", self.say("hits"), who.hits, whole(0, rules.HITS_OUT))

    def _correct(self, rules_: None, state: v.Position, each: Correction, where: str) -> v.Position:
        who = rules.figure(state, each.unit or "")
        if who is None:
            raise InvalidInput.at(f"{where}.unit", "a figure of the game", each.unit)
        checked([self._hits(who)], each.field, each.value, where)
        changed = msgspec.structs.replace(who, hits=each.value)
        figures = tuple(changed if one.id == who.id else one for one in state.figures)
        return msgspec.structs.replace(state, figures=figures)

    def say(self, key: str, **values: object) -> Text:
        return self._words.say("say", key, **values)

    def _label(self, kind: str) -> Text:
        return self._words.say("action", kind)

    def _rule(self, key: str) -> RuleId:
        return RuleId(f"{self._prefix}-{key}")

    def _ending(self, ended: v.Ended) -> Text:
        return self.say("won", seat=ended.winners[0].upper()) if ended.winners else self.say("drawn")

    def _query_distance(self, given: Any) -> Any:  # JSON
        ends = [self._geometry.read(given.get(key)) for key in ("from", "to")] if isinstance(given, dict) else [None]
        if None in ends:
            raise InvalidInput.at("from", "two cells", given)
        return {"distance": self._geometry.distance(*ends)}  # type: ignore[arg-type]


def _understood(geometry: rules.Geometry, state: v.Position, seat: Seat, action: Action) -> Action:
    if isinstance(action, v.Arrive) and action.facing == rules.away(geometry, state, seat) and not geometry.must_look:
        return msgspec.structs.replace(action, facing=None)
    if isinstance(action, v.Build):
        return _said(action, between=_between(geometry, action.between))
    if isinstance(action, v.Move):
        who = rules.figure(state, action.unit)
        if who is not None and action.facing == who.facing:
            action = _said(action, facing=None)
        if action.fence is not None:
            action = _said(action, fence=_between(geometry, action.fence))
    return action


def _between(geometry: rules.Geometry, named: tuple[v.Named, v.Named]) -> tuple[v.Named, v.Named]:
    """Two cells that lie side by side, the smaller first."""
    line = rules.line_of(geometry, named)
    return named if line is None else (geometry.wired(line[0]), geometry.wired(line[1]))


def _said(action: Said, **values: Any) -> Said:
    """The same with other values; the very same where they are its own."""
    is_so = all(getattr(action, name) == value for name, value in values.items())
    return action if is_so else msgspec.structs.replace(action, **values)
