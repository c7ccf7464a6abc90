"""What speaks for a move, in words, told from what its player sees."""

from ludoteca.core.translations import Text
from ludoteca.games.waffe.bot.heuristics import best_of_kinds
from ludoteca.games.waffe.cards import BIT, JOKER, JOKERS, PLAIN, card_names, size
from ludoteca.games.waffe.rules import PASS, Waffe


def explain(state: Waffe, move: int) -> list[Text]:
    own = state.hands[state.mover] | state.tables[state.mover]
    plays = list(best_of_kinds(state))
    if move == PASS:
        return [_why_pass(state, own, plays)]
    if own & ~move == 0:
        return [Text("because_wins")]
    found = [_why_so_many(state, own, move, plays)]
    if own & move & JOKERS and all(play & own & JOKERS for play in plays):
        found.append(Text("because_joker_needed"))
    elif own & JOKERS and not move & own & JOKERS:
        found.append(Text("because_jokers_kept"))
    return found


def _why_pass(state: Waffe, own: int, plays: list[int]) -> Text:
    if not plays:
        return Text("because_nothing_fits")
    drawn = state.to_draw()
    if all(play & own & JOKERS for play in plays):
        return Text("because_only_jokers_fit")
    return Text("because_drawing", {"count": drawn}) if drawn else Text("because_nothing_drawn")


def _why_so_many(state: Waffe, own: int, move: int, plays: list[int]) -> Text:
    """It lays as many as can be, or leaves cards that go on fitting, or changes the field to what the player likes."""
    after = state.copy()
    after.types = state.kept(move)
    after.field |= move
    rest = own & ~move & PLAIN
    fitting = sum(BIT[card] for card in range(JOKER) if rest & BIT[card] and after.kept(BIT[card]))
    laid = size(move & own)
    jokers = size(move & own & JOKERS)
    if all(size(play & own) <= laid for play in plays if size(play & own & JOKERS) <= jokers):
        return Text("because_most", {"count": laid})
    if fitting:
        return Text("because_cards_wait", {"cards": card_names(fitting)})
    return Text("because_hand_left", {"cards": card_names(own & ~move)})
