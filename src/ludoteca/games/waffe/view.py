"""What each seat sees of Waffe, the choices for a board, and the log of a move."""

from typing import Any

from ludoteca.core.highscores import HighScore
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Text, nested
from ludoteca.games.waffe.cards import BIT, CARD_NAMES, card_names, first_type, size, type_names
from ludoteca.games.waffe.layout import arrange_field, describe_field, field_text
from ludoteca.games.waffe.rules import MAX_PASSES, PASS, Waffe
from ludoteca.games.waffe.text import playable_cards
from ludoteca.games.waffe.violations import TRANSLATIONS


def make_view(state: Waffe, seat: int | None) -> dict[str, Any]:
    return _make_view(state, seat, open_hands=state.seat() == NOBODY)


def make_final_view(state: Waffe, seat: int | None) -> dict[str, Any]:
    """Return the view with open hands."""
    return _make_view(state, seat, open_hands=True)


def _make_view(state: Waffe, seat: int | None, open_hands: bool) -> dict[str, Any]:
    to_move = state.seat()
    shown = first_type(state.types)
    over = to_move == NOBODY
    return {
        "field": card_names(state.field),
        "types": type_names(state.types),
        "shown": _shown(state.field, shown) if state.field else None,
        "arranged": arrange_field(state.field, shown),
        "hands": [card_names(hand) if open_hands or owner == seat else None for owner, hand in enumerate(state.hands)],
        "hand_sizes": [size(hand) for hand in state.hands],
        "tables": [card_names(table) for table in state.tables],
        "pack_size": len(state.pack),
        "gone": card_names(state.gone),
        "passes": state.passes,
        "to_move": None if over else to_move,
        "result": state.result() if over else None,
        "options": dict(state.ruleset.options),
    }


def make_choices(state: Waffe, seat: int | None) -> dict[str, Any]:
    """Return the playable cards by source, the type each gives the field alone, and the effect of a pass."""
    if seat is None or seat != state.seat():
        return {}
    alone = {}
    for card in playable_cards(state):
        types = state.types_after(BIT[card])
        if types:
            alone[CARD_NAMES[card]] = type_names(types)[0]
    return {
        "kind": "cards",
        "hand": card_names(state.hands[seat]),
        "table": card_names(state.tables[seat]),
        "other": card_names(state.other_table()),
        "alone": alone,
        "play": bool(alone) or state.has_play(),
        "pass": _pass_effect(state) if state.may_pass() else None,
    }


def _shown(field: int, shown: int) -> dict[str, Any]:
    """Return what the field is, for programs also in English words; people read the texts of the parts."""
    parts = describe_field(field, shown)
    return {"is": TRANSLATIONS.format(field_text(parts)), **parts}


def high_scores(state: Waffe) -> list[HighScore]:
    """Score the cards that the opponent has left, separately for each hand size."""
    hand = {"hand": int(state.ruleset.options["hand"])}
    left = [-score for score in state.scores()]
    return [
        HighScore(seat, "highscore_margin", hand, left[1 - seat])
        for seat, share in enumerate(state.result())
        if share == 1
    ]


def _pass_effect(state: Waffe) -> dict[str, Any]:
    draw = state.draw_size()
    passes = 0 if draw else state.passes + 1
    return {
        "leave": size(state.field),
        "open": size(state.hands[state.mover]),
        "draw": draw,
        "passes": passes,
        "ends": passes == MAX_PASSES,
    }


def describe_move(before: Waffe, move: int, after: Waffe, seat: int | None) -> list[Text]:
    texts = _passed(before, after, seat) if move == PASS else _played(before, move, after)
    if after.seat() == NOBODY:
        texts.append(_outcome(before.mover, after))
    elif move == PASS:
        texts.append(Text("opens", {"player": after.mover + 1}))
    return texts


def _played(before: Waffe, play: int, after: Waffe) -> list[Text]:
    mover = before.mover
    texts = [Text("played" if before.field else "opened", {"player": mover + 1, "cards": card_names(play)})]
    for owner in (mover, 1 - mover):
        cards = card_names(play & before.tables[owner])
        if cards:
            texts.append(Text("from_table", {"owner": owner + 1, "cards": cards}))
    types = type_names(after.types)
    parts = describe_field(after.field, first_type(after.types))
    params = {"is": nested(field_text(parts)), **parts, "also": types[1:], "cards": size(after.field)}
    return [*texts, Text("field_is_also" if types[1:] else "field_is", params)]


def _passed(before: Waffe, after: Waffe, seat: int | None) -> list[Text]:
    mover = before.mover
    player, leaving, hand = mover + 1, size(before.field), card_names(before.hands[mover])
    texts = [Text("passed" if leaving else "passed_empty", {"player": player, "count": leaving})]
    if hand:
        texts.append(Text("laid_open", {"player": player, "cards": hand}))
    drawn = card_names(after.hands[mover])
    if not drawn:
        texts.append(Text("drew_none", {"player": player, "passes": after.passes, "last": MAX_PASSES}))
    elif seat == mover:
        texts.append(Text("drew", {"player": player, "cards": drawn}))
    else:
        texts.append(Text("drew_count", {"player": player, "count": len(drawn)}))
    return texts


def _outcome(mover: int, state: Waffe) -> Text:
    winners = [seat for seat in range(2) if state.has_no_cards(seat)]
    if not winners:
        return Text("drawn_by_passing", {"passes": MAX_PASSES})
    if len(winners) == 2:
        return Text("won_both")
    winner = winners[0]
    code = "won" if winner == mover else "won_by_other"
    return Text(code, {"player": winner + 1, "other": 2 - winner})
