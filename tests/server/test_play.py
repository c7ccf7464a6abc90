"""Rooms over real sockets: games, seats, links, undo, the curtain, bots, absence."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path

import msgspec
from server.live_server import NO_LIMITS, Client, Server, run

from ludoteca.rooms import messages as m
from ludoteca.store.rows import StoredEvent

BOTH_STORES = "quick"
WHOLE_GAME = ("b2", "b2 c3", "a1", "b1 a2")
TWO_HERE = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bo"}]


async def play_all(one: Client, two: Client, moves: tuple[str, ...] = WHOLE_GAME) -> None:
    for text in moves:
        mover, other = (one, two) if one.table["room"]["to_move"] == one.table["you"]["seat"] else (two, one)
        await mover.move(text)
        await other.reach(mover.table["seq"])


def test_two_people_play_a_whole_game(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 3})
        await play_all(one, two)
        for client in (one, two):
            room = client.table["room"]
            assert room["phase"] == "over"
            assert room["result"] == [0.0, 1.0]
            assert client.table["log"][-1]["texts"][-1]["code"] == "weather_wins"
            assert (room["deal"], room["next_deal"]) == (None, None)
        async with server.session.get(f"{server.url}/api/rooms/{one.code}/record") as answer:
            record = await answer.json()
        assert record["moves"] == list(WHOLE_GAME)
        assert [seat["name"] for seat in record["seats"]] == ["Ada", "Bo"]

    run(test, tmp_path)


def test_every_message_has_a_declared_type(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 3}, legs=2)
        await one.ask({"type": "preview", "seat": 0, "move": "b2"})
        await one.ask({"type": "ping"})
        await one.ask({"type": "link", "seat": 0})
        await one.refused({"type": "move", "seat": 0, "move": "zz", "version": one.table["version"]})
        await play_all(one, two)
        decoder = msgspec.json.Decoder(m.Outgoing)
        received = [message for client in (one, two) for message in client.received]
        assert {message["type"] for message in received} >= {
            "welcome",
            "table",
            "presence",
            "preview_result",
            "pong",
            "seat_key",
        }
        for message in received:
            again = msgspec.to_builtins(decoder.decode(msgspec.json.encode(message)))
            assert again == message

    run(test, tmp_path)


def test_a_match_of_two_legs_is_won_by_days(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 3}, legs=2)
        await play_all(one, two)
        await one.done({"type": "play_again", "seat": 0, "version": one.table["version"]})
        await two.reach(one.table["seq"])
        await two.done({"type": "play_again", "seat": 1, "version": two.table["version"]})
        await one.until(lambda table: table["room"]["phase"] == "playing")
        assert one.table["you"]["seat"] == 1
        assert one.table["room"]["match"]["leg"] == 2
        await play_all(two, one, ("b2", "-", "a2", "b2", "a1", "b1 a2"))
        assert one.table["room"]["match"]["totals"] == [1, -1]
        assert one.table["room"]["match"]["result"] == [1.0, 0.0]

    run(test, tmp_path)


def test_every_player_may_change_options_and_all_must_agree(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open()
        host, guest = await server.join(code, token), await server.join(code)
        assert await guest.refused({"type": "set_options", "options": {"size": 5}}) == "only_seated"
        await guest.done({"type": "sit", "seat": 1, "name": "Bo"})
        await guest.done({"type": "set_options", "options": {"size": 5}})
        assert await guest.refused({"type": "set_options", "options": {"size": 99}}) == "option_int"
        assert await host.refused({"type": "sit", "seat": 1, "name": "Ada"}) == "seat_taken"
        await host.done({"type": "sit", "seat": 0, "name": "Ada", "ready": False})
        assert [seat["ready"] for seat in host.table["room"]["seats"]] == [False, True]
        await host.done({"type": "set_options", "options": {"size": 6}})
        assert [seat["ready"] for seat in host.table["room"]["seats"]] == [False, False]
        await host.done({"type": "set_ready", "ready": True})
        await guest.done({"type": "set_ready", "ready": True})
        assert guest.table["room"]["starts_at"] is not None
        await host.until(lambda table: table["room"]["phase"] == "playing")
        assert host.table["view"]["size"] == 6
        assert await guest.refused({"type": "set_options", "options": {"size": 7}}) == "started_already"

    run(test, tmp_path)


def test_a_refresh_and_a_second_tab_keep_the_seat_and_strangers_do_not_get_it(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 3})
        await one.socket.close()
        again, tab = await server.join(one.code, one.token), await server.join(one.code, one.token)
        stranger = await server.join(one.code)
        assert again.table["you"]["seat"] == tab.table["you"]["seat"] == 0
        assert stranger.table["you"] == {"seats": [], "seat": None, "curtain": False, "host": False}
        assert stranger.table["choices"] == {}
        version = stranger.table["version"]
        for command in (
            {"type": "move", "seat": 0, "move": "b2", "version": version},
            {"type": "resign", "seat": 0, "version": version},
            {"type": "link", "seat": 0},
            {"type": "set_perspective", "seat": 0},
        ):
            assert await stranger.refused(command) in ("not_your_seat", "seat_not_held")
        assert await stranger.refused({"type": "sit", "seat": 0, "name": "Eve"}) == "started_already"
        await tab.move("b2")
        await again.reach(tab.table["seq"])
        await two.move("-")

    run(test, tmp_path)


def test_a_personal_link_moves_the_seat_once(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, _ = await server.two_players(options={"size": 3})
        key = (await one.ask({"type": "link", "seat": 0}))["key"]
        phone = await server.join(one.code)
        await phone.done({"type": "claim", "key": key})
        assert phone.table["you"] == {"seats": [0], "seat": 0, "curtain": False, "host": True}
        await one.until(lambda table: table["you"]["seats"] == [])
        assert await one.refused({"type": "claim", "key": key}) == "link_used"
        await phone.move("b2")

    run(test, tmp_path)


def test_late_and_repeated_commands_change_nothing(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, _ = await server.two_players(options={"size": 3})
        version = one.table["version"]
        command = {"type": "move", "seat": 0, "move": "b2", "version": version, "id": "twice"}
        await one.done(command)
        for message in (command, {**command, "id": "late"}):
            answer = await one.ask(message)
            assert answer["stale"] == [message["id"]]
            assert answer["room"]["moves"] == 1

    run(test, tmp_path)


def test_a_preview_of_a_move_that_reveals_tells_what_is_certain(tmp_path: Path) -> None:
    """In Wege every card laid turns up the next one, which the preview does not know."""

    async def test(server: Server) -> None:
        one, _ = await server.two_players(game="wege")
        preview = await one.ask({"type": "preview", "seat": 0, "move": "a1/0"})
        assert preview["refused"] is None
        codes = [line["code"] for line in preview["texts"]]
        assert codes[0] == "placed"
        assert "turned_up" not in codes

    run(test, tmp_path)


def test_a_preview_describes_a_move(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 3})
        preview = await one.ask({"type": "preview", "seat": 0, "move": "b2"})
        assert [line["code"] for line in preview["texts"]] == ["walked"]
        preview = await one.ask({"type": "preview", "seat": 0, "move": "c3"})
        assert preview["refused"]["code"] == "too_far"
        preview = await two.ask({"type": "preview", "seat": 1, "move": "-"})
        assert preview["refused"]["code"] == "not_your_turn"
        preview = await two.ask({"type": "preview", "seat": 0, "move": "b2"})
        assert preview["refused"]["code"] == "seat_not_held"
        assert one.table["room"]["moves"] == 0

    run(test, tmp_path)


def test_an_undo_needs_consent(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 3})
        await one.move("b2")
        assert one.table["undo"]["how"] == "ask"
        await one.done({"type": "undo", "seat": 0, "version": one.table["version"]})
        await two.until(lambda table: table["room"]["offers"]["undo"] == 0)
        await two.done({"type": "answer_undo", "seat": 1, "yes": True, "version": two.table["version"]})
        await one.until(lambda table: table["room"]["moves"] == 0)
        assert one.table["undo"]["why"]["code"] == "undo_nothing"

    run(test, tmp_path)


def test_at_one_screen_without_hidden_information_the_perspective_follows_the_turn(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open(options={"size": 3}, seats=TWO_HERE)
        both = await server.join(code, token)
        for text in WHOLE_GAME:
            await both.move(text)
        assert both.table["room"]["result"] == [0.0, 1.0]

    run(test, tmp_path)


def test_at_one_screen_with_hidden_information_a_curtain_hides_the_hands(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open("dummy", seats=TWO_HERE)
        both = await server.join(code, token)
        assert both.table["you"]["curtain"]
        assert both.table["view"]["hands"] == [None, None]
        version = both.table["version"]
        assert await both.refused({"type": "move", "seat": 0, "move": "play 1", "version": version}) == "curtain"
        assert await both.refused({"type": "set_perspective", "seat": 1}) == "perspective_later"
        await both.done({"type": "set_perspective", "seat": 0})
        hand = both.table["view"]["hands"][0]
        assert both.table["view"]["hands"][1] is None
        await both.done({"type": "move", "seat": 0, "move": f"play {hand[0]}", "version": version})
        assert both.table["view"]["hands"][0] == hand[1:], "the turn goes on, and so does the look"
        refreshed = await server.join(code, token)
        assert refreshed.table["view"]["hands"] == [None, None]
        await both.done({"type": "move", "seat": 0, "move": "end", "version": both.table["version"]})
        assert both.table["view"]["hands"] == [None, None]
        assert both.table["you"]["curtain"]

    run(test, tmp_path)


def test_a_bot_plays_its_seat_in_a_worker_and_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        bot = {"kind": "bot", "level": 2}
        code, token = await server.open(options={"size": 5}, seats=[{"kind": "here", "name": "Ada"}, bot])
        one = await server.join(code, token)
        for number in range(3):
            await one.until(lambda table: bool(table["choices"]))
            if number == 1:
                for pid in server.rooms.services.workers.pids():
                    os.kill(pid, signal.SIGKILL)
            await one.move(one.table["choices"]["fields"][-1])
        await one.until(lambda table: table["room"]["moves"] == 6 or table["room"]["phase"] == "over")

    run(test, tmp_path)


def test_a_bot_moves_in_a_room_that_was_unloaded(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        seats = [{"kind": "bot", "level": 1}, {"kind": "here", "name": "Bo"}]
        code, token = await server.open(options={"size": 5}, seats=seats)
        while server.rooms.services.store.load(code)[1][-1].kind != "moved":  # type: ignore[index]
            await asyncio.sleep(0.05)
        assert (await server.join(code, token)).table["room"]["to_move"] == 1

    run(test, tmp_path)


def test_a_substitute_plays_for_an_absent_player_until_they_return(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 6}, absence_timeout_s=30)
        room = server.rooms.loaded[one.code]
        await two.socket.close()
        await one.until(lambda table: True)
        while one.presence["seats"] != [True, False]:
            await one.receive()
        room.table.settings = msgspec.structs.replace(room.table.settings, absence_timeout_s=0)
        await one.move("b2")
        await one.until(lambda table: table["room"]["seats"][1]["away"] and table["room"]["moves"] == 2)
        back = await server.join(one.code, two.token)
        await back.until(lambda table: not table["room"]["seats"][1]["away"])
        room.table.settings = msgspec.structs.replace(room.table.settings, absence_timeout_s=30)
        await one.until(lambda table: bool(table["choices"]))
        await one.move(one.table["choices"]["fields"][0])
        await back.until(lambda table: bool(table["choices"]))
        await back.move(back.table["choices"]["fields"][0])

    run(test, tmp_path, replace(NO_LIMITS, absent_after_s=0.0))


def test_rooms_survive_a_restart(tmp_path: Path) -> None:
    async def first(server: Server) -> None:
        one, two = await server.two_players(options={"size": 3})
        await one.move("b2")
        kept.update(code=one.code, one=one.token, two=two.token)

    async def second(server: Server) -> None:
        two = await server.join(kept["code"], kept["two"])
        assert two.table["view"]["journeyman"] == "b2"
        assert [entry["texts"][0]["code"] for entry in two.table["log"]][-1] == "walked"
        await two.move("c3")

    kept: dict[str, str] = {}
    run(first, tmp_path)
    run(second, tmp_path)


def test_a_running_game_with_hidden_information_gives_no_record(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open("dummy", seats=[*TWO_HERE])
        both = await server.join(code, token)
        async with server.session.get(f"{server.url}/api/rooms/{code}/record") as answer:
            assert answer.status == 409
            assert (await answer.json())["code"] == "record_secret"
        await both.done({"type": "resign", "seat": 0, "version": both.table["version"]})
        async with server.session.get(f"{server.url}/api/rooms/{code}/record") as answer:
            deal = both.table["room"]["deal"]
            assert (await answer.json())["seed"] == "/".join([deal["secret"], *deal["nonces"]])

    run(test, tmp_path)


def test_health_metrics_and_games(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, _ = await server.two_players(options={"size": 3})
        await one.move("b2")
        async with server.session.get(f"{server.url}/healthz") as answer:
            assert await answer.text() == "ok\n"
        async with server.session.get(f"{server.url}/metrics") as answer:
            text = await answer.text()
        assert 'ludoteca_commands_total{outcome="done",type="move"} 1' in text
        assert "ludoteca_sockets 2" in text
        async with server.session.get(f"{server.url}/api/games") as answer:
            (flooding,) = (game for game in await answer.json() if game["name"] == "flooding")
        assert flooding["options"][0]["high"] == 20

    run(test, tmp_path)


def test_a_room_of_a_newer_release_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        done = asyncio.get_running_loop().create_future()
        events = [StoredEvent(2, 0, "rained", '{"kind": "rained"}')]
        server.rooms.services.store.append(code, events, 1, None, None, done.set_result)
        assert await done is None
        async with server.session.get(f"{server.url}/api/rooms/{code}") as answer:
            assert answer.status == 400
            assert (await answer.json())["code"] == "log_unreadable"

    run(test, tmp_path)


def test_a_personal_link_brings_an_absent_player_back(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 6}, absence_timeout_s=30)
        key = (await two.ask({"type": "link", "seat": 1}))["key"]
        await two.socket.close()
        table = server.rooms.loaded[one.code].table
        table.settings = msgspec.structs.replace(table.settings, absence_timeout_s=0)
        await one.move("b2")
        await one.until(lambda table: table["room"]["seats"][1]["away"])
        phone = await server.join(one.code)
        await phone.done({"type": "claim", "key": key})
        await phone.until(lambda table: not table["room"]["seats"][1]["away"])

    run(test, tmp_path, replace(NO_LIMITS, absent_after_s=0.0))
