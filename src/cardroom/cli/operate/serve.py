"""`cardroom serve`: its options, wherever they are set."""

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from cardroom.cli import UsageError
from cardroom.cli.operate.serve_config import CONFIG, SETTINGS, Value, config_text, settings_of
from cardroom.cli.terminal.options import parse_count

__all__ = ["serve_command"]

LEVELS = ("debug", "info", "warning", "error")


def serve_command(
    context: typer.Context,
    *,
    port: Annotated[str, typer.Option(metavar="PORT", help="The port; 0 chooses a free one.")] = "8080",
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen on.")] = "127.0.0.1",
    host_name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A host name that browsers may use. Repeat for several."),
    ] = None,
    db: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The database: sqlite:///FILE or postgresql://... Default: files in this user's data folder.",
        ),
    ] = None,
    tables: Annotated[bool, typer.Option(help="Open a play-money table of each game, with bots.")] = True,
    forget: Annotated[
        str,
        typer.Option(metavar="DAYS", help="Delete guests without a session, DAYS after their first visit."),
    ] = "30",
    backup_every: Annotated[
        str | None, typer.Option(metavar="HOURS", help="Back up the room regularly. Needs --backup-to.")
    ] = None,
    backup_to: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder for backups. The newest 14 are kept.")
    ] = None,
    one_person: Annotated[
        bool | None,
        typer.Option(
            "--one-person/--two-persons",
            help="Whether one person may alone give orders that can take money, or two must agree. Default: the "
            "room's last setting.",
        ),
    ] = None,
    sign_ins: Annotated[
        str, typer.Option(metavar="NUMBER", help="The most sign-ins from one address in a minute.")
    ] = "10",
    own_tables: Annotated[
        str, typer.Option(metavar="NUMBER", help="The most practice and private tables of one address at once.")
    ] = "30",
    connections: Annotated[
        str,
        typer.Option(
            metavar="NUMBER", help="The most HTTP connections and the most WebSockets of one address; 0: no limit."
        ),
    ] = "400",
    second_factor: Annotated[
        bool, typer.Option("--second-factor", help="Staff need a second factor to move money.")
    ] = False,
    first_password: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the first operator's password to FILE. Default: shown on a terminal, else a file beside the "
            "room.",
        ),
    ] = None,
    metrics_token: Annotated[
        str | None, typer.Option(metavar="TOKEN", help="The token that a scraper must send to read /metrics.")
    ] = None,
    webhook: Annotated[
        str | None, typer.Option(metavar="URL", help="Send significant events here. Needs --webhook-secret.")
    ] = None,
    webhook_secret: Annotated[
        str | None, typer.Option(metavar="SECRET", help="The secret that signs events, at least 16 characters.")
    ] = None,
    drain: Annotated[
        str,
        typer.Option(
            metavar="SECONDS", help="The most time to close. Rounds in progress may end until 4 seconds before."
        ),
    ] = "20",
    demo: Annotated[
        bool,
        typer.Option(
            "--demo",
            help="Run a demo day, full of life within a minute. Without --db, in a folder that is deleted at the end.",
        ),
    ] = False,
    open: Annotated[bool, typer.Option("--open", help="Open the lobby in the browser.")] = False,  # noqa: A002
    log: Annotated[str, typer.Option(metavar="LEVEL", help="What to log: debug, info, warning or error.")] = "warning",
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help=f"A TOML file with these options. Default: {CONFIG}.")
    ] = None,
    show_config: Annotated[
        bool, typer.Option("--show-config", help="Print every option and where it is set, then exit.")
    ] = False,
) -> int:
    """Serve the card room: live tables in the browser.

    Every option can also be set in a TOML file or by an environment variable, for example CARDROOM_SERVE_PORT.
    """
    given = {name: context.params[name] for name in SETTINGS}
    typed = {name for name in given if _is_typed(context, name)}
    file = config or (Path(os.environ[CONFIG]) if os.environ.get(CONFIG) else None)
    defaults = {name: None if name in typed else value for name, value in given.items()}
    settings = settings_of(defaults, {name: given[name] for name in typed}, file, os.environ)
    options = _options(settings)
    if show_config:
        print(config_text(settings))
        return 0
    if context.obj is None:
        raise UsageError("Only the command `cardroom serve` can serve the card room.")
    context.obj(**options, terminal=sys.stdout.isatty(), tell=lambda line: print(line, flush=True))
    return 0


def _is_typed(context: typer.Context, name: str) -> bool:
    """Whether an option is on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _options(settings: dict[str, Value]) -> dict[str, Any]:
    """The checked values of all settings, by the names of the server's options."""

    def text(name: str) -> Any:
        return settings[name].value

    def count(name: str, most: int, least: int) -> int:
        value, source = settings[name]
        return parse_count(f"--{name.replace('_', '-')}" if source == "default" else source, value, most, least)

    def path(name: str) -> Path | None:
        return None if text(name) is None else Path(text(name))

    if text("log") not in LEVELS:
        raise UsageError(f"{_label(settings, 'log')} must be debug, info, warning or error, not {text('log')}.")
    return {
        "host": text("host"),
        "port": count("port", 65_535, 0),
        "db": text("db"),
        "names": text("host_name") or (),
        "tables": text("tables"),
        "forget": count("forget", 36_500, 0),
        "backups": _schedule(settings),
        "one_person": text("one_person"),
        "sign_ins": count("sign_ins", 100_000, 1),
        "own_tables": count("own_tables", 1_000, 1),
        "connections": count("connections", 1_000_000, 0),
        "second_factor": text("second_factor"),
        "first_password": path("first_password"),
        "metrics_token": text("metrics_token") or "",
        "webhook": _webhook(settings),
        "drain": count("drain", 3600, 1),
        "demo": text("demo"),
        "browser": text("open"),
        "log": text("log"),
    }


def _webhook(settings: dict[str, Value]) -> tuple[str, str] | None:
    """The address for events and the secret that signs them, if events are wanted."""
    url, secret = settings["webhook"].value, settings["webhook_secret"].value
    if url is None and secret is None:
        return None
    if not url or not secret:
        raise UsageError("Give both --webhook URL and a webhook secret (webhook_secret_file), or neither.")
    return url, secret


def _label(settings: dict[str, Value], name: str) -> str:
    source = settings[name].source
    return f"--{name.replace('_', '-')}" if source == "default" else source


def _schedule(settings: dict[str, Value]) -> tuple[int, Path] | None:
    """The hours between backups and their folder, if backups are wanted."""
    every, folder = settings["backup_every"].value, settings["backup_to"].value
    if every is None and folder is None:
        return None
    if every is None or folder is None:
        raise UsageError("Give both --backup-every HOURS and --backup-to DIR, or neither.")
    folder = Path(folder)
    if not folder.is_dir():
        raise UsageError(f"{_label(settings, 'backup_to')} {folder}: there is no such folder.")
    return parse_count(_label(settings, "backup_every"), every, 24 * 366, least=1), folder
