"""The settings of `cardroom serve`: from the command line, the environment, a TOML file, or their defaults.

Every option has the same name everywhere: `--host-name`, CARDROOM_SERVE_HOST_NAME, and `host_name` in the file. A
secret can also come from a file, for example CARDROOM_SERVE_DB_FILE or `db_file`.
"""

import difflib
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cardroom.clean import quoted
from cardroom.cli import UsageError
from cardroom.errors import InputError
from cardroom.limits import read_text

__all__ = ["CONFIG", "PREFIX", "SETTINGS", "Setting", "Value", "config_text", "settings_of"]

CONFIG = "CARDROOM_CONFIG"
"""The environment variable that names the file, if `--config` does not."""
PREFIX = "CARDROOM_SERVE_"
"""The beginning of the environment variables."""
LARGEST = 64 * 1024
"""The most bytes of a configuration or secret file."""
MASK = "***"
_PASSWORD = re.compile(r"(?<=://)([^/@:]*):[^/@]*@")


class Setting(NamedTuple):
    """An option of `serve` that a file or the environment can set."""

    name: str
    """Its key in the file. The option is the same with hyphens."""
    kind: str = "text"
    """text, number, flag, or list."""
    secret: bool = False
    """Whether its value is masked, and can come from a file of its own."""


SETTINGS = {
    each.name: each
    for each in (
        Setting("port", "number"),
        Setting("host"),
        Setting("host_name", "list"),
        Setting("db", secret=True),
        Setting("tables", "flag"),
        Setting("forget", "number"),
        Setting("backup_every", "number"),
        Setting("backup_to"),
        Setting("one_person", "flag"),
        Setting("sign_ins", "number"),
        Setting("own_tables", "number"),
        Setting("connections", "number"),
        Setting("second_factor", "flag"),
        Setting("first_password"),
        Setting("metrics_token", secret=True),
        Setting("webhook"),
        Setting("webhook_secret", secret=True),
        Setting("drain", "number"),
        Setting("demo", "flag"),
        Setting("open", "flag"),
        Setting("log"),
    )
}
_FILES = {f"{name}_file": name for name, setting in SETTINGS.items() if setting.secret}
"""Keys that name the file of a secret."""
_KINDS: dict[str, tuple[type, ...]] = {"text": (str,), "number": (int, str), "flag": (bool,), "list": (list,)}
_FLAGS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


class Value(NamedTuple):
    """A value and its source."""

    value: Any
    source: str
    """The option, the variable, the file, or `default`. Error messages begin with it."""


def settings_of(
    defaults: Mapping[str, Any], given: Mapping[str, Any], file: Path | None, environment: Mapping[str, str]
) -> dict[str, Value]:
    """Every setting with its source. The command line (`given`) wins over the environment, and that over the file.

    >>> settings_of({"port": "8080"}, {}, None, {"CARDROOM_SERVE_PORT": "9000"})["port"]
    Value(value='9000', source='CARDROOM_SERVE_PORT')
    >>> settings_of({"port": "8080"}, {}, None, {"CARDROOM_SERVE_PROT": "9000"})
    Traceback (most recent call last):
    cardroom.cli.UsageError: Unknown environment variable CARDROOM_SERVE_PROT. Did you mean CARDROOM_SERVE_PORT?
    """
    values = {name: Value(value, "default") for name, value in defaults.items()}
    values |= _from_file(file) if file is not None else {}
    values |= _from_environment(environment)
    return values | {name: Value(value, _option(name, value)) for name, value in given.items()}


def _option(name: str, value: Any) -> str:
    if name == "one_person" and value is False:
        return "--two-persons"
    if name == "tables" and value is False:
        return "--no-tables"
    return f"--{name.replace('_', '-')}"


def _from_file(file: Path) -> dict[str, Value]:
    try:
        values = tomllib.loads(read_text(file, LARGEST))
    except OSError as error:
        raise UsageError(f"--config {file}: {error.strerror}.") from None
    except (InputError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"--config {file}: {error}") from None
    found: dict[str, Value] = {}
    for key, value in values.items():
        where = f"{file.name}: {key}"
        if key in _FILES:
            _once(_FILES[key], found, where)
            found[_FILES[key]] = Value(_secret_in(where, value), where)
            continue
        if key not in SETTINGS:
            raise UsageError(f"{file.name}: unknown key {quoted(key)}. {_near(key, [*SETTINGS, *_FILES])}")
        _once(key, found, where)
        found[key] = Value(_checked(where, SETTINGS[key], value), where)
    return found


