"""Response windows: whom they ask, and when they close (OW-WIN)."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.magic.asking import asked
from app.systems.open_wars.magic.castable import can_cast
from app.systems.open_wars.position.events import Passed
from app.systems.open_wars.position.frames import WindowFrame


def run(story: Story, frame: WindowFrame) -> None:
    """Begins a round of asking; closes the window when nobody is left to ask."""
    if not frame.fresh:
        story.pop()
        return
    mages = {token.seat for token in story.position.tokens.values() if story.rules.units[token.unit].is_magic}
    able = [seat for seat in story.playing() if seat in mages and may_answer(story, frame, seat)]
    queue = asked(frame.kind, story.playing(), able, opener=frame.opener, another_has_cast=frame.opener is None)
    story.put(replace(frame, queue=queue, fresh=False))


def may_answer(story: Story, frame: WindowFrame, seat: Seat) -> bool:
    """Whether a window asks a seat that owns a magic unit: if it can cast something, with closed reserves always (OW-WIN-01,
    OW-HID-02). Whoever cast the spell on top does not answer it (OW-DSP-01)."""
    if frame.kind == "dispel" and seat == frame.opener:
        return False
    return not story.rules.options.open_reserves or can_cast(story.field, story.position, seat, frame.kind)


def pass_on(story: Story, frame: WindowFrame, seat: Seat) -> None:
    """A seat casts nothing; the next one is asked."""
    story.add(Passed(seat, frame.kind))
    story.put(replace(frame, queue=frame.queue[1:]))


def answered(frame: WindowFrame, seat: Seat) -> WindowFrame:
    """The window after a cast in it: asked from the first seat on again; its opener too, unless he cast himself
    (OW-WIN-01, OW-WIN-02)."""
    opener = frame.opener if frame.opener == seat else None
    return replace(frame, queue=(), fresh=True, opener=opener)
