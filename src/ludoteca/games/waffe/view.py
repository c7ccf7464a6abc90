"""Who sees what in Waffe, what may be chosen, and what happened in words."""

from typing import Any

from ludoteca.core.highscores import HighScore
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Text
from ludoteca.games.waffe.cards import BIT, CARD_NAMES, card_names, first_type, size, type_names
from ludoteca.games.waffe.layout import arranged, described
from ludoteca.games.waffe.rules import LAST_PASS, PASS, Waffe
from ludoteca.games.waffe.text import in_reach


def make_view(state: Waffe, seat: int | None) -> dict[str, Any]:
    to_move = state.seat()
    shown = first_type(state.types)
    return {
        "field": card_names(state.field),
        "types": type_names(state.types),
        "shown": described(state.field, shown) if state.field else None,
        "arranged": arranged(state.field, shown),
        "hands": [card_names(hand) if index == seat else None for index, hand in enumerate(state.hands)],
        "hand_sizes": [size(hand) for hand in state.hands],
        "tables": [card_names(table) for table in state.tables],
        "pack_size": len(state.pack),
        "gone": card_names(state.gone),
        "passes": state.passes,
        "to_move": None if to_move == NOBODY else to_move,
        "result": state.result() if to_move == NOBODY else None,
        "options": dict(state.terms.options),
    }


def make_choices(state: Waffe, seat: int | None) -> dict[str, Any]:
    """The cards in reach by place, numbered on from place to place; what each does alone; and what a pass would do."""
    if seat is None or seat != state.seat():
        return {}
    alone = {}
    for card in in_reach(state):
        kept = state.kept(BIT[card])
        if kept:
            alone[CARD_NAMES[card]] = type_names(kept)[0]
    return {
        "kind": "cards",
        "hand": card_names(state.hands[seat]),
        "table": card_names(state.tables[seat]),
        "other": card_names(state.other_table()),
        "alone": alone,
        "play": bool(alone) or state.has_play(),
        "pass": _pass_does(state) if state.may_pass() else None,
    }


def high_scores(state: Waffe) -> list[HighScore]:
    """How many cards the other was left with, in games with hands of one size."""
    hand = {"hand": int(state.terms.options["hand"])}
    left = [-score for score in state.scores()]
    return [
        HighScore(seat, "best_margin", hand, left[1 - seat]) for seat, share in enumerate(state.result()) if share == 1
    ]


def _pass_does(state: Waffe) -> dict[str, Any]:
    draw = state.to_draw()
    passes = 0 if draw else state.passes + 1
    return {
        "leave": size(state.field),
        "open": size(state.hands[state.mover]),
        "draw": draw,
        "passes": passes,
        "ends": passes == LAST_PASS,
    }


def describe_move(before: Waffe, move: int, after: Waffe, seat: int | None) -> list[Text]:
    told = _passed(before, after, seat) if move == PASS else _played(before, move, after)
    if after.seat() == NOBODY:
        told.append(_outcome(before.mover, after))
    elif move == PASS:
        told.append(Text("opens", {"player": after.mover + 1}))
    return told


def _played(before: Waffe, play: int, after: Waffe) -> list[Text]:
    mover = before.mover
    told = [Text("played" if before.field else "opened", {"player": mover + 1, "cards": card_names(play)})]
    for owner in (mover, 1 - mover):
        cards = card_names(play & before.tables[owner])
        if cards:
            told.append(Text("from_table", {"owner": owner + 1, "cards": cards}))
    types = type_names(after.types)
    params = {**described(after.field, first_type(after.types)), "also": types[1:], "cards": size(after.field)}
    return [*told, Text("field_is_also" if types[1:] else "field_is", params)]


def _passed(before: Waffe, after: Waffe, seat: int | None) -> list[Text]:
    mover = before.mover
    player, leaving, hand = mover + 1, size(before.field), card_names(before.hands[mover])
    told = [Text("passed" if leaving else "passed_empty", {"player": player, "count": leaving})]
    if hand:
        told.append(Text("laid_open", {"player": player, "cards": hand}))
    drawn = card_names(after.hands[mover])
    if not drawn:
        told.append(Text("drew_none", {"player": player, "passes": after.passes, "last": LAST_PASS}))
    elif seat == mover:
        told.append(Text("drew", {"player": player, "cards": drawn}))
    else:
        told.append(Text("drew_count", {"player": player, "count": len(drawn)}))
    return told


def _outcome(mover: int, state: Waffe) -> Text:
    emptied = [seat for seat in range(2) if state.emptied(seat)]
    if not emptied:
        return Text("drawn_by_passing", {"passes": LAST_PASS})
    if len(emptied) == 2:
        return Text("won_both")
    winner = emptied[0]
    code = "won" if winner == mover else "won_by_other"
    return Text(code, {"player": winner + 1, "other": 2 - winner})
