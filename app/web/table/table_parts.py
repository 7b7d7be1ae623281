"""What the table page shows beside the board, as plain values for its templates: players, proposals, log, the ending."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, Final

import msgspec

from app.engine.scene import Figure, Scene, Standing, Tone
from app.engine.telling import LogEntry, RollShown
from app.engine.types import SEATS, Goal, Text
from app.rooms.archive.unproved import unproved
from app.rooms.values.players import letters_of, names_of
from app.web.draw.render import SIDES, Renderer, side_number
from app.web.table import clock_parts, proposing
from app.web.table.luck import Seldom, rolls_by_side, unlikeliest
from app.web.wire.templating import Templates

LOG_SHOWN: Final = 150
"""How many lines of the log, and of the chat, a page brings at once; earlier ones are asked for."""
SUMMARY: Final = "summary"
"""The panel in which a game without standings tells, at its end, how each side has fared."""
_SIDE_FIELDS: Final = ("side", "army", "faction")
_ROOM_TONES: Final[Mapping[str, Tone]] = dict.fromkeys(
    (
        *("resigned", "undone", "room_paused", "corrected", "seat_replaced", "link_replaced", "room_closed"),
        *("time_up", "forfeited"),
    ),
    "warn",
)


class Player(msgspec.Struct, frozen=True):
    """Somebody at the table, as the bar shows them: in the colour of their ``side``, by their ``letter``."""

    seat: str
    letter: str
    name: str | None
    side: int
    me: bool
    bot: bool
    taken: bool
    to_act: bool
    here: bool


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log, of the game or ``of_room``. One that tells that ``seat`` took something back says after which number what it
    did is ``undone``; one that tells that they ask to, after which number what they did would be (``asked``). One that tells that
    somebody else's proposal is ``declined`` says which."""

    seq: int
    at: str
    seat: str | None
    entry: LogEntry
    overlays: str
    undone: int | None = None
    asked: int | None = None
    of_room: bool = False
    declined: int | None = None


class Said(msgspec.Struct, frozen=True):
    """A line of chat; ``to`` is ``table``, ``army`` or ``spectators``."""

    seq: int
    who: str
    side: int
    me: bool
    to: str
    text: str


MORE: Final = LOG_SHOWN + 1
"""One line more than is shown, to know whether there are earlier ones."""


class NewestLines(msgspec.Struct, frozen=True):
    """The newest lines of a list, and whether there are ``earlier`` ones."""

    lines: list[Any]  # of one of the kinds above
    earlier: bool

    @classmethod
    def of(cls, found: list[Any]) -> NewestLines:
        """What is shown of ``MORE`` lines."""
        return cls(found[-LOG_SHOWN:], earlier=len(found) > LOG_SHOWN)

    def context(self, name: str) -> dict[str, Any]:
        """The same for a template, where the list is called ``name``."""
        return {name: self.lines, f"earlier_{name}": self.earlier}


class Live(msgspec.Struct, frozen=True):
    """What the page's own code needs to know after every message; ``allies``: somebody else plays on the viewer's side,
    ``next_room``: where those who sat here play again."""

    seq: int
    status: str
    my_go: bool
    allies: bool
    to_act: tuple[str, ...]
    full: bool
    over: bool
    next_room: str | None


class Luck(msgspec.Struct, frozen=True):
    """How the dice treated a side: rolls that needed something, how many came off, how many were to be expected."""

    side: str
    rolls: int
    needing: int
    came_off: int
    expected: str
    average: str


class Score(msgspec.Struct, frozen=True):
    """How a seat or a side (``whose``) stands at the end, in the colour of ``side``: its numbers, or what its game says of it in
    words."""

    whose: str
    side: str
    name: Text | None = None
    figures: tuple[Figure, ...] = ()
    words: Text | None = None


class Ending(msgspec.Struct, frozen=True):
    """The end of a game for one viewer; no ``text`` where its room was closed before the game had ended. ``forfeit`` names those
    from whom it was claimed because their time ran out."""

    verdict: str
    text: Text | None
    luck: tuple[Luck, ...]
    commitment: str | None
    secret: str | None
    scores: tuple[Score, ...] = ()
    seldom: tuple[Seldom, ...] = ()
    forfeit: str | None = None
    unproved: tuple[Text, ...] = ()
    """What the file of the game does not prove of it, whoever checks it."""
    goals: tuple[Goal, ...] = ()
    """How what wins stood in the end, as far as it can be counted."""
    when: Text | None = None


def sides(info: Any) -> dict[str, int]:
    """The numbers of a room's sides: letters count from A, any other names in the order of their seats; a
    letter among other names keeps its own."""
    found = list(dict.fromkeys(_side_of(seat, index) for index, seat in enumerate(_plain(info.seats))))
    if all(len(side) == 1 for side in found):
        return {side: side_number(side) for side in found}
    return {side: number % SIDES + 1 for number, side in enumerate(found) if len(side) > 1} | {
        side: side_number(side) for side in found if len(side) == 1
    }


