"""The dummy game: a small game with hidden cards and chance for tests.

Every player holds two cards of a deck of numbers. A turn is `play N` and then `end`, which refills the hand; or
`swap N`, which draws a card, puts the old one back at a random index and ends the turn, while others learn only that
a card was swapped. A card scores its number, doubled if it is higher than the one before. The game is over when the
player to move has no card.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, TypeVar

import ludoteca
from ludoteca import NOBODY, Options, Random, RandomSource, Refusal, State, Text, board

HAND = 2
MOST_SWAPS = 6
SWAP = 100
END = 200

TRANSLATIONS = ludoteca.Translations(
    {
        "how": "play N, then end; or swap N.",
        "not_held": "You do not hold {card}.",
        "played_already": "You have played; end your turn.",
        "nothing_played": "Play a card first.",
        "no_swap": "No card can be swapped now.",
        "no_move": "{text} is not a move: play N, swap N, end.",
        "played": "{player} plays {card}.",
        "swapped": "{player} swaps a card.",
        "swapped_own": "You swap {card} and draw {drawn}.",
        "ended": "{player} ends the turn.",
        "material": "The cards do not add up to 1..{high}.",
        "over": "The game is over: {scores}.",
        "board_deck": "Cards in the deck: {count}.",
        "board_played": "Played:",
        "board_points": "points {points}",
        "card": "card {card}",
        "choose_card": "Choose a card.",
        "choose_play": "Play",
        "choose_swap": "Swap",
        "choose_end": "End turn",
    },
    ludoteca.shared_translations(),
)


class DummyState(State):
    def __init__(self, seats: int, options: Options, random: RandomSource) -> None:
        self.options = options
        self.random = random
        self.deck: list[int] = list(range(1, int(options["cards"]) + 1))
        random.shuffle(self.deck)
        self.hands: list[list[int]] = [sorted(self.deck[i * HAND : (i + 1) * HAND]) for i in range(seats)]
        del self.deck[: seats * HAND]
        self.points: list[int] = [0] * seats
        self.played: list[int] = []
        self.turns = 0
        self.laid = False
        self.swaps = 0
        self.seen = 0

    def copy(self) -> DummyState:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.random = self.random.copy()
        other.deck, other.points, other.played = self.deck[:], self.points[:], self.played[:]
        other.hands = [hand[:] for hand in self.hands]
        return other

    @property
    def mover(self) -> int:
        return self.turns % len(self.hands)

    def seat(self) -> int:
        return NOBODY if not self.hands[self.mover] and not self.laid else self.mover

    def turn(self) -> int:
        return self.turns

    def reveal_count(self) -> int:
        return self.seen

    def moves(self) -> list[int]:
        if self.seat() == NOBODY:
            return []
        if self.laid:
            return [END]
        hand = self.hands[self.mover]
        can_swap = bool(self.deck) and self.swaps < MOST_SWAPS
        return hand + ([SWAP + card for card in hand] if can_swap else [])

    def why_not(self, move: int) -> Refusal | None:
        if self.seat() == NOBODY:
            return Refusal("game_over")
        if move == END:
            return None if self.laid else Refusal("nothing_played")
        if self.laid:
            return Refusal("played_already")
        card = move - SWAP if move > SWAP else move
        if card not in self.hands[self.mover]:
            return Refusal("not_held", {"card": card})
        if move > SWAP and (not self.deck or self.swaps >= MOST_SWAPS):
            return Refusal("no_swap")
        return None

    def play(self, move: int) -> None:
        hand = self.hands[self.mover]
        if move == END:
            while self.deck and len(hand) < HAND:
                hand.append(self.deck.pop(0))
                self.seen += 1
            hand.sort()
            self.laid = False
            self.turns += 1
        elif move > SWAP:
            hand.remove(move - SWAP)
            hand.append(self.deck.pop(0))
            hand.sort()
            self.deck.insert(self.random.below(len(self.deck) + 1), move - SWAP)
            self.swaps += 1
            self.seen += 1
            self.turns += 1
        else:
            hand.remove(move)
            higher = not self.played or move > self.played[-1]
            self.points[self.mover] += 2 * move if higher else move
            self.played.append(move)
            self.laid = True

    def scores(self) -> list[int]:
        return self.points[:]

    def result(self) -> list[float]:
        best = max(self.points)
        return [float(points == best) / self.points.count(best) for points in self.points]

    def determinize(self, seat: int, random: Random) -> None:
        others = [index for index in range(len(self.hands)) if index != seat and not self.options["open"]]
        hidden = sorted(self.deck + [card for index in others for card in self.hands[index]])
        random.shuffle(hidden)
        for index in others:
            size = len(self.hands[index])
            self.hands[index] = sorted(hidden[:size])
            del hidden[:size]
        self.deck = hidden
        self.random = random


FIELDS = ("hands", "deck", "points", "played", "turns", "laid", "swaps", "options", "to_move")


def greedy(state: DummyState, random: Random, simulations: int = 0) -> int:
    return max(state.moves(), key=lambda move: move if move < SWAP or move == END else -1)


class DummyGame(ludoteca.Game[DummyState]):
    name = "dummy"
    title = "Dummy Game"
    about = "A small game with hidden cards."
    rules_version = 1
    seats = (2, 4)
    options = (
        ludoteca.IntOption("cards", default=16, low=12, high=24, step=4, help="Cards in the deck."),
        ludoteca.BoolOption("open", default=False, help="Show all hands."),
        ludoteca.ChoiceOption("mood", choices=("calm", "wild"), help="Changes nothing."),
    )
    positional_options = (("cards",), ("cards", "mood"))
    hidden_information = True
    chance = True
    max_moves = 2 * 24 + MOST_SWAPS
    translations = TRANSLATIONS
    levels = (ludoteca.Bot(1, "greedy", "Plays high.", greedy),)

    def rules(self) -> str:
        return "# Dummy Game\n"

    def start(self, seats: int, options: Options, random: RandomSource) -> DummyState:
        return DummyState(seats, options, random)

    def parse_move(self, state: DummyState, text: str) -> int | Refusal:
        word, _, number = text.partition(" ")
        if text == "end":
            return END
        if word in ("play", "swap") and number.isascii() and number.isdigit() and 0 < len(number) < 3:
            return int(number) + (SWAP if word == "swap" else 0)
        return Refusal("no_move", {"text": ludoteca.quote(text)})

    def write_move(self, state: DummyState, move: int) -> str:
        if move == END:
            return "end"
        return f"swap {move - SWAP}" if move > SWAP else f"play {move}"

    def write_position(self, state: DummyState) -> dict[str, Any]:
        return {
            "hands": [hand[:] for hand in state.hands],
            "deck": state.deck[:],
            "points": state.points[:],
            "played": state.played[:],
            "turns": state.turns,
            "laid": state.laid,
            "swaps": state.swaps,
            "options": state.options,
            "to_move": self.seat(state),
        }

    def read_position(self, data: Any, random: RandomSource) -> DummyState:
        fields = ludoteca.Fields(data, FIELDS, TRANSLATIONS)
        options = self.check_options(fields.value("options"))
        state = DummyState(len(fields.array("hands")), options, random)
        state.hands = [sorted(hand) for hand in fields.array("hands")]
        state.deck = list(fields.array("deck"))
        state.points = list(fields.array("points"))
        state.played = list(fields.array("played"))
        state.turns = fields.integer("turns", 0, 1000)
        state.laid = bool(fields.value("laid"))
        state.swaps = fields.integer("swaps", 0, MOST_SWAPS)
        cards = sorted(state.deck + state.played + [card for hand in state.hands for card in hand])
        if cards != list(range(1, int(options["cards"]) + 1)):
            raise fields.error("material", {"high": options["cards"]})
        return state

    def make_view(self, state: DummyState, seat: int | None) -> dict[str, Any]:
        shown = [hand[:] if index == seat or state.options["open"] else None for index, hand in enumerate(state.hands)]
        return {
            "hands": shown,
            "sizes": [len(hand) for hand in state.hands],
            "deck": len(state.deck),
            "points": state.points[:],
            "played": state.played[:],
            "to_move": self.seat(state),
        }

    def describe_move(self, before: DummyState, move: int, after: DummyState, seat: int | None) -> list[Text]:
        player = before.mover + 1
        if move == END:
            texts = [Text("ended", {"player": player})]
        elif move < SWAP:
            texts = [Text("played", {"player": player, "card": move})]
        elif seat == before.mover:
            drawn = next(card for card in after.hands[seat] if card not in before.hands[seat])
            texts = [Text("swapped_own", {"card": move - SWAP, "drawn": drawn})]
        else:
            texts = [Text("swapped", {"player": player})]
        return [*texts, Text("over", {"scores": after.scores()})] if after.seat() == NOBODY else texts

    def render(self, view: dict[str, Any]) -> str:
        hands = [
            f"player {index + 1}: {view['sizes'][index]} {hand or '?'}" for index, hand in enumerate(view["hands"])
        ]
        return "\n".join([f"deck {view['deck']}, played {view['played']}, points {view['points']}", *hands])

    def fallback(self, state: DummyState, random: Random) -> int:
        return state.moves()[0]


class DescribedDummyGame(DummyGame):
    """The same game with a description of its board."""

    name = "described_dummy"

    def board(self, view: dict[str, Any], choices: dict[str, Any]) -> board.Board:
        return board.Board(
            (Text("board_deck", {"count": view["deck"]}),),
            view["to_move"],
            zones=(board.Zone((tuple(map(card_piece, view["played"])),), name=Text("board_played")),),
            players=tuple(describe_player(view, seat) for seat in range(len(view["sizes"]))),
            moves=describe_moves(view["hands"][view["to_move"]], choices["moves"]) if choices else None,
        )


def card_piece(card: int) -> board.Piece:
    return board.Piece(str(card), str(card), Text("card", {"card": card}), "bold")


def describe_player(view: dict[str, Any], seat: int) -> board.Player:
    hand = view["hands"][seat]
    zone = board.Zone((tuple(map(card_piece, hand or [])),), view["sizes"][seat] if hand is None else 0)
    return board.Player(seat, (zone,), Text("board_points", {"points": view["points"][seat]}))


def describe_moves(hand: list[int], moves: list[str]) -> board.Moves:
    verbs = {move.split()[0] for move in moves}
    cards = tuple(map(str, hand))
    selections = [board.Selection(Text(f"choose_{verb}"), "pieces", cards, 1, 1, verb) for verb in ("play", "swap")]
    return board.Moves(
        Text("choose_card"),
        selections=tuple(one for one in selections if one.verb in verbs),
        actions=(board.Action("end", Text("choose_end")),) if "end" in verbs else (),
    )


class OpenDummyGame(DummyGame):
    """The same game, declared as one in which all seats see the same."""

    name = "open_dummy"
    shared_view = True


GAME = DummyGame()
DESCRIBED = DescribedDummyGame()

S = TypeVar("S", bound=State)


def change_game(game: ludoteca.Game[S], **attributes: Any) -> ludoteca.Game[S]:
    """Return a game with other attributes and hooks; a function takes the place of a hook, without `self`."""
    parts = {name: staticmethod(one) if isinstance(one, FunctionType) else one for name, one in attributes.items()}
    changed: type[ludoteca.Game[S]] = type("ChangedGame", (type(game),), parts)
    return changed()


def replace_bots(*bots: ludoteca.Bot[DummyState]) -> ludoteca.Game[DummyState]:
    return change_game(GAME, levels=bots)
