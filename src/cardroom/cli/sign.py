"""`cardroom sign`: sign the records of tables."""

from collections.abc import Sequence
from pathlib import Path

from cardroom.cli import UsageError
from cardroom.cli.common import json_values, note
from cardroom.play.signing import house_key, public_key, signature
from cardroom.verifier import FAILS, check_lines

__all__ = ["sign_command"]


def sign_command(files: Sequence[str], key: Path) -> int:
    """Add a signature of each table's last record to each file. Records that do not verify are not signed."""
    try:
        secret, made = house_key(key)
    except (OSError, ValueError) as error:
        raise UsageError(f"--key {key}: {error}") from None
    if made:
        note(f"Created a new key: {key}. Store it where only the house can read it.")
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
            out.writelines(signature(secret, table, head) + "\n" for table, head in heads.items())
        note(f"{file}: signed for {len(heads)} table{'s' if len(heads) > 1 else ''}.")
    note(f"Others verify it with the public key {public_key(secret)}")
    return 0
