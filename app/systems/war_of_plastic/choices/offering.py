"""The offers of one seat at one moment, in the words of the game."""

from __future__ import annotations

from functools import partial

from app.engine import offering
from app.engine.types import Action, Seat, Text
from app.engine.words import joined
from app.systems.war_of_plastic.book.words import Words
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.judge.acts import check


class Offering(offering.Offering):
    """Makes the offers of one seat at one moment."""

    def __init__(self, words: Words, moment: Moment, seat: Seat) -> None:
        super().__init__(self._accepts, partial(words.say, "actions"))
        self.words = words
        self.moment = moment
        self.seat = seat

    def _accepts(self, action: Action) -> bool:
        return check(self.moment, self.seat, action) is None

    def label(self, action: str, thing: Text) -> Text:
        """What is done with what: ``Shoot: Rifle``."""
        name = self.words.say("actions", action)
        return joined((name, thing), by=": ")
