"""`cardroom sign`: sign the records of tables. `cardroom keys`: list the house's earlier keys."""

import time
from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.terminal.common import json_values, note
from cardroom.play.records import EarlierKey, house_key, key_list, public_key, signature
from cardroom.verifier import FAILS, Wrong, check_keys, check_lines

__all__ = ["keys_command", "sign_command"]


def sign_command(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Records (JSON) of one or more tables.")],
    *,
    key: Annotated[Path, typer.Option(metavar="FILE", help="The house's private key; created if missing.")],
) -> int:
    """Sign the records of tables with the key of the house.

    The last record of each table is signed, which covers all earlier ones. The signature is added to the file.
    """
    try:
        secret, made = house_key(key)
    except (OSError, ValueError) as error:
        raise UsageError(f"--key {key}: {error}") from None
    if made:
        note(f"Created a new key: {key}. Store it where only the house can read it.")
    now = int(time.time())
    for file in files:
        values = list(json_values(file))
        verdicts = check_lines([(where, text) for where, _, text in values])
        broken = next((each for each in verdicts if each.verdict.word == FAILS), None)
        if broken:
            raise UsageError(f"{broken.where}: {broken.verdict.says[-1]}. Records that do not verify are not signed.")
        heads = {
            v["opening"]["table"]: each.hash for (_, v, _), each in zip(values, verdicts, strict=False) if each.hash
        }
        if not heads:
            raise UsageError(f"{file} has no round to sign.")
        ends = Path(file).read_bytes().endswith(b"\n")
        with open(file, "a", encoding="utf-8") as out:
            out.write("" if ends else "\n")
            out.writelines(signature(secret, table, head, now) + "\n" for table, head in heads.items())
        note(f"{file}: signed for {len(heads)} table{'s' if len(heads) > 1 else ''}.")
    note(f"Others verify it with the public key {public_key(secret)}")
    return 0


def keys_command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The list of the house's earlier keys; created if missing.")
    ],
    *,
    key: Annotated[Path, typer.Option(metavar="FILE", help="The new private key; created if missing.")],
    retire: Annotated[Path, typer.Option(metavar="FILE", help="The private key that is no longer used.")],
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="The retired key was stolen: its signatures prove nothing any more.")
    ] = False,
) -> int:
    """Replace the key of the house, and list the earlier ones.

    Give the list to `cardroom verify` with the new key, to check old signatures.
    """
    try:
        if not retire.exists():
            raise FileNotFoundError(f"{retire} does not exist")
        (current, made), (old, _) = house_key(key), house_key(retire)
    except (OSError, ValueError) as error:
        raise UsageError(f"--key {key}, --retire {retire}: {error}") from None
    if public_key(current) == public_key(old):
        raise UsageError("--key and --retire are the same key. Give the new key with --key.")
    if made:
        note(f"Created a new key: {key}. Store it where only the house can read it.")
    now, earlier = int(time.time()), []
    if file.exists():
        [(_, value, _)] = list(json_values(str(file)))
        try:
            check_keys(value, public_key(old))
        except Wrong as error:
            raise UsageError(f"{file}: {error}. The list must be signed with the key that you retire.") from None
        earlier = [EarlierKey(each["key"], each["until"]) for each in value["earlier"]]
    earlier.append(EarlierKey(public_key(old), None if withdraw else now))
    file.write_text(key_list(current, earlier, now) + "\n", encoding="utf-8")
    note(f"{file}: {len(earlier)} earlier key{'s' if len(earlier) > 1 else ''}. Publish it with the new key.")
    note(f"Others verify with the public key {public_key(current)}, and give them this file too.")
    return 0
