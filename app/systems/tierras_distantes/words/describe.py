"""Log lines: every event in words, with its dice, from the event alone; and refusals in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from app.engine.refusal import Refusal
from app.engine.scene import Tone
from app.engine.telling import Line, LogEntry, Overlay, Ring, RollShown
from app.engine.types import Event, Text
from app.engine.words import joined, listed, lowered, same, short_centimetres
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position import events as e
from app.systems.tierras_distantes.position import events_setup as es
from app.systems.tierras_distantes.squads.lists import points_of, size_of
from app.systems.tierras_distantes.words import names
from app.systems.tierras_distantes.words.described_fights import FightDescriber

PAIR: Final = 2


class Describer:
    """Puts the events of the game into words."""

    def __init__(self, rules: Rules) -> None:
        self._rules: Final = rules
        self._words: Final = rules.words
        self._lines: Final[dict[type[Event], Callable[[Any], LogEntry | None]]] = {
            e.Opened: self._opened,
            es.SquadLocked: lambda event: self._of(event.player, "squad_locked", tone="muted"),
            es.SquadsUnbalanced: self._unbalanced,
            es.SquadsOpened: self._squads_opened,
            es.TerrainGenerated: self._generated,
            es.LotRolled: lambda event: self._against("lot_rolled", "lot_die", event.dice, event.winner),
            es.PiecesDealt: self._dealt,
            es.PiecePlaced: lambda event: self._of_piece(event, "piece_placed", event.pieces[0].kind),
            es.PieceLeft: lambda event: self._of_piece(event, "piece_left", event.kind),
            es.SidesRolled: lambda event: self._against("sides_rolled", "side_die", event.dice, event.winner),
            es.SideChosen: self._side_chosen,
            es.Deployed: lambda event: self._of_unit(
                event, "deployed_anew" if event.anew else "deployed", tone="muted"
            ),
            es.Confirmed: self._confirmed,
            es.DeploymentOpened: lambda event: LogEntry(self._say("deployment_opened")),
            e.TurnBegan: lambda event: LogEntry(self._say("turn_began", n=event.turn), heading=True),
            e.InitiativeRolled: self._initiative,
            e.BatchBegan: self._batch_began,
            e.Activated: self._activated,
            e.BatchEnded: lambda event: self._of(event.player, "batch_ended", tone="muted"),
            e.Moved: self._moved,
            e.Climbed: self._climbed,
            e.ObjectivesHeld: self._held,
            e.MoraleRolled: self._morale,
            e.TurnEnded: self._turn_ended,
            e.DrawOffered: lambda event: self._of(event.player, "draw_offered"),
            e.DrawDeclined: lambda event: self._of(event.player, "draw_declined"),
            e.DrawLapsed: lambda event: LogEntry(self._say("draw_lapsed"), tone="muted"),
            e.GameEnded: self._ended,
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

    def _who(self, player: Player) -> Text:
        return names.player(self._rules, player)

    def _of(self, player: Player, key: str, *, tone: Tone = "info", **places: object) -> LogEntry:
        return LogEntry(self._say(key, who=self._who(player), **places), tone=tone, side=player)

    def _of_unit(
        self, event: Any, key: str, *, tone: Tone = "info", overlays: tuple[Overlay, ...] = (), **places: object
    ) -> LogEntry:
        text = self._say(key, unit=names.unit(event.name, event.unit), **places)
        return LogEntry(text, tone=tone, side=event.player, overlays=(*overlays, Ring(event.unit, tone)))

    def _of_piece(self, event: Any, key: str, kind: Any) -> LogEntry:
        name = self._rules.ground[kind].name
        text = self._say(key, who=self._who(event.player), piece=name)
        return LogEntry(text, side=event.player, overlays=(Ring(event.piece, "info"),))

    def _dice(self, key: str, dice: tuple[int, ...], player: Player, **places: object) -> tuple[RollShown, ...]:
        return tuple(RollShown(self._say(key, **places), die, whose=self._who(player)) for die in dice)

    def _against(self, key: str, die: str, dice: tuple[int, ...], winner: Player, **places: object) -> LogEntry:
        """Both roll, A first, until they differ."""
        rolls = tuple(
            RollShown(self._say(die), value, whose=self._who(PLAYERS[number % PAIR]), side=PLAYERS[number % PAIR])
            for number, value in enumerate(dice)
        )
        return LogEntry(self._say(key, who=self._who(winner), **places), side=winner, rolls=rolls)

    # --------------------------------------------------------------------------------------------------------- setting up

    def _opened(self, event: e.Opened) -> LogEntry:
        scenario, battle = self._rules.scenarios.get(event.position.scenario), event.position.battle
        name = same(event.position.scenario) if scenario is None else scenario.name
        if battle is not None:
            name = Text(str(battle["name_es"]), str(battle["name_en"]))
        return LogEntry(self._say("opened", name=name))

    def _unbalanced(self, event: es.SquadsUnbalanced) -> LogEntry:
        totals = event.totals
        return self._of(event.unlocked, "squads_unbalanced", tone="warn", a=totals["A"], b=totals["B"])

    def _squads_opened(self, event: es.SquadsOpened) -> LogEntry:
        details = tuple(
            self._say("squad_of", who=self._who(player), n=size_of(members), points=points_of(self._rules, members))
            for player, members in event.members.items()
        )
        return LogEntry(self._say("squads_opened"), details=details)

    def _generated(self, event: es.TerrainGenerated) -> LogEntry:
        rolls = tuple(RollShown(self._say("terrain_die"), die) for die in event.dice)
        return LogEntry(self._say("terrain_generated"), rolls=rolls)

    def _dealt(self, event: es.PiecesDealt) -> LogEntry:
        details = tuple(
            self._say(
                "pieces_of",
                who=self._who(player),
                list=joined(
                    lowered(self._rules.ground[event.kinds[piece]].name)
                    for piece, owner in event.owners.items()
                    if owner == player
                ),
            )
            for player in PLAYERS
        )
        rolls = tuple(RollShown(self._say("lot_die"), die) for die in event.dice)
        return LogEntry(self._say("pieces_dealt"), rolls=rolls, details=details)

    def _side_chosen(self, event: es.SideChosen) -> LogEntry:
        (first, side), (second, opposite) = event.sides.items()
        there, over_there = names.side(self._rules, side), names.side(self._rules, opposite)
        return self._of(first, "side_chosen", side=there, other=self._who(second), opposite=over_there)

    def _confirmed(self, event: es.Confirmed) -> LogEntry:
        text = self._say("confirmed", who=self._who(event.player))
        out = (self._say("without_place", list=joined(map(same, event.out))),) if event.out else ()
        return LogEntry(text, tone="muted", side=event.player, details=out)

    # ------------------------------------------------------------------------------------------------------------ a turn

    def _initiative(self, event: e.InitiativeRolled) -> LogEntry:
        return self._against("initiative_rolled", "initiative_die", event.dice, event.winner, n=event.round)

    def _batch_began(self, event: e.BatchBegan) -> LogEntry:
        key = "batch_final" if event.kind == "final" else "batch_began"
        text = self._words.counted("log", key, event.count, who=self._who(event.player))
        return LogEntry(text, side=event.player, rolls=self._dice("activation_die", event.dice, event.player))

    def _activated(self, event: e.Activated) -> LogEntry:
        text = self._say("activated", list=joined(map(same, event.units)))
        rings = tuple(Ring(unit, "info") for unit in event.units)
        return LogEntry(text, tone="muted", side=event.player, overlays=rings)

    def _moved(self, event: e.Moved) -> LogEntry:
        x, y, _ = event.start_mm
        line = Line(((x, y), *event.path_mm), "info", dashed=True)
        return self._of_unit(event, "moved", overlays=(line,), length=short_centimetres(event.cost_mm))

    def _climbed(self, event: e.Climbed) -> LogEntry:
        key = "climbed_up" if event.end_mm[2] >= event.start_mm[2] else "climbed_down"
        found = self._of_unit(event, key, height=short_centimetres(event.end_mm[2]))
        details = (self._say("hangs"),) if event.climbing is not None else ()
        return LogEntry(found.text, side=found.side, details=details, overlays=found.overlays)

    # --------------------------------------------------------------------------------------------------------------- ends

    def _held(self, event: e.ObjectivesHeld) -> LogEntry:
        found = listed(self._holder(event.names[name], player) for name, player in event.holders.items())
        return LogEntry(self._say("objectives_held", list=found), tone="muted")

    def _holder(self, objective: Text, player: Player | None) -> Text:
        if player is None:
            return self._say("held_by_nobody", objective=objective)
        return self._say("held", objective=objective, who=self._who(player))

    def _morale(self, event: e.MoraleRolled) -> LogEntry:
        text = self._say("morale_holds" if event.holds else "morale_breaks", who=self._who(event.player))
        tone: Tone = "good" if event.holds else "bad"
        details = (self._say("rally_below", total=sum(event.dice), below=event.below),)
        rolls = self._dice("morale_die", event.dice, event.player, below=event.below)
        return LogEntry(text, tone, event.player, rolls, details)

    def _turn_ended(self, event: e.TurnEnded) -> LogEntry:
        text = self._say("turn_ended", n=event.turn, a=event.lost["A"], b=event.lost["B"])
        details = (self._say("quiet", n=event.quiet),) if event.quiet else ()
        return LogEntry(text, tone="muted", details=details)

    def _ended(self, event: e.GameEnded) -> LogEntry:
        ending = event.ending
        reason = self._words.say("reasons", ending.reason)
        if ending.winner == "draw":
            return LogEntry(self._say("drawn", reason=reason))
        return self._of(ending.winner, "won", tone="good", reason=reason)
