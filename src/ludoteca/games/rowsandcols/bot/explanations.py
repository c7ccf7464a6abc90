"""Why a move is good, for a player who asks for a hint."""

from ludoteca.core.translations import Text
from ludoteca.games.rowsandcols.board import BIT, CELLS, DOWN, RIGHT
from ludoteca.games.rowsandcols.bot.evaluation import completing_kinds, largest_set, unseen_by_mover
from ludoteca.games.rowsandcols.moves import END
from ludoteca.games.rowsandcols.rules import FULL_ROW, LAST_BRICK_BONUS, RowsAndCols

WORTH_KEEPING = 3
"""The smallest set of bricks in the hand that is mentioned."""


def explain(state: RowsAndCols, move: int) -> list[Text]:
    """Say what a move earns, and what it leaves to the opponents or in the hand."""
    if move == END:
        return [Text("explain_end" if state.placements() else "explain_end_all", {"points": state.earned()})]
    if move > END:
        return [Text("explain_swap" if state.something_fits() else "explain_stuck")]
    after = state.copy()
    after.play(move)
    full_row = any(after.board.length(move % CELLS, step) == FULL_ROW for step in (RIGHT, DOWN))
    return [Text("explain_six" if full_row else "explain_earns", {"points": after.earned()}), *_explain_rest(after)]


def _explain_rest(after: RowsAndCols) -> list[Text]:
    hand = after.hands[after.mover]
    if not after.bag and not hand:
        return [Text("explain_last", {"bonus": LAST_BRICK_BONUS})]
    unseen = unseen_by_mover(after)
    wanted = completing_kinds(after.board)
    if not any(unseen[kind] and wanted & BIT[kind] for kind in range(len(unseen))):
        return [Text("explain_safe")]
    kept = largest_set(hand)
    return [Text("explain_keeps", {"count": kept})] if kept >= WORTH_KEEPING else []
