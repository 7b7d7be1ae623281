"""Small battles on an open board, played act by act with the dice that fall."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from app.boards import hexes
from app.engine.dice import GivenDice
from app.engine.refusal import Refusal
from app.engine.story import Step
from app.engine.system import Setup
from app.engine.types import Action, Event, RuleId, Seat
from app.engine.workshop.workshop import OWN
from app.systems.flames_hexwar.book.kinds import SIDES
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.opening.setup import open_game
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.state import Platoon, Position, Team
from app.systems.flames_hexwar.turn.machine import asked, prompt_of
from tests.games.flames_hexwar.table import book

COLUMNS, ROWS = 20, 12
Shot = dict[str, Any]
Teams = Mapping[int, str]
"""Index of a team -> the hex where it stands: ``"0504"``, with a facing ``"0504>2"``, with a floor ``"0504/2"``."""


def platoon(name: str, kind: str, teams: Teams, start: str = "board", company: str = "1") -> dict[str, Any]:
    """A platoon of a side."""
    return {
        "id": name,
        "company": company,
        "platoon": kind,
        "start": start,
        "placements": [_placed(number, at) for number, at in teams.items()],
    }


def squad(name: str, kind: str, near: Teams | None = None, **more: str) -> dict[str, Any]:
    """A whole platoon, some of whose teams stand somewhere, the rest in a column of their own at its side's edge."""
    count = len(book().rules().platoons[kind].teams)
    column = "00" if name.startswith("A") else "19"
    facing = {True: "", False: ">3"}[column == "00"]
    turns = [book().rules().teams[team].turns for team in book().rules().platoons[kind].teams]
    rest = {n: f"{column}{n:02d}{facing if turns[n] else ''}" for n in range(min(count, ROWS))}
    return platoon(name, kind, rest | dict.fromkeys(range(ROWS, count), f"{column}00") | dict(near or {}), **more)


def _placed(number: int, at: str) -> dict[str, Any]:
    at, _, facing = at.partition(">")
    at, _, floor = at.partition("/")
    found: dict[str, Any] = {"team": number, "at": (int(at[:2]), int(at[2:]))}
    return found | ({"facing": int(facing)} if facing else {}) | ({"floor": int(floor)} if floor else {})


def act(kind: str, **fields: Any) -> Action:
    """An act as it is written on the wire."""
    return msgspec.convert({"type": kind, **fields}, a.AnyAction)


def shot(team: str, weapon: str, count: int = 1, at: str | None = None, **more: Any) -> Shot:
    """A shot of a declaration; without ``at`` one of opportunity fire."""
    return {"team": team, "weapon": weapon, "count": count, **({} if at is None else {"at": at}), **more}


