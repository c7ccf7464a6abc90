"""The command `ludoteca serve`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click
from platformdirs import user_data_path

from ludoteca.core.options import IntOption
from ludoteca.store.commands import DATA_OPTION, HELP_OPTIONS


@click.command(context_settings=HELP_OPTIONS)
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104 - friends join
@click.option("--port", default="8321", show_default=True, metavar="NUMBER", help="Port; 0 picks a free one.")
@click.option(
    "--url",
    "urls",
    multiple=True,
    help="Address under which others reach the server, if it is not this machine's own; may be given several times.",
)
@DATA_OPTION
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--trust-proxy", "proxies", multiple=True, metavar="ADDRESS", help="Trust X-Forwarded-For from this address."
)
@click.option(
    "--webhook",
    "webhooks",
    multiple=True,
    metavar="NAME=URL",
    help="A URL that rooms may call when a player is to move and when a game ends; may be given several times.",
)
@click.option(
    "--keep-finished", metavar="DAYS", help="Delete finished games after this many days; by default they are kept."
)
@click.option(
    "--metrics-token",
    envvar="LUDOTECA_METRICS_TOKEN",
    metavar="TOKEN",
    help="Serve /metrics to requests with this token; by default only to this machine.",
)
@click.option("--log-json", is_flag=True, help="Write the log to standard error as JSON lines.")
def serve(
    host: str,
    port: str,
    urls: tuple[str, ...],
    data: Path | None,
    no_browser: bool,
    proxies: tuple[str, ...],
    log_json: bool,
    webhooks: tuple[str, ...],
    metrics_token: str | None,
    keep_finished: str | None,
) -> None:
    """Start the server, with rooms for people on this network. `ludoteca` alone does the same.

    \b
    Examples:
      ludoteca
      ludoteca serve --port 9000 --no-browser
      ludoteca serve --host 127.0.0.1 --trust-proxy 127.0.0.1 --url https://example.org
    """
    # Imported late, so that other commands do not wait for the web framework.
    from ludoteca.server.addresses import read_networks
    from ludoteca.server.hosts import read_urls
    from ludoteca.server.limits import Limits
    from ludoteca.server.network_config import NetworkConfig
    from ludoteca.server.serve import ServeSettings
    from ludoteca.server.serve import serve as run_server
    from ludoteca.server.webhooks import read_webhooks

    days = None
    if keep_finished is not None:
        days = IntOption("--keep-finished", default=365, low=1, high=36_500, help="").read(keep_finished)
    number = IntOption("port", default=8321, low=0, high=65535, help="").read(port)
    network = NetworkConfig(
        read_urls(urls), trusted_proxies=read_networks(proxies), metrics_token=metrics_token or None
    )
    browser = not no_browser and sys.stdout.isatty()
    folder = data or user_data_path("ludoteca")
    targets = read_webhooks(webhooks)
    settings = ServeSettings(host, number, folder, network, Limits(keep_finished_days=days), browser, log_json, targets)
    run_server(settings, partial(print, flush=True))
