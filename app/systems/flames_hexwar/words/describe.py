"""Log lines: every event in words, with its dice, from the event alone; and refusals in words.

A line is found by the event's tag, or by one of its variants (``_VARIANTS``); its places are filled from the event's own fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from app.boards.hexes import Hex
from app.engine.refusal import Refusal
from app.engine.scene import Tone
from app.engine.telling import LogEntry, Overlay, Ring, RollShown
from app.engine.types import Event, Text
from app.engine.words import filled, listed, same
from app.systems.flames_hexwar.book.kinds import Place, Side, other
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.told import Told
from app.systems.flames_hexwar.words import names

SILENT: Final = frozenset(
    {
        e.Flow,
        e.Marked,
        ep.DraftsCleared,
        ep.CardPlayed,
        em.Announced,
        em.RallyDone,
        em.RallyNoted,
        em.SightNoted,
        em.FirstFiredAt,
        ef.Hurts,
        ef.Tallied,
        ef.LossesCounted,
        ef.BatteryCounted,
        em.SeenEntering,
        em.FoundOut,
        em.FoxholesLeft,
        ep.CountDropped,
    }
)
"""What is never told in words."""
HEADINGS: Final = frozenset({e.TurnStarted, e.PhaseChanged})
TONES: Final[Mapping[type[Event], Tone]] = {
    ef.Destroyed: "bad",
    ef.BailedOut: "bad",
    ef.Suppressed: "warn",
    ef.Repelled: "warn",
    e.PlatoonRemoved: "bad",
    e.CompanyFailed: "bad",
    em.Reorganised: "good",
    ep.Committed: "muted",
    ep.Drafted: "muted",
    ep.Withdrawn: "muted",
    ep.Reopened: "muted",
    ep.Held: "muted",
    ep.Passed: "muted",
    ep.Placed: "muted",
    e.TurnEnded: "muted",
    em.Turned: "muted",
    ef.HitGiven: "muted",
    ef.WreckPlaced: "muted",
}
Variant = Callable[[Any], str | None]
"""What tells two lines of one kind of event apart; ``None``: nothing is said."""


def _passed(event: Any) -> str:
    return "yes" if event.passed else "no"


_VARIANTS: Final[Mapping[type[Event], Variant]] = {
    e.PhaseChanged: lambda event: event.phase,
    ep.ReservesRolled: lambda event: "",
    ep.Stationed: lambda event: "off" if event.off_board else "on",
    ep.Placed: lambda event: "aboard" if event.aboard else "" if event.where is not None else None,
    ep.Drafted: lambda event: None if event.act in ("order", "deck") else event.act,  # the cards show them
    ep.StandingSet: lambda event: "on" if event.in_force else "off",
    ep.RolledOff: lambda event: event.what,
    ep.Held: lambda event: None if event.until == "standing" else event.until,
    em.Rallied: lambda event: f"{event.what}_{_passed(event)}",
    em.BogTested: lambda event: ("gun_" if event.is_gun else "") + _passed(event),
    em.Lifted: lambda event: "yes" if event.die >= event.need else "no",
    em.Disengaged: _passed,
    em.DugIn: lambda event: "yes" if event.die >= event.need else "no",
    em.Recovered: _passed,
    em.AirCalled: lambda event: "no" if not event.planes else "yes_one" if event.planes == 1 else "yes",
    e.MoraleTested: lambda event: ("platoon_" if event.platoon is not None else "company_") + _passed(event),
    e.DrawAnswered: lambda event: "yes" if event.accept else "no",
    e.GameEnded: lambda event: event.result.reason,
    em.MudRolled: lambda event: "up" if event.up else "down",
    em.HaltedAt: lambda event: "turned" if event.turned else None,
    em.Appointed: lambda event: "company" if event.company else "",
    em.Consolidated: lambda event: "assault" if event.assault else "",
    ef.Designated: lambda event: event.act["type"],
    ef.Saved: _passed,
    ef.FirepowerRolled: _passed,
    ef.ArmourRolled: lambda event: "yes" if event.total > event.against else "no",
    ef.BailedOut: lambda event: "again" if event.again else "",
    ef.Destroyed: lambda event: event.cause,
    ef.RidersRolled: _passed,
    ef.Available: lambda event: ("yes" if event.passed else "no") if event.die is not None else "free",
    ef.RangedIn: lambda event: "no" if event.attempt is None else "yes",
    ef.BombardRolled: lambda event: "yes" if event.hit else "no",
    ef.AirRolled: lambda event: "yes" if event.hit else "no",
    ef.AreaAcquired: lambda event: ("battery_" if event.battery is not None else "") + _passed(event),
    ef.Swapped: lambda event: ("hero_" if event.hero else "") + _passed(event),
    ef.SmokeRolled: lambda event: "out" if event.out else "",
    ef.AssaultBegun: lambda event: "void" if event.void else "",
    ef.AssaultTested: lambda event: ("terror_" if event.modifier == 0 and event.platoon else "") + _passed(event),
    ef.Confirmed: _passed,
}
NAMED: Final = ("team", "shooter", "vehicle", "carrier")
CELLS: Final = ("where", "to", "start", "end")
NUMBERS: Final = (
    "turn", "count", "planes", "turned", "downed", "hits", "maybe", "need", "total", "armour", "attempt", "sight", "modifier",
    "arrives", "attack",
)  # fmt: skip

FEW: Final = 6
"""More teams than so many are told by how many of each platoon they are."""


class Describer:
    """Puts the events of the game into words."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._words = rules.words

    def describe(self, event: Event) -> LogEntry | None:
        """The log line of an event; ``None`` for one that needs none."""
        if type(event) in SILENT:
            return None
        key = self._key(event)
        if key is None:
            return None
        text = filled(self._words.table("log")[key], **self._places(event))
        return LogEntry(
            text,
            tone=TONES.get(type(event), "info"),
            side=self._side(event),
            rolls=self._rolls(event),
            overlays=self._overlays(event),
            heading=type(event) in HEADINGS,
        )

    def _key(self, event: Event) -> str | None:
        tag = str(event.__struct_config__.tag)
        variant = _VARIANTS.get(type(event))
        if variant is None:
            return tag
        found = variant(event)
        if found is None:
            return None
        return f"{tag}_{found}" if found else tag

    def explain(self, refusal: Refusal) -> Text:
        """A refusal in words: the sentence of its rule with the numbers that decided it, where they are known."""
        if refusal.facts.get("rough"):
            return self._words.say("refusal_rough", refusal.rule, most=refusal.facts["most"])
        return self._words.refused(refusal.rule, refusal.facts)

    # ------------------------------------------------------------------------------------------------------------- places

    def _name(self, event: Event, name: str) -> Text:
        """A team or a platoon that an event names, by the kind that it says."""
        found = event.who.get(name) if isinstance(event, Told) else None
        if found is None:
            return same(name)
        kind = found[0]
        is_team = kind in self._rules.teams
        return (names.team_name if is_team else names.platoon_name)(self._rules, kind, name)

    def _places(self, event: Event) -> dict[str, object]:
        found: dict[str, object] = {}
        for field in event.__struct_fields__:
            value = getattr(event, field)
            placed = self._place(event, field, value)
            if placed is not None:
                found[field] = placed
        found.setdefault("who", self._who(event))
        return found

    def _place(self, event: Event, field: str, value: Any) -> object:
        if field in (*NAMED, "platoon", "battery", "firing") and isinstance(value, str):
            return self._name(event, value)
        if field == "target" and isinstance(value, str):
            return self._name(event, value)
        if field in CELLS and isinstance(value, (Hex, Place)):
            return names.cell(value)
        if field == "where" and isinstance(value, tuple):
            return listed(names.cell(each) for each in value)
        if field == "teams" and len(value) > FEW:
            return listed(
                self._words.say("log", "teams_of", n=n, platoon=platoon)
                for platoon, n in Counter(name.partition(".")[0] for name in value).items()
            )
        if field in ("teams", "platoons", "found"):
            return listed(self._name(event, each) for each in value)
        if field == "weapon":
            return names.weapon_name(self._rules, value)
        if field == "order" and isinstance(event, ep.CardTurned):
            return names.order_name(self._rules, event.order, event.ae)
        if field == "weather":
            return self._rules.weather[event.weather].name  # type: ignore[attr-defined]
        if field == "dice":
            return len(value)
        if field in NUMBERS or isinstance(value, int):
            return value
        if field == "winner":
            return names.side_name(self._rules, value)
        if field == "company" and isinstance(value, str):
            return value[1:]
        return self._special_place(event, field, value)

    def _special_place(self, event: Event, field: str, value: Any) -> object:
        say = self._words.say
        if isinstance(event, ep.PlansRevealed) and field == "sizes":
            return listed(
                say("log", "deck_of", company=key, cards=self._words.counted("log", "cards", size), aside=aside)
                for key, (size, aside) in value.items()
            )
        if isinstance(event, ep.Counted) and field == "left":
            return listed(say("log", "left_of", company=key, n=count) for key, count in value.items())
        if isinstance(event, ep.Counted) and field == "step":
            return say("steps", value)
        if isinstance(event, e.ObjectivesHeld) and field == "held":
            held = {at: side for at, side in value.items() if side is not None}
            if not held:
                return say("log", "held_by_nobody")
            return listed(
                say("log", "held_by", cell=at, who=names.side_name(self._rules, side)) for at, side in held.items()
            )
        if isinstance(event, ef.EntriesRevealed) and field == "entries":
            if not value:
                return say("log", "no_entries")
            return listed(
                say("log", "entry_of", who=names.side_name(self._rules, each.side), cell=names.cell(each.at))
                for each in value
            )
        if isinstance(event, e.SetUp) and field == "position":
            return self._scenario(value)
        if isinstance(event, e.GameEnded) and field == "result":
            return same("") if value.side is None else names.side_name(self._rules, value.side)
        return None

    def _scenario(self, position: Any) -> Text:
        if position.battle is not None:
            return Text(str(position.battle["name_es"]), str(position.battle["name_en"]))
        scenario = self._rules.scenarios.get(position.scenario)
        return same(position.scenario) if scenario is None else scenario.name

    def _who(self, event: Event) -> Text:
        seat = getattr(event, "seat", None)
        if seat is not None:
            return names.player(self._rules, seat)
        side = self._side(event)
        return same("") if side is None else names.side_name(self._rules, side)  # type: ignore[arg-type]

    def _side(self, event: Event) -> str | None:
        side: Side | None = getattr(event, "side", None)
        if side is not None:
            return side
        if isinstance(event, Told):
            for field in ("shooter", "team", "platoon", "battery"):
                name = getattr(event, field, None)
                if isinstance(name, str) and name in event.who:
                    own = event.who[name][1]
                    return other(own) if isinstance(event, ef.FirepowerRolled) else own
        return None

    # --------------------------------------------------------------------------------------------------------------- dice

    def _rolls(self, event: Any) -> tuple[RollShown, ...]:
        die, dice = getattr(event, "die", None), getattr(event, "dice", ())
        need = getattr(event, "need", None)
        if isinstance(event, ef.ShotsRolled):
            return tuple(self._roll(event, value, need, success=hits) for value, need, hits in judged_shots(event))
        if isinstance(event, ef.Confirmed):
            return tuple(
                self._roll(event, value, needed) for value, needed in zip(event.dice, event.needs, strict=False)
            )
        values = (*(() if die is None else (die,)), *dice)
        return tuple(self._roll(event, value, need) for value in values)

    def _roll(self, event: Any, value: int, need: int | None, *, success: bool | None = None) -> RollShown:
        sides = 10 if isinstance(event, em.MudRolled) else getattr(event, "sides", 0) or 6
        added = getattr(event, "modifier", 0)
        success = success if success is not None or not need else value + added >= need
        came = self._words.table("came").get(f"{event.__struct_config__.tag}_{'yes' if success else 'no'}")
        return RollShown(
            self._words.say("dice", str(event.__struct_config__.tag)),
            value,
            sides=max(sides, value),
            need=need or None,
            success=success,
            whose=self._whose(event),
            outcome=None if success is None else came,
        )

    def _whose(self, event: Any) -> Text | None:
        """Whose die it is: that of a firepower roll is of those who fired."""
        if isinstance(event, ef.FirepowerRolled):
            return self._who(event) if self._side(event) is not None else None
        for field in ("shooter", "team", "platoon"):
            name = getattr(event, field, None)
            if isinstance(name, str):
                return self._name(event, name)
        return self._who(event) if self._side(event) is not None else None

    def _overlays(self, event: Any) -> tuple[Overlay, ...]:
        rings = (getattr(event, field, None) for field in ("shooter", "team"))
        return tuple(Ring(name, "info") for name in rings if isinstance(name, str))


def judged_shots(event: ef.ShotsRolled) -> list[tuple[int, int | None, bool | None]]:
    """Each die of a weapon with the lowest number that would hit anybody, or that it missed although it met that one, and whether it hit: the
    highest number hits whoever it is, a lower one as long as there is a team left that it hits, the lowest dice first (FHW-HIT-03)."""
    needs = sorted({first for first, *_ in event.needs.values()})
    if not needs:
        return [(value, None, None) for value in event.dice]
    lower = sorted(value for value in event.dice if needs[0] <= value < needs[-1])
    lucky = lower[: event.hits + event.maybe - sum(value >= needs[-1] for value in event.dice)]
    found: list[tuple[int, int | None, bool | None]] = []
    for value in event.dice:
        hits = value >= needs[-1] or value in lucky
        if value in lucky:
            lucky.remove(value)
        found.append((value, needs[0] if hits else next(need for need in needs if need > value), hits))
    return found