def who(info: Any) -> tuple[dict[str, int], dict[str, str]]:
    """What a drawing takes of a room: the numbers of its sides, and the names of those who play."""
    return sides(info), names_of(info.seats)


def players(info: Any, viewer: str, here: Iterable[str] = (), *, standings: Iterable[Standing] = ()) -> list[Player]:
    """Everybody at the table in seat order; ``here`` are the seats that look on, the viewer's own surely among them. Each
    wears the colour and the letter of their side as the board does, where the game's ``standings`` say it."""
    present = {viewer, *here}
    numbers, letters = sides(info), letters_of(info.seats)
    stand = {str(each.seat): each.side for each in standings}
    return [
        Player(
            seat=str(seat["seat"]),
            letter=_letter(stand.get(str(seat["seat"]))) or letters[str(seat["seat"])],
            name=seat.get("name") or None,
            side=_number(stand.get(str(seat["seat"])), numbers) or numbers[_side_of(seat, index)],
            me=seat["seat"] == viewer,
            bot=seat["kind"] == "bot",
            taken=bool(seat["taken"]),
            to_act=info.status == "playing" and seat["seat"] in info.to_act,
            here=seat["seat"] in present,
        )
        for index, seat in enumerate(_plain(info.seats))
    ]


def _letter(side: str | None) -> str:
    return side.upper() if side and len(side) == 1 else ""


def _number(side: str | None, numbers: Mapping[str, int]) -> int:
    return numbers.get(side or "") or side_number(side)


def how_taken_back(info: Any, found: Iterable[Player]) -> str:
    """How one's own decision is taken back at this table: ``never``, ``alone`` where there is nobody else to be asked, ``free`` where
    others are asked once a die fell, ``consent`` where they are always asked."""
    how = str(info.options.get("take_back", "free"))
    is_alone = all(player.me or player.bot for player in found)
    return "alone" if how != "never" and is_alone else how


def waiting_names(found: Iterable[Player]) -> list[str]:
    """The seats nobody has taken yet."""
    return [player.seat.upper() for player in found if not player.taken]


def names(info: Any) -> dict[str, str]:
    """Each seat's name, the letter for a nameless one."""
    return {str(seat["seat"]): seat.get("name") or str(seat["seat"]).upper() for seat in _plain(info.seats)}


def _side_of(seat: Mapping[str, Any], index: int) -> str:
    """The side of a seat: what the game calls it; before it begins what the seat asked for, else one of its own."""
    said = next((seat[field] for field in _SIDE_FIELDS if seat.get(field)), None)
    return str(said) if said else SEATS[index % len(SEATS)]


def _plain(seats: Any) -> list[dict[str, Any]]:
    plain: list[dict[str, Any]] = msgspec.to_builtins(seats)
    return plain


def asked(proposals: Iterable[Any], info: Any, viewer: str, templates: Templates, lang: str) -> list[proposing.Asked]:
    """Every proposal that waits for an answer."""
    return proposing.asked(proposals, names(info), viewer, templates, lang)


def has_allies(info: Any, viewer: str) -> bool:
    """Whether another person plays on the viewer's side, as the game has set the sides."""
    seats = {str(seat["seat"]): seat for seat in _plain(info.seats)}
    mine = seats.pop(viewer, {}).get("side")
    return mine is not None and any(seat.get("side") == mine and seat["kind"] != "bot" for seat in seats.values())


def live(seq: int, scene: Scene, info: Any, viewer: str, *, full: bool) -> Live:
    """The state of a viewer's page after ``seq``."""
    return Live(
        seq=seq,
        status=info.status,
        my_go=scene.my_go and info.status == "playing",
        allies=has_allies(info, viewer),
        to_act=tuple(info.to_act),
        full=full,
        over=info.status == "finished",
        next_room=info.next_room,
    )


