"""The command `ludoteca serve`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from ludoteca.core.options import IntOption
from ludoteca.server.settings_file import PREFIX, read_settings
from ludoteca.store.options import DATA_OPTION, HELP_OPTIONS, data_folder


def setting(name: str, **attributes: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make an option that can also be set by an environment variable, and in the settings file."""
    flag, parameter = name.split(" ") if " " in name else (name, name.removeprefix("--").replace("-", "_"))
    variable = PREFIX + flag.removeprefix("--").replace("-", "_").upper()
    return click.option(flag, parameter, envvar=variable, **attributes)


@click.command(context_settings=HELP_OPTIONS)
@setting(
    "--config",
    type=click.Path(path_type=Path),
    is_eager=True,
    expose_value=False,
    callback=read_settings,
    metavar="FILE",
    help="Read settings from this TOML file: the names below without their dashes.",
)
@setting("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104 - friends join
@setting("--port", default="8321", show_default=True, metavar="NUMBER", help="Port; 0 picks a free one.")
@setting(
    "--url urls",
    multiple=True,
    help="Address under which others reach the server, if it is not this machine's own; may be given several times. "
    "Links use the first.",
)
@DATA_OPTION
@setting(
    "--store",
    metavar="URL",
    help="Keep games in PostgreSQL, postgresql://user@host/database, which several servers can share; by default they "
    "are kept in the data folder. A password belongs in the file that PGPASSFILE names.",
)
@setting(
    "--node",
    metavar="NAME",
    show_default="host name and port",
    help="Name of this server among those that share a store.",
)
@setting(
    "--drain",
    metavar="SECONDS",
    default="5",
    show_default=True,
    help="With --store: how long a server that stops is not ready but still serves.",
)
@setting("--no-browser", is_flag=True, help="Do not open a browser. Without a terminal none is opened anyway.")
@setting(
    "--trust-proxy proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Trust X-Forwarded-For from this address or network; may be given several times.",
)
@setting(
    "--webhook webhooks",
    multiple=True,
    metavar="NAME=URL",
    help="A URL that rooms may call when a player is to move and when a game ends; may be given several times.",
)
@setting(
    "--keep-finished", metavar="DAYS", help="Delete finished games after this many days; by default they are kept."
)
@setting(
    "--metrics-token",
    metavar="TOKEN",
    help="Serve /metrics to requests with this token; by default only to this machine.",
)
@setting(
    "--no-service-worker",
    is_flag=True,
    help="Let browsers keep nothing of the page; those that did forget it at their next visit.",
)
@setting("--log-json", is_flag=True, help="Write the log to standard error as JSON lines.")
def serve(
    host: str,
    port: str,
    urls: tuple[str, ...],
    data: Path | None,
    no_browser: bool,
    proxies: tuple[str, ...],
    no_service_worker: bool,
    log_json: bool,
    webhooks: tuple[str, ...],
    metrics_token: str | None,
    keep_finished: str | None,
    store: str | None,
    node: str | None,
    drain: str,
) -> None:
    """Start the server, with rooms for people on this network. `ludoteca` alone does the same.

    Every option can be set by an environment variable too: LUDOTECA_PORT for --port, LUDOTECA_TRUST_PROXY for
    --trust-proxy; several values are separated by spaces. A flag comes before the environment, that before the file.

    \b
    Examples:
      ludoteca
      ludoteca serve --port 9000 --no-browser
      ludoteca serve --config /etc/ludoteca.toml
      ludoteca serve --store postgresql://ludoteca@db/ludoteca --node a
      ludoteca serve --host 127.0.0.1 --trust-proxy 127.0.0.1 --url https://example.org
    """
    # Imported late, so that other commands do not wait for the web framework.
    from ludoteca.rooms.addresses import read_networks
    from ludoteca.rooms.limits import Limits
    from ludoteca.server.hosts import read_urls
    from ludoteca.server.network_config import NetworkConfig
    from ludoteca.server.serve import ServeSettings
    from ludoteca.server.serve import serve as run_server
    from ludoteca.server.webhooks import read_webhooks
    from ludoteca.store.opening import check_store

    days = None
    if keep_finished is not None:
        days = IntOption("--keep-finished", default=365, low=1, high=36_500, help="").read(keep_finished)
    number = IntOption("port", default=8321, low=0, high=65535, help="").read(port)
    network = NetworkConfig(
        read_urls(urls),
        trusted_proxies=read_networks(proxies),
        service_worker=not no_service_worker,
        metrics_token=metrics_token or None,
    )
    drain_s = IntOption("--drain", default=5, low=0, high=600, help="").read(drain)
    if store is not None:
        check_store(store, node)
    browser = not no_browser and sys.stdout.isatty()
    folder = data_folder(data)
    targets = read_webhooks(webhooks)
    limits = Limits(keep_finished_days=days)
    settings = ServeSettings(
        host, number, folder, network, limits, browser, log_json, targets, store=store, node=node, drain_s=drain_s
    )
    run_server(settings, partial(print, flush=True))