def _from_environment(environment: Mapping[str, str]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for variable in sorted(environment):
        if not variable.startswith(PREFIX):
            continue
        key, text = variable.removeprefix(PREFIX).lower(), environment[variable]
        if key in _FILES:
            _once(_FILES[key], found, variable)
            found[_FILES[key]] = Value(_secret_in(variable, text), variable)
        elif key in SETTINGS:
            _once(key, found, variable)
            found[key] = Value(_parsed(variable, SETTINGS[key], text), variable)
        else:
            names = [f"{PREFIX}{name.upper()}" for name in (*SETTINGS, *_FILES)]
            raise UsageError(f"Unknown environment variable {variable}. {_near(variable, names)}")
    return found


def _once(name: str, found: Mapping[str, Value], where: str) -> None:
    if name in found:
        raise UsageError(f"{where}: {found[name].source} sets the same. Keep one of them.")


def _near(name: str, names: list[str]) -> str:
    near = difflib.get_close_matches(name, names, 1, 0.6)
    return f"Did you mean {near[0]}?" if near else f"Known: {', '.join(sorted(names))}."


def _checked(where: str, setting: Setting, value: Any) -> Any:
    """A value of the file, in the form that the command line gives."""
    kind = setting.kind
    wanted = {"text": "a text", "number": "a whole number", "flag": "true or false", "list": "a list of texts"}[kind]
    fits = isinstance(value, _KINDS[kind]) and (kind == "flag" or not isinstance(value, bool))
    if not fits or (kind == "list" and not all(isinstance(each, str) for each in value)):
        raise UsageError(f"{where}: write {wanted}, not {quoted(str(value))}.")
    if setting.secret:
        return _not_empty(where, value)
    return str(value) if kind == "number" else value


def _parsed(where: str, setting: Setting, text: str) -> Any:
    """The value of an environment variable, in the form that the command line gives."""
    kind = setting.kind
    if setting.secret:
        return _not_empty(where, text)
    if kind == "flag":
        if text.lower() not in _FLAGS:
            raise UsageError(f"{where}: write true or false, not {quoted(text)}.")
        return _FLAGS[text.lower()]
    if kind == "list":
        return [each.strip() for each in text.split(",") if each.strip()]
    return text


def _secret_in(where: str, file: Any) -> str:
    if not isinstance(file, str):
        raise UsageError(f"{where}: write the name of a file.")
    try:
        return _not_empty(f"{where}: {file}", read_text(Path(file), LARGEST).strip())
    except OSError as error:
        raise UsageError(f"{where}: {file}: {error.strerror}.") from None
    except InputError as error:
        raise UsageError(f"{where}: {file}: {error}") from None


def _not_empty(where: str, secret: str) -> str:
    """A secret as it was given. An empty one would protect nothing; a mask was copied from the output."""
    if not secret:
        raise UsageError(f"{where} is empty. Write the value, or remove the setting.")
    if secret == MASK or f":{MASK}@" in secret:
        raise UsageError(f"{where}: {MASK} only hides a secret in the output of --show-config. Write the secret.")
    return secret


def config_text(values: Mapping[str, Value]) -> str:
    """All settings as a TOML file, each with its source as a comment. Secrets are masked.

    >>> print(config_text({"port": Value("9000", "--port"), "db": Value(None, "default")}))
    port = 9000  # --port
    # db is not set
    """
    lines = []
    for name, (value, source) in values.items():
        if value is None:
            lines.append(f"# {name} is not set")
        else:
            lines.append(f"{name} = {_toml(SETTINGS[name], value)}  # {source}")
    return "\n".join(lines)


def _toml(setting: Setting, value: Any) -> str:
    if setting.kind == "flag":
        return str(value).lower()
    if setting.kind == "number" and str(value).isdecimal():
        return str(value)
    if setting.kind == "list":
        return f"[{', '.join(_quoted(each) for each in value)}]"
    text = os.fspath(value) if isinstance(value, os.PathLike) else str(value)
    if setting.secret:
        text = _PASSWORD.sub(rf"\1:{MASK}@", text) if "://" in text else MASK
    return _quoted(text)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(each if each.isprintable() else f"\\U{ord(each):08X}" for each in escaped) + '"'
