"""Whom the game waits for, and what goes on by itself until somebody must decide ("Turn structure" in the rules)."""

from __future__ import annotations

from app.engine.types import Seat
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.land import generator, lots
from app.systems.tierras_distantes.muster import deploying, sides
from app.systems.tierras_distantes.position import events_setup as e
from app.systems.tierras_distantes.position.state import Position
from app.systems.tierras_distantes.position.story import Story
from app.systems.tierras_distantes.squads import locking
from app.systems.tierras_distantes.turn import batches


def players_asked(rules: Rules, position: Position) -> tuple[Player, ...]:
    """The players that the game waits for, nobody while something follows by itself; an open draw offer changes nothing in that
    (TD-END-12)."""
    match position.phase:
        case "squads":
            return tuple(player for player in PLAYERS if position.players[player].squad == "open")
        case "terrain":
            placing = position.placing
            return () if placing is None or placing.player is None else (placing.player,)
        case "sides":
            if position.chooser is None or rules.options.side_choice == "random":
                return ()
            return (position.chooser,)
        case "deployment":
            return deploying.deployers(rules, position)
        case "batch":
            return () if position.batch is None else (position.batch.player,)
        case "over":
            return ()


def seats_asked(rules: Rules, position: Position) -> tuple[Seat, ...]:
    """The same as seats."""
    return tuple(position.players[player].seat for player in players_asked(rules, position))


def go_on(story: Story, last: Player | None = None) -> None:
    """What follows by itself, after an act of ``last`` or from the opening of the game; who acted last counts where they place in turn,
    not before."""
    phase = None
    if story.position.phase != "deployment":
        last = None
    while phase != story.position.phase:
        phase = story.position.phase
        if phase == "squads" and locking.are_settled(story.position):
            locking.open_squads(story)
        elif phase == "terrain":
            _terrain(story)
        elif phase == "deployment":
            _deployment(story, last)
            last = None


def _terrain(story: Story) -> None:
    """Terrain by dice or by lot, if it is not the scenario's; then the roll for the sides (TD-TER-03)."""
    position, mode = story.position, story.rules.options.terrain_mode
    if mode == "generator":
        roll_terrain(story)
    elif mode == "players" and all(each.owner is None for each in (position.placing or lots.NOTHING).pool):
        lots.draw_lots(story)
    if not lots.in_hand(story.position):
        sides.roll_sides(story)


def roll_terrain(story: Story) -> None:
    """Terrain by dice (TD-TER-03)."""
    board = story.position.board
    sectors, dice = generator.generated(story.rules, board.width_mm, board.height_mm, story.roll)
    pieces = generator.pieces_of(story.rules, board.width_mm, sectors)
    story.add(e.TerrainGenerated(tuple(dice), tuple(sectors), pieces))


def _deployment(story: Story, last: Player | None) -> None:
    """In turn the next go is settled; once both are done play begins (TD-DEP-04)."""
    position = story.position
    if story.rules.options.deployment_order == "alternate" and not position.players["A"].confirmed:
        deploying.take_turns(story, last)
    if all(story.position.players[player].confirmed for player in PLAYERS):
        deploying.open_deployment(story)
        batches.begin_play(story)