class Table:
    """A battle on its way. Seat ``a`` attacks, ``b`` defends."""

    def __init__(
        self,
        attackers: Sequence[dict[str, Any]],
        defenders: Sequence[dict[str, Any]],
        *,
        surface: Mapping[str, str] | None = None,
        relief: Mapping[str, str] | None = None,
        options: Mapping[str, Any] | None = None,
        weather: str = "clear",
        turns: int = 6,
        air: Mapping[str, Any] | None = None,
        dice: Sequence[int] = (),
        seats: Sequence[Mapping[str, Any]] = ({}, {}),
        tables: Mapping[str, Any] | None = None,
        zones: Mapping[str, Any] | None = None,
        deployed: bool = True,
        forecast: Sequence[Mapping[str, Any]] = (),
        **more: Any,
    ) -> None:
        sides = [
            {"seat": "A", "nation": "soviet", "deploy": [(0, 0, 9, 11)], "platoon": list(attackers)},
            {"seat": "B", "nation": "german", "deploy": [(10, 0, 19, 11)], "platoon": list(defenders)},
        ]
        if air is not None:
            sides[0]["air"] = air
        for side in sides:
            side.update((zones or {}).get(side["seat"], {}))
        document = {
            "name_es": "x", "name_en": "x", "description_es": "x", "description_en": "x", "minutes": 10,
            "cols": COLUMNS, "rows": ROWS, "turns": turns, "objectives": [{"at": (19, 11), "name_es": "x", "name_en": "x"}],
            "weather": list(forecast or [{"turns": list(range(1, turns + 1)), "id": weather}]),
            "surface": _rows(surface or {}), "relief": _rows(relief or {}), "side": sides,
            "victory": {"attacker_needs_objectives": 1, "check_from_turn": 1, "otherwise": "defender"},
            **more,
        }  # fmt: skip
        chosen = {"min_points_percent": 0, **(options or {})}
        setup = Setup(OWN, tuple(seats), chosen, tables or {}, battle=document)
        self.position = open_game(book(), setup, GivenDice(())).position
        self.step: Step = acts.begin(self.moment, GivenDice(()))
        self.position = self.step.state
        self.events: list[Event] = []
        if deployed:
            for _ in SIDES:
                self.commit(*dice)

    @property
    def moment(self) -> Moment:
        at = self.position
        return Moment.of(at, book().rules(at.options, at.tables, at.battle))

    @property
    def asked(self) -> str:
        """Who is asked: ``"a"``, ``"ab"``."""
        return "".join(asked(self.moment.field))

    @property
    def prompt(self) -> str:
        return prompt_of(self.position)

    def refused(self, seat: str, action: Action) -> RuleId | None:
        """The rule that refuses an act, without ``FHW-``."""
        found = acts.check(self.moment, Seat(seat), action)
        return RuleId(found.rule.removeprefix("FHW-")) if isinstance(found, Refusal) else None

    def do(self, seat: str, action: Action, *dice: int) -> Table:
        """A legal act, with the dice that fall; all of them are rolled."""
        moment = self.moment
        verdict = acts.check(moment, Seat(seat), action)
        assert not isinstance(verdict, Refusal), (action, verdict)
        given = GivenDice(dice)
        self.step = acts.apply(moment, Seat(seat), action, verdict, given)
        assert len(self.step.rolls) == len(dice), f"{len(dice)} dice given, {len(self.step.rolls)} rolled"
        self.position = self.step.state
        self.events += self.step.events
        return self

    def plan(self, *dice: int, fill: bool = False, **orders: str) -> Table:
        """Orders by platoon (``A1="MD"``, ``A2="AE dig_in"``), then both commit."""
        for name, order in orders.items():
            word, _, special = order.partition(" ")
            self.do(name[0].lower(), a.GiveOrder(name, word, special or None))  # type: ignore[arg-type]
        waiting = self.asked
        for number, seat in enumerate(waiting):
            self.do(seat, a.Commit(fill), *(dice if number == len(waiting) - 1 else ()))
        return self

    def commit(self, *dice: int, fill: bool = False) -> Table:
        """Everybody who is asked commits; the dice fall on the last commit, if that ends the state."""
        waiting = self.asked
        is_last = self.prompt != "deploy_defender"
        for number, seat in enumerate(waiting):
            self.do(seat, a.Commit(fill), *(dice if is_last and number == len(waiting) - 1 else ()))
        return self

    def acts(self, seat: str, kind: str, *dice: int, **fields: Any) -> Table:
        """A legal act as it is written on the wire, with the dice that fall."""
        return self.do(seat, act(kind, **fields), *dice)

    def no(self, seat: str, kind: str, **fields: Any) -> RuleId | None:
        """The rule that refuses an act, without ``FHW-``; ``None``: it is legal."""
        return self.refused(seat, act(kind, **fields))

    def frame(self) -> Any:
        """What is being resolved, the innermost."""
        return self.position.frames[-1]

    def until(self, prompt: str, *dice: int) -> Table:
        """Commits without drafts until a state; the last commit rolls the dice."""
        while self.prompt != prompt:
            assert self.prompt in ("a1_designate", "a2_designate", "e_write"), self.prompt
            for seat in self.asked:
                self.do(seat, a.Commit(), *(dice if self.asked == seat else ()))
        return self

    def team(self, name: str) -> Team:
        return self.position.teams[name]  # type: ignore[index]

    def platoon(self, name: str) -> Platoon:
        return self.position.platoons[name]  # type: ignore[index]

    def where(self, name: str) -> str:
        """The hex of a team."""
        at = self.team(name).at
        assert at is not None
        return hexes.name(at)

    def told(self, *kinds: type[Event]) -> list[Any]:
        """What the last act brought, of these kinds."""
        return [event for event in self.step.events if not kinds or isinstance(event, kinds)]

    def change(self, name: str, **values: Any) -> Table:
        """A team in another state."""
        team = replace(self.team(name), **values)
        self.position = replace(self.position, teams={**self.position.teams, team.id: team})
        return self

    def changed(self, how: Callable[[Position], Position]) -> Table:
        self.position = how(self.position)
        return self


def _rows(signs: Mapping[str, str]) -> list[str]:
    """Rows of symbols, all plain but the hexes that are named."""
    found = [["."] * COLUMNS for _ in range(ROWS)]
    for at, sign in signs.items():
        found[int(at[2:])][int(at[:2])] = sign
    return ["".join(row) for row in found]


FAR = squad("B1", "ger_grenadiers_small")
"""A platoon in a column of its own at the defender's edge."""


def turned(own: Any, foes: Any = (FAR,), *dice: int, **more: Any) -> Table:
    """The first platoon's card turned in (b) or (c)."""
    orders = (
        {each["id"]: "FC" for each in (*own, *foes) if "hq" not in each["platoon"]}
        | {"A1": "MD"}
        | more.pop("orders", {})
    )
    before = more.pop("before", lambda at: at)
    at = Table(own, foes, **more).plan(**orders).until({"MD": "c", "MT": "b"}[orders["A1"]])
    return before(at).acts("a", "activate", *dice, platoon="A1")