class Record:
    """Tells game events and room events apart, and words the latter."""

    def __init__(
        self, templates: Templates, draw: Renderer, info: Any, viewer: str, standings: Iterable[Standing] = ()
    ) -> None:
        self._texts = templates.texts
        self._draw = draw
        self._names = names(info)
        self._clock_sides = clock_parts.side_names(info, self._names)
        self._sides = {player.seat: player.side for player in players(info, viewer, standings=standings)}
        self._viewer = viewer

    def lines(
        self,
        events: Sequence[Mapping[str, Any]],
        log: Sequence[LogEntry | None],
        *,
        most: int | None = None,
        end: int | None = None,
    ) -> list[LogLine]:
        """The log: what the game says of its events, and what the room says of its own; the newest ``most`` lines of the first
        ``end`` events."""
        return list(islice(self._newest_lines(events, log, end), most))[::-1]

    def _newest_lines(
        self, events: Sequence[Mapping[str, Any]], log: Sequence[LogEntry | None], end: int | None
    ) -> Iterator[LogLine]:
        for n, called in proposing.newest_first(events, self._names, end):
            if n and proposing.is_of_draw(events[n - 1]):
                continue  # told in the line of the room's own event, which it follows from
            event = events[n]
            retold = log[n + 1] if proposing.is_of_draw(event) and n + 1 < len(log) else None
            worded = log[n] or retold or self._room_entry(event, called)
            if worded is not None:
                undone = event.get("to") if event["type"] == "undone" else None
                asked = event.get("to") if event["type"] == "proposal_made" and event["kind"] == "undo" else None
                declined = event.get("n") if proposing.is_declined(event) else None
                shown = self._draw.overlays(worded)
                yield LogLine(
                    event["seq"], event["at"], event.get("seat"), worded, shown, undone, asked, log[n] is None, declined
                )

    def chat(
        self, events: Sequence[Mapping[str, Any]], *, most: int | None = None, end: int | None = None
    ) -> list[Said]:
        """What people said; the newest ``most`` lines of the first ``end`` events."""
        back = proposing.newest_first(events, self._names, end)
        said = (self._said(events[n], called) for n, called in back if events[n]["type"] == "message")
        return list(islice(said, most))[::-1]

    def _said(self, event: Mapping[str, Any], called: Mapping[str, str]) -> Said:
        seat = event.get("seat")
        return Said(
            seq=event["seq"],
            who=called.get(seat, "") if seat else self._spectator(event),
            side=self._sides.get(seat, 0) if seat else 0,
            me=seat == self._viewer,
            to=event["to"],
            text=event["text"],
        )

    def _spectator(self, event: Mapping[str, Any]) -> str:
        """The name that a spectator goes by."""
        return str(event.get("name") or self._draw.words(self._texts.text("table.js.a_spectator")))

    def _room_entry(self, event: Mapping[str, Any], called: Mapping[str, str]) -> LogEntry | None:
        words = proposing.event_words(event, called, self._texts, self._clock_sides)
        return None if words is None else LogEntry(words, tone=_ROOM_TONES.get(event["type"], "muted"))


def ending(scene: Scene, info: Any, viewer: str, log: Sequence[LogEntry | None], lang: str = "en") -> Ending | None:
    """The end screen of a finished game, its numbers as ``lang`` writes them; ``None`` before."""
    if scene.ending is None and info.status != "finished":
        return None
    dice = msgspec.to_builtins(info.dice) or {}
    return Ending(
        verdict="closed" if scene.ending is None else _verdict(info, viewer),
        text=scene.ending,
        luck=tuple(luck(log, lang)),
        commitment=dice.get("commitment"),
        secret=dice.get("secret"),
        scores=tuple(_scores(scene)),
        seldom=tuple(unlikeliest(log)),
        forfeit=clock_parts.forfeited(info, names(info)),
        unproved=unproved(has_rules=False, is_imported=True),
        goals=tuple(goal for goal in scene.goals if goal.tallies),
        when=scene.headline if scene.ending is not None else None,
    )


def _scores(scene: Scene) -> Iterator[Score]:
    """The standings of every seat; without them the game's own summary, side by side."""
    for each in scene.standings:
        yield Score(str(each.seat), each.side, each.name, each.figures)
    summary = next((panel for panel in scene.panels if panel.id == SUMMARY), None)
    for row in summary.rows if summary is not None and not scene.standings else ():
        if row.side is not None:
            yield Score(row.side, row.side, words=row.detail or row.title)


def _verdict(info: Any, viewer: str) -> str:
    result = msgspec.to_builtins(info.result) or {}
    winners = result.get("winners", [])
    if not winners:
        return "drawn"
    if viewer not in SEATS:
        return "title"
    return "won" if viewer in winners else "lost"


def luck(log: Iterable[LogEntry | None], lang: str = "en") -> list[Luck]:
    """The rolls of each side that the log shows, in the order sides first rolled."""
    return [_luck(side, rolls, lang) for side, rolls in rolls_by_side(log).items()]


def _luck(side: str, rolls: Sequence[Any], lang: str) -> Luck:
    needing = [roll for roll in rolls if roll.need is not None and roll.success is not None]
    expected = sum(Fraction(_faces(roll), roll.sides) for roll in needing)
    return Luck(
        side=side,
        rolls=len(rolls),
        needing=len(needing),
        came_off=sum(1 for roll in needing if roll.success),
        expected=_decimal(f"{float(expected):.1f}", lang),
        average=_decimal(f"{sum(roll.value for roll in rolls) / len(rolls):.2f}", lang),
    )


def _decimal(number: str, lang: str) -> str:
    return number.replace(".", ",") if lang == "es" else number


def _faces(roll: RollShown) -> int:
    """How many faces of a die come off."""
    need = roll.need or 0
    good = need if roll.low else roll.sides + 1 - need
    return max(0, min(roll.sides, good))
