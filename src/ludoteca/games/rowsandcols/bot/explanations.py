"""What speaks for a move, in words, for somebody who asks for a hint."""

from ludoteca.core.translations import Text
from ludoteca.games.rowsandcols.board import BIT, CELLS, DOWN, RIGHT
from ludoteca.games.rowsandcols.bot.evaluation import completing, largest_set, unseen_by_mover
from ludoteca.games.rowsandcols.moves import END
from ludoteca.games.rowsandcols.rules import FULL_ROW, LAST_BRICK_BONUS, RowsAndCols

WORTH_KEEPING = 3


def explain(state: RowsAndCols, move: int) -> list[Text]:
    if move == END:
        return [Text("because_end" if state.placements() else "because_end_all", {"points": state.earned()})]
    if move > END:
        return [Text("because_swap" if state.something_fits() else "because_stuck")]
    after = state.copy()
    after.play(move)
    six = any(after.board.length(move % CELLS, step) == FULL_ROW for step in (RIGHT, DOWN))
    return [Text("because_six" if six else "because_earns", {"points": after.earned()}), *_leaves(after)]


def _leaves(after: RowsAndCols) -> list[Text]:
    """What it leaves to the others, or in the hand."""
    hand = after.hands[after.mover]
    if not after.bag and not hand:
        return [Text("because_last", {"bonus": LAST_BRICK_BONUS})]
    unseen = unseen_by_mover(after)
    wanted = completing(after.board)
    if not any(unseen[kind] and wanted & BIT[kind] for kind in range(len(unseen))):
        return [Text("because_safe")]
    kept = largest_set(hand)
    return [Text("because_keeps", {"count": kept})] if kept >= WORTH_KEEPING else []
