"""Log lines: every event in words, with its dice, from the event alone; and refusals in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from app.boards.squares import Square
from app.engine.lattice import SIZE
from app.engine.refusal import Refusal
from app.engine.scene import Tone
from app.engine.telling import Line, LogEntry, Overlay, Ring, RollShown
from app.engine.types import Event, Text
from app.engine.words import listed, same
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.position import events as e
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.words import names
from app.systems.splatball.words.described_fights import FightDescriber

MANY: Final = 6
"""More units than so many are not listed one by one."""


class Describer:
    """Puts the events of the game into words."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._words = rules.words
        self._lines: dict[type[Event], Callable[[Any], LogEntry | None]] = {
            e.Started: self._started,
            es.StartRolled: self._start_rolled,
            es.ArmyReady: lambda event: self._of_seat(event.seat, "army_ready", tone="muted"),
            es.ArmiesShown: self._armies_shown,
            es.PiecePlaced: self._piece_placed,
            es.RoadPlaced: lambda event: self._of_seat(event.seat, "road_placed", n=len(event.squares)),
            es.FencePlaced: self._fence_placed,
            es.Passed: lambda event: self._of_seat(event.seat, "passed", tone="muted"),
            es.EdgeChosen: self._edge_chosen,
            es.Deployed: self._deployed,
            es.DeploymentFinished: self._deployment_finished,
            es.ObjectivesCounted: self._objectives_counted,
            es.ObjectivePlaced: lambda event: self._of_piece(event, "objective_placed", who=self._who(event.seat)),
            es.MarkerPlaced: lambda event: self._of_unit(event, "marker_placed"),
            e.TurnBegan: self._turn_began,
            e.Activated: self._activated,
            e.Moved: self._moved,
            e.Turned: self._turned,
            e.LeftBoard: lambda event: self._of_unit(event, "left_board", tone="warn"),
            e.Embarked: lambda event: self._of_unit(event, "embarked"),
            e.Unloaded: lambda event: self._of_unit(event, "unloaded", cell=names.cell(event.square)),
            e.PieceRemoved: self._piece_removed,
            e.FenceRemoved: lambda event: self._of_unit(event, "fence_removed"),
            e.FenceTaken: lambda event: self._of_unit(event, "fence_taken"),
            e.FenceSet: lambda event: self._of_unit(event, "fence_set"),
            e.Revealed: lambda event: self._of_unit(event, "revealed", tone="warn"),
            e.MarkerRemoved: lambda event: self._of_unit(event, "marker_removed", tone="muted"),
            e.MovementEnded: lambda event: self._of_seat(event.seat, "movement_ended", tone="muted"),
            e.ChickenCounted: self._chicken_counted,
            e.Chicken: lambda event: self._of_unit(event, "chicken", tone="bad"),
            e.Controlled: self._controlled,
            e.ObjectiveCaptured: self._captured,
            e.BenefitUsed: self._benefit_used,
            e.BenefitDeclined: lambda event: self._of_piece(event, "benefit_declined", who=self._who(event.seat)),
            e.Scored: self._scored,
            e.RoundEnded: lambda event: LogEntry(self._say("round_ended", n=event.round), tone="muted"),
            e.DrawOffered: lambda event: self._of_seat(event.seat, "draw_offered"),
            e.DrawAnswered: self._draw_answered,
            e.DrawLapsed: lambda event: LogEntry(self._say("draw_lapsed"), tone="muted"),
            e.SeatResigned: self._resigned,
            e.GameOver: self._over,
            **FightDescriber(rules).lines,
        }

    def describe(self, event: Event) -> LogEntry | None:
        """The log line of an event; ``None`` for one that needs none."""
        line = self._lines.get(type(event))
        return None if line is None else line(event)

    def explain(self, refusal: Refusal) -> Text:
        """A refusal in words: the sentence of its rule with the numbers that decided it, where they are known."""
        return self._words.refused(refusal.rule, refusal.facts)

    # ----------------------------------------------------------------------------------------------------------- helps

    def _say(self, key: str, **places: object) -> Text:
        return self._words.say("log", key, **places)

    def _who(self, seat: str) -> Text:
        return names.player(self._rules, seat)

    def _of_seat(self, seat: str, key: str, *, tone: Tone = "info", **places: object) -> LogEntry:
        return LogEntry(self._say(key, who=self._who(seat), **places), tone=tone, side=seat)

    def _of_unit(
        self, event: Any, key: str, *, tone: Tone = "info", overlays: tuple[Overlay, ...] = (), **places: object
    ) -> LogEntry:
        name = names.unit_name(self._rules, event.kind, event.unit)
        text = self._say(key, unit=name, who=self._who(event.seat), **places)
        return LogEntry(text, tone=tone, side=event.seat, overlays=overlays or (Ring(event.unit, tone),))

    def _of_piece(self, event: Any, key: str, *, tone: Tone = "info", **places: object) -> LogEntry:
        text = self._say(key, piece=names.piece_name(self._rules, event.terrain), **places)
        return LogEntry(text, tone=tone, side=getattr(event, "seat", None), overlays=(Ring(event.piece, tone),))

    # --------------------------------------------------------------------------------------------------------- setting up

    def _started(self, event: e.Started) -> LogEntry:
        scenario, battle = self._rules.scenarios.get(event.position.scenario), event.position.battle
        name = same(event.position.scenario) if scenario is None else scenario.name
        if battle is not None:
            name = Text(str(battle["name_es"]), str(battle["name_en"]))
        return LogEntry(self._say("started", name=name))

    def _start_rolled(self, event: es.StartRolled) -> LogEntry:
        rolls = tuple(
            RollShown(self._say("start_die"), die, whose=self._who(seat))
            for seat, die in zip(event.seats, event.dice, strict=True)
        )
        return LogEntry(
            self._say("start_rolled", who=self._who(event.starting_seat)), side=event.starting_seat, rolls=rolls
        )

    def _armies_shown(self, event: es.ArmiesShown) -> LogEntry:
        details = tuple(
            self._say("army_of", who=self._who(seat), list=names.kinds(self._rules, army))
            for seat, army in event.armies.items()
        )
        return LogEntry(self._say("armies_shown"), details=details)

    def _piece_placed(self, event: es.PiecePlaced) -> LogEntry:
        piece = event.piece
        name = names.piece_name(self._rules, piece.kind)
        text = self._say("piece_placed", who=self._who(event.seat), piece=name, cell=names.cell(piece.at))
        return LogEntry(text, side=event.seat, overlays=(Ring(piece.id, "info"),))

    def _fence_placed(self, event: es.FencePlaced) -> LogEntry:
        text = self._words.counted("log", "fence_placed", len(event.segments), who=self._who(event.seat))
        return LogEntry(text, side=event.seat)

    def _edge_chosen(self, event: es.EdgeChosen) -> LogEntry:
        return self._of_seat(event.seat, "edge_chosen", edge=self._words.say("edges", event.edge))

    def _deployed(self, event: es.Deployed) -> LogEntry:
        is_secret = event.hidden or event.ambush
        key = "deployed" if not is_secret else "deployed_hidden" if event.kind is None else "deployed_own_hidden"
        key = "deployed_aboard" if event.inside is not None else key
        name = names.unit_name(self._rules, event.kind, event.unit)
        text = self._say(key, who=self._who(event.seat), unit=name, cell=names.cell(event.square))
        rolls: tuple[RollShown, ...] = ()
        if event.die is not None:
            rolls = (
                RollShown(self._say("ambush_die"), event.die, sides=event.sides or 6, whose=self._who(event.seat)),
            )
        return LogEntry(text, side=event.seat, rolls=rolls, overlays=(Ring(event.unit, "info"),))

    def _deployment_finished(self, event: es.DeploymentFinished) -> LogEntry:
        details: tuple[Text, ...] = ()
        if event.undeployed:
            details = (self._say("undeployed", list=names.kinds(self._rules, event.undeployed)),)
        text = self._say("deployment_finished", who=self._who(event.seat))
        return LogEntry(text, tone="muted", side=event.seat, details=details)

    def _objectives_counted(self, event: es.ObjectivesCounted) -> LogEntry | None:
        return LogEntry(self._words.counted("log", "objectives_counted", event.each)) if event.each else None

    # ------------------------------------------------------------------------------------------------------------ a turn

    def _turn_began(self, event: e.TurnBegan) -> LogEntry:
        text = self._say("turn_began", n=event.round, who=self._who(event.seat))
        return LogEntry(text, tone="muted", side=event.seat, heading=True)

    def _activated(self, event: e.Activated) -> LogEntry:
        if not event.units:
            return self._of_seat(event.seat, "activated_none", tone="muted")
        if set(event.units) >= event.contacts.keys():
            return self._of_seat(event.seat, "activated_all", tone="muted")
        found = listed(same(names.number_of(unit)) for unit in event.units)
        return self._of_seat(event.seat, "activated", tone="muted", list=found)

    def _moved(self, event: e.Moved) -> LogEntry:
        way = (event.start, *event.path)
        line = Line(tuple(middle(at, event.rows) for at in way), "info", dashed=True)
        return self._of_unit(
            event,
            "moved",
            overlays=(line, Ring(event.unit, "info")),
            start=names.cell(event.start),
            cell=names.cell(event.path[-1]),
        )

    def _turned(self, event: e.Turned) -> LogEntry:
        return self._of_unit(event, "turned", facing=self._words.say("facings", event.facing))

    def _piece_removed(self, event: e.PieceRemoved) -> LogEntry:
        return self._of_piece(event, "phone_removed" if event.unit is None else "piece_removed", tone="warn")

    # ----------------------------------------------------------------------------------------------------- end of a turn

    def _chicken_counted(self, event: e.ChickenCounted) -> LogEntry | None:
        lingering = {unit: count for unit, count in event.counts.items() if count}
        if not lingering:
            return None
        most = self._rules.constants.chicken_rounds
        told = listed(
            self._say("chicken_one", unit=names.number_of(unit), n=count, most=most)
            for unit, count in lingering.items()
        )
        rings = tuple(Ring(unit, "warn") for unit in lingering)
        return LogEntry(self._say("chicken_counted", list=told), tone="warn", overlays=rings)

    def _controlled(self, event: e.Controlled) -> LogEntry:
        held = [self._say("held_by", who=self._who(seat), n=count) for seat, count in event.hold.items()]
        return self._of_piece(
            event, "controlled", tone="muted", list=listed(held) if held else self._say("held_by_nobody")
        )

    def _captured(self, event: e.ObjectiveCaptured) -> LogEntry:
        who, owner = self._who(event.seat), self._who(event.owner)
        return self._of_piece(event, "objective_captured", tone="good", who=who, owner=owner)

    def _benefit_used(self, event: e.BenefitUsed) -> LogEntry:
        arrived = event.arrived
        kind = None if arrived is None else arrived.type
        name = same(names.number_of(event.unit)) if kind is None else names.unit_name(self._rules, kind, event.unit)
        where = names.cell(None if arrived is None else arrived.at)
        text = self._say(f"benefit_{event.terrain}", who=self._who(event.seat), unit=name, cell=where)
        rings = (Ring(event.piece, "good"), Ring(event.unit, "good"))
        return LogEntry(text, tone="good", side=event.seat, overlays=rings)

    def _scored(self, event: e.Scored) -> LogEntry:
        told = listed(self._say("points_of", who=self._who(side), n=n) for side, n in event.gained.items())
        return LogEntry(self._say("points", list=told), tone="good", side=next(iter(event.gained), None))

    # --------------------------------------------------------------------------------------------------------------- ends

    def _draw_answered(self, event: e.DrawAnswered) -> LogEntry:
        return self._of_seat(event.seat, "draw_accepted" if event.accept else "draw_declined")

    def _resigned(self, event: e.SeatResigned) -> LogEntry:
        text = self._words.counted("log", "resigned", len(event.units), who=self._who(event.seat))
        return LogEntry(text, tone="bad", side=event.seat)

    def _over(self, event: e.GameOver) -> LogEntry:
        result, reason = event.result, self._words.say("reasons", event.result.reason)
        if result.reason == "draw_agreed":
            return LogEntry(self._say("drawn", reason=reason))
        key = "won" if len(result.winners) == 1 else "won_several"
        found = listed(self._who(seat) for seat in result.winners)
        return LogEntry(self._say(key, names=found, reason=reason), tone="good", side=result.winners[0])


def middle(square: Square, rows: int) -> tuple[float, float]:
    """Where the middle of a square is drawn on a board of so many rows, y from the south."""
    return (SIZE * (square[0] + 0.5), SIZE * (rows - square[1] - 0.5))
