"""What counts as one address, and under which host names the server answers.

- Addresses are counted by key: IPv4 whole, IPv6 by its /64, IPv4-mapped IPv6 as IPv4. A /48 has a limit too.
- A forwarded address is trusted only from a trusted proxy, and only if it is valid.
- The server answers under IP addresses, localhost, this machine's names and `--url`. Every other name gets 421, so that
  a web page cannot reach a server at home by pointing a name at it (DNS rebinding).
- A page may open sockets only to the server that it came from.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from server.live_server import NO_LIMITS, Server, serving
from server.raw_client import UPGRADE, Raw

from ludoteca.core.errors import OptionError
from ludoteca.rooms.addresses import address_key, read_networks, site_key
from ludoteca.rooms.limits import SITE_SHARE, Buckets, Rate, Tally
from ludoteca.server.hosts import Hosts, own_names, read_urls
from ludoteca.server.network_config import NetworkConfig

BOTH_STORES = "slow"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2:ffff::1]:4711", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", "unknown"),
        ("x" * 9000, "unknown"),
    ],
)
def test_an_address_is_counted_by_its_key(text: str, key: str) -> None:
    assert address_key(text) == key


def test_all_addresses_of_a_64_share_one_bucket() -> None:
    buckets = Buckets(Rate(0.001, 3))
    taken = [buckets.take(address_key(f"2001:db8:1:2::{number:x}")) for number in range(100)]
    assert sum(taken) == 3
    assert buckets.take(address_key("2001:db8:9:9::1"))


def test_a_48_has_a_limit_however_many_64s_it_has() -> None:
    buckets, tally = Buckets(Rate(0.001, 3)), Tally()
    taken = 0
    for number in range(200):
        key = address_key(f"2001:db8:1:{number:x}::1")
        assert site_key(key) == "2001:db8:1::/48"
        taken += buckets.take(key)
        if tally.has_room(key, 3):
            tally.add(key)
    assert taken == 3 * SITE_SHARE
    assert sum(tally.count(address_key(f"2001:db8:1:{number:x}::1")) for number in range(200)) == 3 * SITE_SHARE
    assert tally.has_room(address_key("2001:db8:2::1"), 3)
    for number in range(200):
        if tally.count(key := address_key(f"2001:db8:1:{number:x}::1")):
            tally.remove(key)
    assert not tally._counts, "empty counters are removed"


def test_an_address_forwarded_by_a_trusted_proxy_is_counted_by_its_key(tmp_path: Path) -> None:
    async def ask(server: Server, forwarded: str) -> int:
        raw = await Raw.dial(server.url)
        raw.ask("GET /healthz HTTP/1.1", "Connection: close", f"X-Forwarded-For: {forwarded}")
        status = (await raw.answer())[0]
        raw.drop()
        return status

    async def main() -> None:
        site = NetworkConfig(trusted_proxies=read_networks(["127.0.0.1"]))
        async with serving(tmp_path, replace(NO_LIMITS, requests=Rate(0.001, 3)), site) as server:
            for spellings in (
                [f"2001:db8:1:2::{number}" for number in range(4)],
                ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1:80", "[::ffff:192.0.2.1]:99"],
                # An invalid address counts for the proxy, not for a new client.
                ["who", "knows", "_hidden", "x" * 500],
            ):
                assert [await ask(server, spelling) for spelling in spellings] == [200, 200, 200, 429]

    asyncio.run(main())


# Names


HERE = Hosts(("https://games.example.org", "http://play.example:8080"), frozenset({"attic", "attic.lan"}))


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1:8321", "192.168.1.20", "[::1]:8321", "[2001:db8::1]", "localhost", "localhost:8321", "LOCALHOST."),
        *("ludoteca.localhost:1", "attic", "Attic:8321", "attic.lan", "games.example.org", "play.example:8080"),
    ],
)
def test_a_known_name_is_answered(host: str) -> None:
    assert HERE.check(host) == host.lower()


@pytest.mark.parametrize(
    "host",
    [
        *(None, "", "evil.example", "games.example.org.evil.example", "localhost.evil.example", "attic.evil.example"),
        *("127.0.0.1.evil.example", "127.0.0.1@evil.example", "[::1", "[evil]", "a b", "attic;", "attic:99999999"),
        *("attic'", "127.0.0.1:80; script-src *", "x" * 9000, "1.2.3", "0x7f000001x"),
    ],
)
def test_an_unknown_name_is_refused(host: str | None) -> None:
    assert HERE.check(host) is None


def test_the_names_of_this_machine_are_known() -> None:
    assert own_names()
    assert any(name.endswith(".local") for name in own_names())


def test_public_addresses_are_read_one_by_one() -> None:
    assert read_urls(["https://a.example/", "http://b.example:81"]) == ("https://a.example", "http://b.example:81")
    for wrong in ("a.example", "ftp://a.example", "http://", "http://[", "http://a b", "http://u@a.example"):
        with pytest.raises(OptionError, match="--url must be an address"):
            read_urls([wrong])


async def get(server: Server, host: str, path: str, *headers: str) -> tuple[int, str]:
    raw = await Raw.dial(server.url)
    raw.ask(f"GET {path} HTTP/1.1", f"Host: {host}", *headers, host=False)
    status, head, body = await raw.answer()
    raw.drop()
    return status, (head + body).decode()


def test_a_server_at_home_cannot_be_reached_under_a_name_of_the_web(tmp_path: Path) -> None:
    async def main() -> None:
        site = NetworkConfig(("https://games.example.org", "https://play.example"), host_names=frozenset({"attic"}))
        async with serving(tmp_path, NO_LIMITS, site) as server:
            code, _ = await server.open()
            port = server.url.rpartition(":")[2]
            for path in ("/", "/api/games", "/healthz", f"/api/rooms/{code}", f"/api/rooms/{code}/socket"):
                status, text = await get(server, f"evil.example:{port}", path, *UPGRADE)
                assert (status, "--url" in text, "evil.example" in text) == (421, True, True), path
            # Rebinding: the browser thinks it is still at evil.example, so Origin and Host agree.
            origin = f"Origin: http://evil.example:{port}"
            assert (await get(server, f"evil.example:{port}", f"/api/rooms/{code}/socket", *UPGRADE, origin))[0] == 421
            for host in (f"127.0.0.1:{port}", "games.example.org", "play.example", f"attic:{port}", "x.localhost"):
                assert (await get(server, host, f"/api/rooms/{code}"))[0] == 200, host
                for own in (host, "games.example.org", "play.example"):
                    head = (*UPGRADE, f"Origin: https://{own}")
                    assert (await get(server, host, f"/api/rooms/{code}/socket", *head))[0] == 101, (host, own)
                head = (*UPGRADE, f"Origin: http://evil.example:{port}")
                assert (await get(server, host, f"/api/rooms/{code}/socket", *head))[0] == 403, host

    asyncio.run(main())


def test_a_page_may_connect_to_its_own_server_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path, NO_LIMITS, NetworkConfig(("https://games.example.org",))) as server:
            for host in ("games.example.org", server.url.removeprefix("http://"), "localhost:1"):
                _, text = await get(server, host, "/")
                assert f"connect-src 'self' ws://{host} wss://{host};" in text
                assert "Cross-Origin-Opener-Policy: same-origin" in text
            # Browsers ignore it over plain http in a local network, and complain.
            assert "Cross-Origin-Opener-Policy" not in (await get(server, "192.168.1.20", "/"))[1]
            _, text = await get(server, "evil.example; connect-src *", "/")
            assert "connect-src 'self';" in text

    asyncio.run(main())
