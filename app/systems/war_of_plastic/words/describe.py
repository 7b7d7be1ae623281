"""Log lines: every event in words, with its dice and what to draw, from the event alone; and refusals in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from app.engine.refusal import Fact, Refusal
from app.engine.scene import Disc
from app.engine.telling import Line, LogEntry, Overlay, Ring, RollShown, Spot
from app.engine.types import Event, RuleId, Text, UnitId
from app.engine.words import centimetres, decimal, joined, same, shaped
from app.systems.war_of_plastic.book.words import Words, named
from app.systems.war_of_plastic.position import events as e
from app.systems.war_of_plastic.position import events_captains as captains
from app.systems.war_of_plastic.position import events_combat as combat

NOT_NOW: Final = RuleId("WOP-MAN-14")


class Describer:
    """Puts the events of one game into words."""

    def __init__(self, words: Words, scenarios: Any) -> None:  # scenario rows by id, for their names
        self._words = words
        self._scenarios = scenarios
        self._lines: dict[type[Event], Callable[[Any], LogEntry | None]] = {
            e.SetUp: self._set_up,
            e.ArmySubmitted: self._of_army("army_submitted"),
            e.ArmyLocked: self._of_army("army_locked"),
            e.ArmiesRevealed: lambda event: LogEntry(self._say("armies_revealed")),
            e.Rolled: self._rolled,
            e.RollDecided: self._roll_decided,
            e.RoleChosen: self._role_chosen,
            e.ObstaclePlaced: self._obstacle_placed,
            e.ObstaclePassed: self._of_army("obstacle_passed"),
            e.ObstaclesFinished: lambda event: LogEntry(self._say("obstacles_finished")),
            e.EdgeChosen: self._edge_chosen,
            e.Deployed: self._deployed,
            e.DeploymentFinished: self._deployment_finished,
            e.TurnStarted: self._turn_started,
            e.Moved: self._moved,
            e.Entered: self._entered,
            e.Boarded: self._aboard("boarded"),
            e.LeftVehicle: self._aboard("left_vehicle"),
            e.WeaponDropped: self._weapon_dropped,
            e.WeaponTaken: self._weapon_taken,
            e.Unstunned: lambda event: self._of_unit("unstunned", event, tone="good"),
            e.Healed: lambda event: self._of_unit("healed", event, tone="good", damage=event.damage),
            e.Withdrawn: self._withdrawn,
            e.SurvivorsWaiting: self._survivors_waiting,
            e.SurvivorPlaced: self._survivor_placed,
            combat.Shot: self._shot,
            combat.Stray: self._stray,
            combat.AreaHit: self._area,
            combat.AreaShot: self._area_shot,
            combat.Damage: self._damage,
            combat.Destroyed: lambda event: self._of_unit("destroyed", event, tone="bad"),
            combat.Fought: self._fought,
            captains.Delegated: lambda event: self._of_unit("delegated", event, seat=event.seat),
            captains.DrawOffered: self._of_army("draw_offered"),
            captains.DrawAnswered: self._draw_answered,
            captains.Conceded: self._of_army("conceded"),
            captains.ObjectiveClaimed: self._objective_claimed,
            captains.ClaimAnswered: self._claim_answered,
            captains.ObjectiveReached: self._objective_reached,
            captains.GameEnded: self._game_ended,
        }

    def describe(self, event: Event) -> LogEntry | None:
        """The log line of an event; ``None`` for one that needs none."""
        line = self._lines.get(type(event))
        return None if line is None else line(event)

    def explain(self, refusal: Refusal) -> Text:
        """A refusal in words: the sentence of its rule, then the lengths or points that decided it."""
        text = self._waited_for(refusal.facts) if refusal.rule == NOT_NOW else self._words.refusal(refusal.rule)
        lengths = [
            joined((name, decimal(f"{value:g} cm")), by=" ")
            for fact, name in self._words.table("lengths").items()
            if isinstance(value := refusal.facts.get(fact), (int, float))
        ]
        if {"points", "limit"} <= refusal.facts.keys():
            points, limit = refusal.facts["points"], refusal.facts["limit"]
            lengths.append(self._words.say("refused", "points", points=points, limit=limit))
        return shaped("{text} ({lengths})", text=text, lengths=joined(lengths)) if lengths else text

    def _waited_for(self, facts: Mapping[str, Fact]) -> Text:
        """Why an act does not belong now: whose turn it is, whom somebody has to place first, or which phase it is."""
        if army := facts.get("turn"):
            return self._words.say("waited_for", "turn", what=self._words.army(str(army)))
        if unit := facts.get("survivor"):
            return self._words.say("waited_for", "survivor", what=unit)
        if (phase := facts.get("phase")) and not facts.get("nothing"):
            return self._words.say("waited_for", "phase", what=self._words.say("phases", str(phase)))
        return self._words.refusal(NOT_NOW)

    # ------------------------------------------------------------------------------------------------------ small helps

    def _say(self, key: str, **places: object) -> Text:
        return self._words.say("log", key, **places)

    def _of_army(self, key: str) -> Callable[[Any], LogEntry]:
        return lambda event: LogEntry(self._say(key, army=self._words.army(event.army)), side=event.army)

    def _of_unit(self, key: str, event: Any, *, tone: Any = "info", **places: object) -> LogEntry:
        text = self._say(key, unit=event.unit, **places)
        return LogEntry(text, tone=tone, side=event.army, overlays=(Ring(event.unit, tone),))

    def _aboard(self, key: str) -> Callable[[Any], LogEntry]:
        return lambda event: LogEntry(
            self._say(key, unit=event.unit, vehicle=event.vehicle), overlays=(Ring(event.vehicle, "info"),)
        )

    def _units(self, units: tuple[UnitId, ...]) -> Text:
        return same(", ".join(units))

    # ------------------------------------------------------------------------------------------- before the first turn

    def _set_up(self, event: e.SetUp) -> LogEntry:
        scenario = event.position.scenario
        return LogEntry(self._say("set_up", scenario=event.name or named(self._scenarios.get(scenario), scenario)))

    def _rolled(self, event: e.Rolled) -> LogEntry:
        army = self._words.army(event.army)
        roll = RollShown(self._say("roll_off", army=army), event.die, whose=army)
        return LogEntry(self._say("rolled", army=army, die=event.die), side=event.army, rolls=(roll,))

    def _roll_decided(self, event: e.RollDecided) -> LogEntry:
        army = self._words.army(event.higher)
        return LogEntry(self._say(f"roll_decided_{event.purpose}", army=army), side=event.higher)

    def _role_chosen(self, event: e.RoleChosen) -> LogEntry:
        names = {"placing": self._words.army(event.placing), "choosing": self._words.army(event.choosing)}
        return LogEntry(self._say("role_chosen", **names), side=event.army)

    def _obstacle_placed(self, event: e.ObstaclePlaced) -> LogEntry:
        piece = self._words.terrain(event.piece.kind)
        text = self._say("obstacle_placed", army=self._words.army(event.army), piece=piece)
        return LogEntry(text, side=event.army, overlays=(Ring(event.piece.id, "info"),))

    def _edge_chosen(self, event: e.EdgeChosen) -> LogEntry:
        army, edge = self._words.army(event.army), self._words.edge(event.edge)
        return LogEntry(self._say("edge_chosen", army=army, edge=edge), side=event.army)

    def _deployed(self, event: e.Deployed) -> LogEntry:
        if event.vehicle is not None:
            return self._of_unit("deployed_aboard", event, vehicle=event.vehicle)
        return self._of_unit("deployed", event)

    def _deployment_finished(self, event: e.DeploymentFinished) -> LogEntry:
        army = self._words.army(event.army)
        return LogEntry(self._say("deployment_finished", army=army, count=len(event.reserve)), side=event.army)

    # ---------------------------------------------------------------------------------------------------------- turns

    def _turn_started(self, event: e.TurnStarted) -> LogEntry:
        text = self._say("turn_started", army=self._words.army(event.army), round=event.round)
        return LogEntry(text, side=event.army, tone="muted", heading=True)

    def _moved(self, event: e.Moved) -> LogEntry:
        return self._walk("moved", event)

    def _entered(self, event: e.Entered) -> LogEntry:
        return self._walk("entered", event)

    def _walk(self, key: str, event: e.Moved | e.Entered) -> LogEntry:
        length, mode = centimetres(event.length_mm), self._words.mode(event.mode.value)
        text = self._say(key, unit=event.unit, length=length, mode=mode)
        points = ((event.start.x_mm, event.start.y_mm), *((step[0], step[1]) for step in event.path_mm))
        path = Line(points, "info", length)
        return LogEntry(
            text, side=event.army, details=tuple(self._came_to(event)), overlays=(path, Ring(event.unit, "info"))
        )

    def _came_to(self, event: e.Moved | e.Entered) -> Iterator[Text]:
        """The floor a way led to, who came along, and whom it led into close combat."""
        level = event.path_mm[-1][2] if event.path_mm and len(event.path_mm[-1]) > 2 else 0
        if level != event.start.level:
            yield self._say("to_floor", level=level) if level else self._say("to_ground")
        if isinstance(event, e.Entered) and event.passengers:
            yield self._say("brought", units=self._units(event.passengers))
        if event.engages:
            yield self._say("engages", units=self._units(event.engages))

    def _weapon_dropped(self, event: e.WeaponDropped) -> LogEntry:
        key = "weapon_lost" if event.lost else "weapon_dropped"
        weapon = self._words.weapon(event.token.weapon)
        text = self._say(key, unit=event.unit, weapon=weapon)
        return LogEntry(text, side=event.army, overlays=(Ring(event.token.id, "info"),))

    def _weapon_taken(self, event: e.WeaponTaken) -> LogEntry:
        weapon = self._words.weapon(event.weapon)
        if event.from_ is None:
            return self._of_unit("weapon_picked_up", event, weapon=weapon)
        return self._of_unit("weapon_taken", event, giver=event.from_, weapon=weapon)

    def _withdrawn(self, event: e.Withdrawn) -> LogEntry:
        text = self._say("withdrawn_automatic" if event.automatic else "withdrawn", unit=event.unit)
        return LogEntry(text, side=event.army, tone="warn")

    def _survivors_waiting(self, event: e.SurvivorsWaiting) -> LogEntry:
        units = self._units(tuple(prompt.unit for prompt in event.prompts))
        return LogEntry(self._say("survivors_waiting", units=units), tone="warn")

    def _survivor_placed(self, event: e.SurvivorPlaced) -> LogEntry:
        return self._of_unit("survivor_placed", event)

    # --------------------------------------------------------------------------------------------------------- combat

    def _shot(self, event: combat.Shot) -> LogEntry:
        places = {"unit": event.unit, "target": event.target, "weapon": self._words.weapon(event.weapon)}
        if event.lost or event.die is None:
            return LogEntry(
                self._say("shot_lost" if event.lost else "shot_far", **places),
                tone="muted",
                side=event.army,
                overlays=_line_of_shot(event),
            )
        key = ("assault" if event.assault else "shot") + ("_hit" if event.hit else "_miss")
        need = 6 if event.need is None else event.need
        roll = RollShown(self._say("shot_roll"), event.die, need=need, success=event.hit, whose=same(event.unit))
        return LogEntry(
            self._say(key, **places),
            tone="good" if event.hit else "info",
            side=event.army,
            rolls=(roll,),
            details=tuple(self._receipt(event, need)),
            overlays=_line_of_shot(event),
        )

    def _receipt(self, event: combat.Shot, need: int) -> list[Text]:
        """Everything that decided a shot, line by line."""
        gap, reach = centimetres(max(0, event.gap_mm)), centimetres(event.reach_mm)
        found = [] if event.assault else [self._say("distance", gap=gap, reach=reach)]
        mode = self._words.mode(event.mode.value)
        found.append(self._say("need", power=event.power, protection=event.protection, mode=mode, need=f"{need}+"))
        if event.penalty:
            found.append(self._say("penalty", penalty=event.penalty))
        if event.cover is not None:
            found.append(self._say("cover", cover=event.cover))
        if event.into_close_combat:
            found.append(self._say("into_close_combat"))
        return found

    def _stray(self, event: combat.Stray) -> LogEntry:
        return LogEntry(self._say("stray", unit=event.unit), "bad", event.army, overlays=(Ring(event.unit, "bad"),))

    def _area(self, event: combat.AreaHit) -> LogEntry:
        text = self._say("area", units=self._units(event.units)) if event.units else self._say("area_none")
        spot = event.spot
        disc = Spot(Disc(spot.x_mm, spot.y_mm, spot.radius_mm + event.reach_mm), "warn", centimetres(event.reach_mm))
        rings = tuple(Ring(unit, "bad") for unit in event.units)
        return LogEntry(text, "warn", event.army, overlays=(disc, *rings))

    def _area_shot(self, event: combat.AreaShot) -> LogEntry:
        rolls: tuple[RollShown, ...] = ()
        if event.die is not None:
            army = self._words.army(event.army)
            purpose = self._say("shot_roll")
            rolls = (RollShown(purpose, event.die, need=event.need, success=event.hit, whose=army),)
        text = self._say("area_shot", unit=event.unit)
        return LogEntry(text, side=event.army, rolls=rolls, overlays=(Ring(event.unit, "warn"),))

    def _damage(self, event: combat.Damage) -> LogEntry:
        result = self._words.damage(event.result)
        roll = RollShown(self._say("damage_roll"), event.die, whose=same(event.unit))
        text = self._say("damage", unit=event.unit, result=result)
        return LogEntry(text, "bad", event.army, rolls=(roll,), overlays=(Ring(event.unit, "bad"),))

    def _fought(self, event: combat.Fought) -> LogEntry:
        link = Line(((event.start.x_mm, event.start.y_mm), (event.end.x_mm, event.end.y_mm)), "warn")
        places = {"unit": event.unit, "target": event.target}
        if event.dice is None:
            return LogEntry(self._say("fight_sure", **places), "good", event.army, overlays=(link,))
        rolls = tuple(
            RollShown(
                self._say("fight_roll", unit=who),
                die,
                success=None if event.loser is None else event.loser != who,
                whose=same(who),
            )
            for who, die in zip((event.unit, event.target), event.dice, strict=True)
        )
        if event.loser is None:
            return LogEntry(self._say("fight_draw", **places), "info", event.army, rolls=rolls, overlays=(link,))
        winner = event.unit if event.loser == event.target else event.target
        return LogEntry(self._say("fight", winner=winner, **places), "info", event.army, rolls=rolls, overlays=(link,))

    # ---------------------------------------------------------------------------------------------------- captains, end

    def _draw_answered(self, event: captains.DrawAnswered) -> LogEntry:
        text = self._say("draw_accepted" if event.yes else "draw_declined", army=self._words.army(event.army))
        return LogEntry(text, side=event.army)

    def _objective_claimed(self, event: captains.ObjectiveClaimed) -> LogEntry:
        claim = Text(event.text_es, event.text_en)
        text = self._say("objective_claimed", army=self._words.army(event.army), text=claim)
        return LogEntry(text, "warn", event.army)

    def _claim_answered(self, event: captains.ClaimAnswered) -> LogEntry:
        key = "claim_confirmed" if event.yes else "claim_denied"
        return LogEntry(self._say(key, army=self._words.army(event.army)), side=event.army)

    def _objective_reached(self, event: captains.ObjectiveReached) -> LogEntry:
        name = self._words.objective(event.kind)
        text = self._say("objective_reached", army=self._words.army(event.army), objective=name)
        return LogEntry(text, "good", event.army)

    def _game_ended(self, event: captains.GameEnded) -> LogEntry:
        reason = self._words.say("results", event.reason)
        points = self._say("points", a=event.points.get("A", 0), b=event.points.get("B", 0))
        if event.winner == "draw":
            return LogEntry(self._say("game_drawn", reason=reason), "good", details=(points,))
        winner = self._words.army(event.winner)
        text = self._say("game_ended", reason=reason, winner=winner)
        return LogEntry(text, "good", event.winner, details=(points,))


def _line_of_shot(event: combat.Shot) -> tuple[Overlay, ...]:
    """From the shooter to the target, with the gap; and what covered the target."""
    ends = ((event.start.x_mm, event.start.y_mm), (event.end.x_mm, event.end.y_mm))
    line = Line(ends, "good" if event.hit else "muted", centimetres(max(0, event.gap_mm)))
    cover = () if event.cover is None else (Ring(event.cover, "warn"),)
    return (line, Ring(event.target, "good" if event.hit else "muted"), *cover)
