"""Personal links, which move a seat to another device."""

from __future__ import annotations

from table.local_room import ANN, BO, CY, SHORT, Room, secret, started

from ludoteca.table import commands as c
from ludoteca.table import events as e


def link(room: Room, device: str, seat: int) -> str:
    """The key of a new personal link."""
    assert room.do(device, c.Link(seat)) == ["key_issued"]
    return secret(room.asked)


def test_a_link_moves_the_seat() -> None:
    room = started(ANN, BO)
    key = link(room, BO, 1)
    assert room.do(CY, c.Claim(key)) == ["seat_moved"]
    room.play("a2")
    assert room.no(BO, c.Move(1, "-", room.version)) == "not_your_seat"
    assert room.do(CY, c.Move(1, "-", room.version)) == ["moved"]
    assert room.names == ["Ann", "Bo"]


def test_a_link_works_once() -> None:
    room = started(ANN, BO)
    key = link(room, BO, 1)
    room.do(CY, c.Claim(key))
    for device in (ANN, BO, CY):
        assert room.no(device, c.Claim(key)) == "link_used"


def test_a_newer_link_replaces_an_older_one() -> None:
    room = started(ANN, BO)
    old, new = link(room, BO, 1), link(room, BO, 1)
    assert room.no(CY, c.Claim(old)) == "link_used"
    assert room.do(CY, c.Claim(new)) == ["seat_moved"]


def test_links_of_different_seats_are_independent() -> None:
    room = started(ANN, BO)
    anns, bos = link(room, ANN, 0), link(room, BO, 1)
    room.do(CY, c.Claim(anns))
    room.do(ANN, c.Claim(bos))
    assert [player.device for player in room.table.players] == [CY, ANN]


def test_a_link_is_made_for_ones_own_seat_only() -> None:
    room = Room()
    room.do(BO, c.Sit(1, "Bo"))
    for device, seat in [(ANN, 1), (CY, 1), (ANN, 0), (c.SERVER, 1)]:
        assert room.no(device, c.Link(seat)) == "not_your_seat"


def test_a_made_up_key_opens_nothing() -> None:
    room = started(ANN, BO)
    for key in ("", "x", "\ud800", secret(1), "x" * 10**5):
        assert room.no(CY, c.Claim(key)) == "link_used"


def test_the_log_holds_no_key() -> None:
    room = started(ANN, BO)
    key = link(room, BO, 1)
    assert key not in e.write_event(room.log[-1][2])
    (hashed,) = room.table.keys
    assert room.no(CY, c.Claim(hashed)) == "link_used"


def test_a_device_cannot_use_its_own_link() -> None:
    room = started(ANN, BO)
    key = link(room, BO, 1)
    assert room.no(BO, c.Claim(key)) == "link_own"
    assert room.do(CY, c.Claim(key)) == ["seat_moved"]


def test_links_make_no_log_entries() -> None:
    room = started(ANN, BO)
    entry_count = len(room.table.log_entries)
    room.do(CY, c.Claim(link(room, BO, 1)))
    assert len(room.table.log_entries) == entry_count


def test_the_role_of_host_moves_with_the_last_seat() -> None:
    room = Room()
    room.do(ANN, c.Sit(0, "Ann"))
    room.do(CY, c.Claim(link(room, ANN, 0)))
    assert room.table.host == CY
    assert room.no(ANN, c.SetSettings({"public": True})) == "only_host"
    assert room.do(CY, c.SetSettings({"legs": 2})) == ["settings_set"]


def test_the_role_of_host_stays_with_a_device_that_keeps_a_seat() -> None:
    room = started(ANN, ANN)
    room.do(BO, c.Claim(link(room, ANN, 1)))
    assert room.table.host == ANN
    room.do(BO, c.Claim(link(room, ANN, 0)))
    assert room.table.host == BO


def test_a_host_without_a_seat_stays_host() -> None:
    room = started(BO, BO)
    room.do(CY, c.Claim(link(room, BO, 1)))
    assert room.table.host == ANN


def test_a_link_ends_with_the_seat() -> None:
    room = Room()
    room.do(BO, c.Sit(1, "Bo"))
    key = link(room, BO, 1)
    room.do(BO, c.Stand(1))
    assert room.no(CY, c.Claim(key)) == "link_used"
    room.do(BO, c.Sit(1, "Bo"))
    assert room.no(CY, c.Claim(key)) == "link_used"


def test_a_link_follows_its_player_when_the_seats_rotate() -> None:
    room = started(ANN, BO).play(*SHORT)
    key = link(room, BO, 1)
    room.do(ANN, c.PlayAgain(0, room.version))
    room.do(BO, c.PlayAgain(1, room.version))
    room.do(CY, c.Claim(key))
    assert [(player.device, player.name) for player in room.table.players] == [(CY, "Bo"), (ANN, "Ann")]


def test_a_device_may_claim_a_second_seat() -> None:
    room = started(ANN, BO)
    room.do(ANN, c.Claim(link(room, BO, 1)))
    assert room.table.seats_of(ANN) == [0, 1]
