"""Explanations of good moves in Waffe, from what the mover can see."""

from ludoteca.core.translations import Text
from ludoteca.games.waffe.bot.heuristics import best_plays
from ludoteca.games.waffe.cards import BIT, JOKER, JOKERS, NON_JOKERS, card_names, size
from ludoteca.games.waffe.rules import PASS, Waffe


def explain(state: Waffe, move: int) -> list[Text]:
    own = state.hands[state.mover] | state.tables[state.mover]
    plays = list(best_plays(state))
    if move == PASS:
        return [_explain_pass(state, own, plays)]
    if own & ~move == 0:
        return [Text("explain_wins")]
    texts = [_explain_play(state, own, move, plays)]
    if own & move & JOKERS and all(play & own & JOKERS for play in plays):
        texts.append(Text("explain_joker_needed"))
    elif own & JOKERS and not move & own & JOKERS:
        texts.append(Text("explain_jokers_kept"))
    return texts


def _explain_pass(state: Waffe, own: int, plays: list[int]) -> Text:
    if not plays:
        return Text("explain_nothing_fits")
    drawn = state.draw_size()
    if all(play & own & JOKERS for play in plays):
        return Text("explain_only_jokers_fit")
    return Text("explain_drawing", {"count": drawn}) if drawn else Text("explain_nothing_drawn")


def _explain_play(state: Waffe, own: int, move: int, plays: list[int]) -> Text:
    """Explain a play: it sheds the most cards, leaves cards that still fit, or leaves a better hand."""
    after = state.copy()
    after.types = state.types_after(move)
    after.field |= move
    rest = own & ~move & NON_JOKERS
    fitting = sum(BIT[card] for card in range(JOKER) if rest & BIT[card] and after.types_after(BIT[card]))
    laid = size(move & own)
    jokers = size(move & own & JOKERS)
    if all(size(play & own) <= laid for play in plays if size(play & own & JOKERS) <= jokers):
        return Text("explain_most", {"count": laid})
    if fitting:
        return Text("explain_cards_wait", {"cards": card_names(fitting)})
    return Text("explain_hand_left", {"cards": card_names(own & ~move)})
