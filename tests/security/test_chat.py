"""Chat stands apart from the game: no move waits for it, no one is impersonated in it, and a host can end any abuse."""

from __future__ import annotations

from pathlib import Path

from server.harness import Client, Server, run


def test_chat_is_no_part_of_the_log(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two()
        before = server.rooms.store.load(ada.code)
        seq = ada.table["seq"]
        for text in ("hello", "good luck"):
            await bo.done({"type": "say", "text": text})
        await ada.done({"type": "set_chat", "open": False})
        assert server.rooms.store.load(ada.code) == before
        assert server.rooms.live[ada.code].table.seq == seq

    run(test, tmp_path)


def test_players_are_read_by_all_and_spectators_by_players_only_after_the_game(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two()
        cy = await server.join(ada.code)
        await ada.done({"type": "say", "text": "<b>hello</b>"})
        await cy.done({"type": "say", "text": "psst", "name": "Cy"})
        await bo.done({"type": "say", "text": "hi"})
        for client in (ada, bo):
            assert await reading(client, "hi") == ["<b>hello</b>", "hi"], "spectators help nobody while a game runs"
        dora = await server.join(ada.code)
        assert await reading(dora, "hi") == ["<b>hello</b>", "psst", "hi"]
        await ada.done({"type": "resign", "seat": 0, "on": ada.table["on"]})
        assert await reading(bo, "psst") == ["<b>hello</b>", "psst", "hi"]

    run(test, tmp_path)


async def reading(client: Client, text: str) -> list[str]:
    """All that is shown once this is."""
    while text not in texts(client):
        await client.next("chat")
    return texts(client)


def texts(client: Client) -> list[str]:
    """What a client that follows the protocol shows by now."""
    shown: list[str] = []
    for message in client.received:
        if message["type"] == "chat":
            shown = ([] if message["all"] else shown) + [one["text"] for one in message["messages"]]
    return shown
