"""Setting up the field: roll-offs, roles, the pool of methods A and B, the choice of edges (WOP-OBST, WOP-DEPL-01,
WOP-DEPL-02, WOP-DEPL-03, WOP-DEPL-04)."""

from __future__ import annotations

from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.war_of_plastic.book.state import ARMIES, Army, Edge, Phase, Piece, other
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.ground.moment import Moment, Story
from app.systems.war_of_plastic.ground.places import obstacle_refusal, placed_piece
from app.systems.war_of_plastic.position.actions import (
    ChooseEdge,
    ChooseRole,
    FinishObstacles,
    PassObstacle,
    PlaceObstacle,
    Roll,
)
from app.systems.war_of_plastic.position.events import (
    EdgeChosen,
    ObstaclePassed,
    ObstaclePlaced,
    ObstaclesFinished,
    PhaseChanged,
    RoleChosen,
    RollDecided,
    Rolled,
    RollOff,
)
from app.systems.war_of_plastic.turn.phases import begin_deployment, begin_edge_choice, begin_edges
from app.systems.war_of_plastic.turn.turn import start_turn

CAPTAINS_ONLY: Final = RuleId("WOP-TEAM-04")
NOT_YOUR_GO: Final = RuleId("WOP-OBST-06")


def captain_refusal(moment: Moment, seat: Seat) -> Refusal | None:
    """Some things only captains do (WOP-TEAM-04)."""
    return None if moment.is_captain(seat) else Refusal(CAPTAINS_ONLY)


# -------------------------------------------------------------------------------------------------------------- roll-offs


def judge_roll(moment: Moment, seat: Seat, action: Roll) -> Refusal | None:
    """Any captain rolls, for both armies."""
    return captain_refusal(moment, seat)


def apply_roll(story: Story, seat: Seat, action: Roll) -> None:
    """A roll-off and what follows from it: with method A the higher places first (WOP-OBST-04)."""
    phase = story.position.phase
    if phase is Phase.OBSTACLE_ROLL:
        higher = _decide(story, "obstacles")
        following = Phase.OBSTACLES if story.rules.options.obstacle_method == "alternate" else Phase.OBSTACLE_ROLE
        story.add(PhaseChanged(following, higher))
        _finish_if_empty(story)
    elif phase is Phase.EDGE_ROLL:
        begin_edge_choice(story, _decide(story, "edge"))
    else:
        higher = _decide(story, "first")
        start_turn(story, higher)
        story.add(PhaseChanged(Phase.TURN, higher))


def _decide(story: Story, purpose: RollOff) -> Army:
    """Rolls until one army has more, A's die always first; the higher army (WOP-DEPL-04, WOP-DICE-02)."""
    while True:
        dice = [story.dice.roll(f"{purpose} {army}") for army in ARMIES]
        for army, die in zip(ARMIES, dice, strict=True):
            story.add(Rolled(purpose, army, die))
        if dice[0] != dice[1]:
            higher: Army = "A" if dice[0] > dice[1] else "B"
            story.add(RollDecided(purpose, higher, other(higher)))
            return higher


# -------------------------------------------------------------------------------------------------------------- the field


def judge_role(moment: Moment, seat: Seat, action: ChooseRole) -> Refusal | None:
    """The captain with the higher die chooses (WOP-OBST-05)."""
    return captain_refusal(moment, seat)


def apply_role(story: Story, seat: Seat, action: ChooseRole) -> None:
    """One army will place the obstacles, the other choose its edge."""
    army = _army(story.moment, seat)
    placing = army if action.role == "place" else other(army)
    story.add(RoleChosen(army, placing, other(placing)))
    story.add(PhaseChanged(Phase.OBSTACLES, placing))
    _finish_if_empty(story)


def judge_place(moment: Moment, seat: Seat, action: PlaceObstacle) -> Refusal | None:
    """The captain's go, a piece of the pool, inside the field, apart from all others (WOP-OBST-06, WOP-OBST-07,
    WOP-OBST-08, WOP-OBST-09, WOP-OBST-10)."""
    refusal = captain_refusal(moment, seat) or _go_refusal(moment, seat)
    if refusal is not None:
        return refusal
    piece = proposed_piece(moment, action)
    if piece is None:
        return Refusal(NOT_YOUR_GO, {"index": action.index})
    return obstacle_refusal(moment.table, moment.position.board.pieces, piece)


