"""The rules of chat, without a server: names, limits, and what a host can do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from table.local_room import ANN, BO, CY, Room, started, with_bot

from ludoteca.rooms import incoming
from ludoteca.rooms.chat import Chat, Sender
from ludoteca.rooms.limits import Limits
from ludoteca.table import commands as c


class ChatTester:
    """A chat without a server, for a table of table.local_room; returns refusals as codes."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.state = Chat(limits or Limits())
        self.now = 1_000_000_000

    def do(self, room: Room, who: str, command: incoming.ChatCommand, address: str = "") -> str | None:
        refusal = self.state.handle(command, Sender(who, address), room.table, self.now)
        assert refusal is None or "{" not in room.table.game.translations.format(refusal)
        return None if refusal is None else refusal.code

    def say(self, room: Room, who: str, text: str, name: str = "", address: str = "") -> str | None:
        return self.do(room, who, incoming.Say(text=text, name=name), address)


# Names


@pytest.mark.parametrize("name", ["Ann", "ANN", " ann ", "\uff21\uff4e\uff4e", "Ann\ufe0f", "A\u034fnn", "Journeyman"])
def test_no_spectator_uses_the_name_of_a_player_or_a_seat(name: str) -> None:
    room, chat = started(ANN, BO), ChatTester()
    assert chat.say(room, CY, "hello", name) == "name_taken"
    assert chat.say(room, CY, "hello", "Annie") is None


def test_no_spectator_uses_the_name_of_a_bot() -> None:
    room, chat = with_bot(), ChatTester()
    [bot] = [player.name for player in room.table.players if not player.is_person]
    assert chat.say(room, CY, "hello", bot.upper()) == "name_taken"


def test_nobody_sits_down_with_a_name_that_another_device_has() -> None:
    room = Room("flooding", 2)
    room.do(ANN, c.Sit(0, "Straße"))
    assert room.no(BO, c.Sit(1, "STRASSE")) == "name_taken"
    assert "Straße" not in room.sentence(BO, c.Sit(1, "strasse "))
    room.do(ANN, c.Sit(1, "Straße"))  # the same device may play both


def test_players_write_under_their_own_names_and_spectators_are_marked() -> None:
    room, chat = started(ANN, BO), ChatTester()
    assert chat.say(room, BO, "hello", "Ann") is None
    assert chat.say(room, CY, "  good\n luck ", "Cy") is None
    assert [(one.name, one.seat, one.text) for one in chat.state.messages] == [
        ("Bo", 1, "hello"),
        ("Cy", None, "good luck"),
    ]
    assert chat.say(room, CY, "hello", "") == "name"


@pytest.mark.parametrize("text", ["", " \n ", "x" * 301, "bell\x07", "turn\u202eround"])
def test_texts_that_cannot_be_shown_are_refused(text: str) -> None:
    assert ChatTester().say(started(ANN, BO), ANN, text) == "chat_text"


# Limits


def test_devices_addresses_and_spectators_have_limits_and_players_are_never_crowded_out() -> None:
    room, chat = started(ANN, BO), ChatTester()
    for number in range(5):
        assert chat.say(room, CY, f"message {number}", "Cy", "a") is None
    assert chat.say(room, CY, "more", "Cy", "b") == "chat_fast"
    for number in range(5):
        assert chat.say(room, f"device-{number}", "hello", "Di", "a") is None
    assert chat.say(room, "device-x", "hello", "Di", "a") == "chat_fast_address"
    for number in range(20):
        assert chat.say(room, f"device-y{number}", "hello", "Ed", f"b{number}") is None
    assert chat.say(room, "device-z", "hello", "Fay", "c") == "chat_fast_room"
    for who in (ANN, BO):  # at the address that has used up its share
        for number in range(5):
            assert chat.say(room, who, f"message {number}", address="a") is None
        assert chat.say(room, who, "more", address="a") == "chat_fast"
    chat.now += 10_000
    assert chat.say(room, CY, "more", "Cy", "a") is None


def test_a_clock_that_was_set_back_silences_nobody() -> None:
    room, chat = started(ANN, BO), ChatTester()
    for _ in range(5):
        assert chat.say(room, ANN, "hello") is None
    chat.now -= 3_600_000
    assert chat.say(room, ANN, "an hour ago") is None


def test_a_refusal_names_the_limit() -> None:
    room, chat = started(ANN, BO), ChatTester()
    for number in range(10):
        chat.say(room, f"device-{number}", "hello", "Di", "a")
    refusal = chat.state.handle(incoming.Say(text="x", name="Di"), Sender(CY, "a"), room.table, chat.now)
    assert refusal is not None
    assert "at most 10 messages in 10 seconds" in room.table.game.translations.format(refusal)


# Moderation


def test_the_host_closes_the_chat_after_thousands_of_messages() -> None:
    room, chat = started(ANN, BO), ChatTester()
    for number in range(3000):
        chat.now += 10_000
        assert chat.say(room, BO, f"message {number}") is None
    assert chat.do(room, BO, incoming.SetChat(open=False)) == "only_host"
    for _ in range(1000):
        assert chat.do(room, ANN, incoming.SetChat(open=False)) is None
        assert chat.say(room, BO, "hello") == "chat_off"
        assert chat.do(room, ANN, incoming.SetChat(open=True)) is None
    chat.now += 10_000
    assert chat.say(room, BO, "hello") is None


def test_a_mute_holds_for_the_device_and_for_spectators_of_its_address() -> None:
    room, chat = started(ANN, BO), ChatTester()
    chat.say(room, CY, "spam", "Cy", "a")
    assert chat.do(room, BO, incoming.Mute(number=1)) == "only_host"
    assert chat.do(room, ANN, incoming.Mute(number=2)) == "chat_number"
    assert chat.do(room, ANN, incoming.Mute(number=1)) is None
    assert chat.say(room, CY, "from another address", "Cy", "b") == "chat_muted"
    assert chat.say(room, "device-x", "another window", "Di", "a") == "chat_muted"
    assert chat.say(room, BO, "I sit here", address="a") is None
    assert chat.do(room, ANN, incoming.Mute(number=2)) is None, "players can be muted"
    assert chat.say(room, BO, "hello", address="a") == "chat_muted"
    for number in (1, 2):
        assert chat.do(room, ANN, incoming.Unmute(number=number)) is None
    assert chat.say(room, CY, "sorry", "Cy", "a") is None


def test_players_and_the_host_cannot_be_removed_and_bans_have_a_limit() -> None:
    room, chat = started(ANN, BO), ChatTester(replace(Limits(), chat_bans=1))
    chat.say(room, BO, "hello", address="a")
    chat.say(room, ANN, "hello", address="a")
    chat.say(room, CY, "hello", "Cy", "a")
    assert chat.do(room, ANN, incoming.Remove(number=1)) == "chat_seated"
    assert chat.do(room, ANN, incoming.Remove(number=2)) == "chat_own"
    assert chat.do(room, ANN, incoming.Remove(number=3)) is None
    assert chat.do(room, ANN, incoming.Mute(number=1)) == "chat_bans"
    removed = [chat.state.is_removed(Sender(who, "a"), room.table) for who in (ANN, BO, CY, "device-x")]
    assert removed == [False, False, True, True]
