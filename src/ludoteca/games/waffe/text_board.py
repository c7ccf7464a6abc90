"""The text board of Waffe: the field arranged by its type, and the hands with the numbers of the cards."""

from typing import Any, Final

from ludoteca.core.translations import Text
from ludoteca.games.waffe.cards import RANK_NAMES
from ludoteca.games.waffe.rules import MAX_PASSES
from ludoteca.games.waffe.violations import TRANSLATIONS

CARDS_PER_LINE: Final = 15


def render(view: dict[str, Any]) -> str:
    lines = [_headline(view), "", _field_line(view)]
    if view["field"]:
        lines.append("    " + "  |  ".join(" ".join(map(_card, group)) for group in view["arranged"]))
    lines.append("")
    viewer = next((seat for seat, hand in enumerate(view["hands"]) if hand is not None), None)
    numbers = _numbers(view, viewer) if viewer is not None and viewer == view["to_move"] else {}
    for seat in (1, 0) if viewer == 1 else (0, 1):
        lines += _player(view, seat, numbers)
    return "\n".join(lines)


def _headline(view: dict[str, Any]) -> str:
    params = {"pack": view["pack_size"], "gone": len(view["gone"]), "passes": view["passes"], "last": MAX_PASSES}
    if view["to_move"] is not None:
        code = "headline_passes" if view["passes"] else "headline"
        return TRANSLATIONS.format(Text(code, {**params, "player": view["to_move"] + 1}))
    winners = [seat + 1 for seat, share in enumerate(view["result"]) if share == 1]
    if winners:
        return TRANSLATIONS.format(Text("headline_won", {"player": winners[0]}))
    return TRANSLATIONS.format(
        Text("headline_drawn" if view["hand_sizes"][0] or view["tables"][0] else "headline_both")
    )


def _field_line(view: dict[str, Any]) -> str:
    if not view["field"]:
        return TRANSLATIONS.format(Text("board_empty"))
    params = {"is": view["shown"]["is"], "also": view["types"][1:], "count": len(view["field"])}
    return TRANSLATIONS.format(Text("board_field_also" if params["also"] else "board_field", params))


def _card(laid: dict[str, Any]) -> str:
    """Write a card, a joker with the rank that it stands for."""
    stands_as = laid.get("as") or ""
    return f"{laid['card']}={stands_as}" if stands_as and stands_as in RANK_NAMES else str(laid["card"])


def _numbers(view: dict[str, Any], seat: int) -> dict[str, int]:
    """Number the cards that the mover may play: own hand, own table hand, the opponent's if it is shared."""
    cards = [*view["hands"][seat], *view["tables"][seat]]
    if view["options"]["shared_table"]:
        cards += view["tables"][1 - seat]
    return {card: number for number, card in enumerate(cards, start=1)}


def _player(view: dict[str, Any], seat: int, numbers: dict[str, int]) -> list[str]:
    hand, table = view["hands"][seat], view["tables"][seat]
    size = view["hand_sizes"][seat]
    mark = ">" if view["to_move"] == seat else " "
    lines = [TRANSLATIONS.format(Text("board_player", {"mark": mark, "player": seat + 1, "count": size + len(table)}))]
    lines += _cards(TRANSLATIONS.format(Text("board_hand")), ["??"] * size if hand is None else hand, numbers)
    return lines + _cards(TRANSLATIONS.format(Text("board_table")), table, numbers)


def _cards(name: str, cards: list[str], numbers: dict[str, int]) -> list[str]:
    """Write cards under their numbers."""
    if not cards:
        return [f"    {name:<8}   -"]
    lines = []
    for first in range(0, len(cards), CARDS_PER_LINE):
        part = cards[first : first + CARDS_PER_LINE]
        if part[0] in numbers:
            lines.append(" " * 12 + "".join(f"{numbers[card]:>4}" for card in part))
        lines.append(f"    {'' if first else name:<8}" + "".join(f"{card:>4}" for card in part))
    return lines
