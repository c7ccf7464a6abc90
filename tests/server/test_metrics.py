"""Metrics and logs: what an operator sees, and that it says nothing about people and rooms."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families
from server.live_server import NO_LIMITS, Server, run, serving

from ludoteca.rooms.addresses import read_networks
from ludoteca.rooms.metrics import STAGES
from ludoteca.server import logs
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.prometheus import COUNTERS, GAUGES, PrometheusMetrics

Samples = dict[str, float]


def read(text: str) -> Samples:
    """Return the samples by name and labels."""
    return {
        ",".join([sample.name, *(f"{key}={value}" for key, value in sorted(sample.labels.items()))]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def fetch(server: Server) -> tuple[str, Samples]:
    async with server.session.get(f"{server.url}/metrics") as answer:
        text = await answer.text()
    return text, read(text)


def test_every_move_is_measured_in_each_stage(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 3})
        await one.move("b2")
        await two.move("a1 a2")
        await one.until(lambda table: table["room"]["to_move"] == 0)
        await one.refused({"type": "move", "seat": 0, "move": "a1", "version": one.table["version"]})
        text, found = await fetch(server)
        counts = {stage: found[f"ludoteca_move_seconds_count,stage={stage}"] for stage in STAGES}
        assert counts == {"wait": 3, "decide": 3, "commit": 2, "show": 2}
        assert found["ludoteca_commands_total,outcome=done,type=move"] == 2
        assert found["ludoteca_commands_total,outcome=refused,type=move"] == 1
        assert one.table["room"]["code"] not in text

    run(test, tmp_path)


def test_all_metrics_are_there_before_anything_has_happened() -> None:
    found = read(PrometheusMetrics().text(dict.fromkeys(GAUGES, 3)))
    assert {name: found[name] for name in GAUGES} == dict.fromkeys(GAUGES, 3)
    assert {name: found[name] for name in COUNTERS} == dict.fromkeys(COUNTERS, 0)
    assert found["ludoteca_bot_answer_seconds_count"] == found["ludoteca_commit_writes_count"] == 0


def test_a_bot_and_its_answer_are_measured(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        seats = [{"kind": "bot", "level": 1}, {"kind": "here", "name": "Ada"}]
        code, token = await server.open(options={"size": 3}, seats=seats)
        client = await server.call(code, token)
        await client.until(lambda table: bool(table["you"]["seats"]) and table["room"]["to_move"] == 1)
        _, found = await fetch(server)
        assert found["ludoteca_bot_answer_seconds_count"] == 1
        assert found["ludoteca_bot_requests_waiting"] == 0

    run(test, tmp_path)


def test_a_response_carries_the_id_that_the_log_has() -> None:
    async def handle(number: int) -> str:
        request_id = logs.begin_request()
        await asyncio.sleep(0)
        logging.getLogger("test").warning("number %d", number)
        return request_id

    async def both() -> list[str]:
        return list(await asyncio.gather(*(asyncio.create_task(handle(number)) for number in (1, 2))))

    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logs.JsonLines())
    logging.getLogger("test").addHandler(handler)
    try:
        ids = asyncio.run(both())
    finally:
        logging.getLogger("test").removeHandler(handler)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(line["message"], line["request"]) for line in lines] == [("number 1", ids[0]), ("number 2", ids[1])]
    assert len(set(ids)) == 2


def test_a_line_of_text_names_the_request_too_and_keeps_its_trace() -> None:
    error = ValueError("no")
    entry = logging.LogRecord("ludoteca", logging.ERROR, "", 1, "failed: %s", ("x",), (ValueError, error, None))
    assert logs.TextLines().format(entry) == "ERROR ludoteca: failed: x\nValueError: no"
    asyncio.run(named(entry))


async def named(entry: logging.LogRecord) -> None:
    request_id = logs.begin_request("given-by-the-proxy")
    assert request_id == "given-by-the-proxy"
    assert logs.TextLines().format(entry).startswith("ERROR ludoteca: failed: x (request given-by-the-proxy)\n")


def test_only_a_trusted_proxy_may_name_a_request_and_only_by_a_plain_word(tmp_path: Path) -> None:
    async def ask(server: Server, given: str) -> str:
        async with server.session.get(f"{server.url}/healthz", headers={"X-Request-ID": given}) as answer:
            return answer.headers["X-Request-ID"]

    async def trusted(server: Server) -> None:
        assert await ask(server, "abcdef-0123.4") == "abcdef-0123.4"
        for bad in ("short", "a b c d e f g h", "x" * 65, "<script>alert</script>"):
            assert await ask(server, bad) != bad

    async def direct(server: Server) -> None:
        assert await ask(server, "abcdef-0123.4") != "abcdef-0123.4"

    async def behind_proxy() -> None:
        network = NetworkConfig(trusted_proxies=read_networks(["127.0.0.1"]))
        async with serving(tmp_path / "proxy", NO_LIMITS, network) as server:
            await trusted(server)

    asyncio.run(behind_proxy())
    run(direct, tmp_path / "direct")
