"""Views, choices, move descriptions and high scores of RowsAndCols."""

from typing import Any

from ludoteca.core.highscores import HighScore
from ludoteca.core.ints import i64
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Text
from ludoteca.games.rowsandcols.board import BRICK_NAMES, CELLS, COPIES, DOWN, RIGHT, cell_name
from ludoteca.games.rowsandcols.moves import END, PASS, swapped_bricks
from ludoteca.games.rowsandcols.rules import LAST_BRICK_BONUS, RowsAndCols, direction_of, row_points
from ludoteca.games.rowsandcols.text import board_names, brick_names, cell_names


def make_view(state: RowsAndCols, seat: int | None) -> dict[str, Any]:
    to_move = state.seat()
    return {
        "players": state.players(),
        "board": board_names(state.board),
        "placed": cell_names(state.placed),
        "rows": scored_rows(state),
        "earned": state.earned(),
        "hands": [brick_names(hand) if owner == seat else None for owner, hand in enumerate(state.hands)],
        "hand_sizes": [len(hand) for hand in state.hands],
        "bag_size": len(state.bag),
        "end_game": not state.bag,
        "scores": state.scores(),
        "unseen": unseen(state, seat),
        "passes": state.passes,
        "swaps": state.swaps,
        "to_move": None if to_move == NOBODY else to_move,
        "result": state.result() if to_move == NOBODY else None,
    }


def scored_rows(state: RowsAndCols) -> list[dict[str, Any]]:
    """Return the rows that score this turn, the one along the new bricks first."""
    if not state.placed:
        return []
    along = direction_of(state.placed)
    rows = [_row(state, state.placed[0], along)]
    rows += [_row(state, cell, RIGHT + DOWN - along) for cell in state.placed]
    return [row for row in rows if row["points"]]


def _row(state: RowsAndCols, cell: i64, step: i64) -> dict[str, Any]:
    cells = state.board.row(cell, step)
    return {"from": cell_name(cells[0]), "to": cell_name(cells[len(cells) - 1]), "points": row_points(len(cells))}


def high_scores(state: RowsAndCols) -> list[HighScore]:
    """Return each winner's points times the number of players; joint winners too."""
    return [
        HighScore(seat, "highscore_points", {}, score * state.players())
        for seat, score in enumerate(state.scores())
        if state.result()[seat] > 0
    ]


def unseen(state: RowsAndCols, seat: int | None) -> dict[str, int]:
    """Count the bricks of each kind in the bag and in hands that this perspective does not see."""
    counts = [COPIES] * len(BRICK_NAMES)
    for cell in state.board.occupied():
        counts[state.board.brick(cell)] -= 1
    if seat is not None:
        for brick in state.hands[seat]:
            counts[brick] -= 1
    return dict(zip(BRICK_NAMES, counts, strict=True))


def make_choices(state: RowsAndCols, seat: int | None) -> dict[str, Any]:
    """List per brick of the hand the cells where it fits, with what the turn will have earned; and the other moves."""
    if seat is None or seat != state.seat():
        return {}
    targets: dict[str, dict[str, int]] = {BRICK_NAMES[brick]: {} for brick in state.hands[seat]}
    for move in state.placements():
        cell = move % CELLS
        targets[BRICK_NAMES[move // CELLS]][cell_name(cell)] = state.earned_with(cell)
    others = [name for name, move in (("end", END), ("pass", PASS)) if state.why_not(move) is None]
    return {"kind": "bricks", "targets": targets, "moves": others, "swap_most": state.max_swap()}


def describe_move(before: RowsAndCols, move: int, after: RowsAndCols, seat: int | None) -> list[Text]:
    player = before.mover + 1
    if move == END:
        texts = [_scored(before, player), *_drawn(before, move, after, seat), *_last_bricks(before, after)]
    elif move == PASS:
        texts = [Text("passed", {"player": player})]
    elif move > PASS:
        texts = [
            Text("swapped", {"player": player, "count": len(swapped_bricks(move))}),
            *_drawn(before, move, after, seat),
        ]
    else:
        texts = [_placed(move, player, after)]
    return texts + _outcome(after) if after.seat() == NOBODY else texts


def _placed(move: int, player: int, after: RowsAndCols) -> Text:
    params = {"player": player, "brick": BRICK_NAMES[move // CELLS], "cell": cell_name(move % CELLS)}
    return Text("placed", {**params, "earned": after.earned()})


def _scored(before: RowsAndCols, player: int) -> Text:
    """Describe the end of a turn; boards use `rows`, sentences `listed`."""
    rows = scored_rows(before)
    listed = [f"{row['from']} .. {row['to']} = {row['points']}" for row in rows]
    bricks = len(before.placed)
    params = {"player": player, "bricks": bricks, "points": before.earned(), "rows": rows, "listed": listed}
    return Text("scored_one" if bricks == 1 else "scored", params)


def _drawn(before: RowsAndCols, move: int, after: RowsAndCols, seat: int | None) -> list[Text]:
    """Tell the player alone what was swapped and drawn; the others see only the numbers."""
    mover = before.mover
    if seat != mover or after.draws == before.draws:
        return []
    old = swapped_bricks(move)
    drawn: list[int] = list(after.hands[mover])
    kept: list[int] = list(before.hands[mover])
    for brick in old:
        kept.remove(brick)
    for brick in kept:
        drawn.remove(brick)
    given = [Text("gave_back", {"bricks": brick_names(old)})] if old else []
    return [*given, Text("drew", {"bricks": brick_names(drawn)})]


def _last_bricks(before: RowsAndCols, after: RowsAndCols) -> list[Text]:
    """Say that the bag is empty, or that the player went out."""
    player = before.mover + 1
    if after.bag:
        return []
    if not after.hands[before.mover]:
        return [Text("went_out", {"player": player, "bonus": LAST_BRICK_BONUS})]
    return [Text("end_game")] if before.bag else []


def _outcome(after: RowsAndCols) -> list[Text]:
    scores = after.scores()
    winners = [seat + 1 for seat, share in enumerate(after.result()) if share]
    texts = []
    if after.all_passed():
        texts.append(Text("all_passed"))
    elif after.all_swapped():
        texts.append(Text("all_swapped"))
    if len(winners) == 1:
        return [*texts, Text("won", {"player": winners[0], "points": max(scores), "scores": scores})]
    return [*texts, Text("won_jointly", {"players": winners, "points": max(scores), "scores": scores})]