def proposed_piece(moment: Moment, action: PlaceObstacle) -> Piece | None:
    """The piece as it would stand; ``None`` if the pool has none at the index."""
    pool = moment.position.obstacles
    name = pool.remaining[action.index] if pool is not None and action.index < len(pool.remaining) else None
    if name is None:
        return None
    shape = moment.rules.shapes[name]
    taken = {piece.id for piece in moment.position.board.pieces}
    piece_id = next(
        free for free in (f"{shape.kind}-{number}" for number in range(1, len(taken) + 2)) if free not in taken
    )
    return placed_piece(moment.rules, shape, piece_id, (action.x_mm, action.y_mm), step=action.rotation_step)


def apply_place(story: Story, seat: Seat, action: PlaceObstacle) -> None:
    """The piece stands; with method A the other army has the next go."""
    moment = story.moment
    army, piece = _army(moment, seat), proposed_piece(moment, action)
    assert piece is not None, "judged before"
    following = other(army) if story.rules.options.obstacle_method == "alternate" else army
    story.add(ObstaclePlaced(army, action.index, piece, following))
    _finish_if_empty(story)


def judge_pass(moment: Moment, seat: Seat, action: PassObstacle) -> Refusal | None:
    """A captain may pass at his go (WOP-OBST-06)."""
    return captain_refusal(moment, seat) or _go_refusal(moment, seat)


def apply_pass(story: Story, seat: Seat, action: PassObstacle) -> None:
    """The go is over; two passes one after the other end the placing."""
    army = _army(story.moment, seat)
    story.add(ObstaclePassed(army, other(army)))
    pool = story.position.obstacles
    if pool is not None and pool.passes >= len(ARMIES):
        _finish(story)


def judge_finish(moment: Moment, seat: Seat, action: FinishObstacles) -> Refusal | None:
    """The placing army says when the field is ready (WOP-OBST-10)."""
    return captain_refusal(moment, seat) or _go_refusal(moment, seat)


def apply_finish(story: Story, seat: Seat, action: FinishObstacles) -> None:
    """Ends the placing of obstacles."""
    _finish(story)


def _go_refusal(moment: Moment, seat: Seat) -> Refusal | None:
    """Whose go it is (WOP-OBST-06; method B: WOP-OBST-10)."""
    pool = moment.position.obstacles
    if pool is not None and pool.army_to_place == moment.army_of(seat):
        return None
    return Refusal(RuleId("WOP-OBST-10") if moment.rules.options.obstacle_method == "one_side" else NOT_YOUR_GO)


def _finish_if_empty(story: Story) -> None:
    pool = story.position.obstacles
    if story.position.phase is Phase.OBSTACLES and pool is not None and not any(pool.remaining):
        _finish(story)


def _finish(story: Story) -> None:
    pool = story.position.obstacles
    story.add(ObstaclesFinished(0 if pool is None else sum(piece is not None for piece in pool.remaining)))
    if story.rules.options.obstacle_method == "alternate":
        begin_edges(story)
    else:
        begin_edge_choice(story, other(story.position.deploys_first or "A"))


# ------------------------------------------------------------------------------------------------------------------ edges


def judge_edge(moment: Moment, seat: Seat, action: ChooseEdge) -> Refusal | None:
    """The choosing captain takes an edge that the room allows (WOP-DEPL-02)."""
    refusal = captain_refusal(moment, seat)
    if refusal is not None:
        return refusal
    allowed = allowed_edges(moment)
    return None if action.edge in allowed else Refusal(RuleId("WOP-DEPL-02"), {"allowed": list(allowed)})


def apply_edge(story: Story, seat: Seat, action: ChooseEdge) -> None:
    """Both armies have their edges; the deployment begins (WOP-DEPL-03)."""
    army = _army(story.moment, seat)
    story.add(EdgeChosen(army, action.edge, story.rules.opposite[action.edge]))
    begin_deployment(story)


def allowed_edges(moment: Moment) -> tuple[Edge, ...]:
    """The edges that may be chosen: on a square both words mean any (WOP-DEPL-02)."""
    return edges_for(moment.rules, moment.table.width_mm, moment.table.height_mm)


def edges_for(rules: Rules, width_mm: int, height_mm: int) -> tuple[Edge, ...]:
    """The edges that may be chosen on a table of this size."""
    wanted = rules.options.deployment_edges
    if wanted == "any" or width_mm == height_mm:
        return ("south", "north", "west", "east")
    return ("south", "north") if (wanted == "long") == (width_mm > height_mm) else ("west", "east")


def _army(moment: Moment, seat: Seat) -> Army:
    return moment.army_of(seat) or "A"
