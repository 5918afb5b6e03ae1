"""Hostile proofs: the test vectors, with evidence of their rounds, and one value or more spoiled."""

import contextlib
import copy
import io
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from cardroom import verifier
from cardroom.verifier import EVIDENCE, ROUND, SIGNATURE
from fuzz.mutation import json_spoiled
from support.vectors import FOLDER, written

NESTED: Any = []
for _ in range(200):
    NESTED = [NESTED]
HOSTILE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 10**400, 1.5, float("nan"), "", "x", "\ud800", "shuffle", "open"),
    *([], [[]], [None], {}, {"a": 1}, NESTED),
)
"""Values of every type, for every place."""


class ProofFile(NamedTuple):
    """The values that a house publishes, and the evidence of a client."""

    values: list[Any]
    evidence: list[Any]
    key: str | None = None
    """The house's key, if the values are signed."""


@cache
def genuine() -> dict[str, ProofFile]:
    """The genuine test vectors, each with evidence of its rounds and of the last shuffle."""
    files = {}
    note = [json.loads(line) for line in (FOLDER / "evidence.jsonl").read_text("utf-8").splitlines()][-1]
    for path in sorted(FOLDER.glob("[!f]*.jsonl")):
        values = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        values = [value for value in values if value.get("format") != EVIDENCE]
        rounds = [value["opening"] for value in values if value.get("format") == ROUND]
        shown = [(each["table"], each["shuffle"], each["previous"], each) for each in rounds]
        if not shown:
            [*_, last] = (value for value in values if "about" in value)
            shown = [(last["about"]["table"], last["commitment"], last["about"]["previous"], last)]
        evidence = [
            note
            | {"table": table, "commitment": commitment, "previous": previous, "link": "", "cards": [], "head": ""}
            | {"seeds": opening["seeds"], "asked": opening.get("chains", [])}
            for table, commitment, previous, opening in shown
        ]
        key = next((value["key"] for value in values if value.get("format") == SIGNATURE), None)
        files[path.stem] = ProofFile(values, evidence, key)
    return files


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all parts of a value; of a list, to the first and the last only."""
    yield path
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], (*path, name))
    elif isinstance(value, list):
        for at in sorted({0, len(value) - 1}) if value else ():
            yield from places(value[at], (*path, at))


def every_change(file: ProofFile) -> Iterator[tuple[ProofFile, str]]:
    """The file with each place replaced by each hostile value, and without it; and a description of the change."""
    whole = [*file.values, *file.evidence]
    for path in places(whole):
        for value in (*HOSTILE, ...) if len(path) > 1 else HOSTILE if path else ():
            changed = copy.deepcopy(whole)
            part = changed
            for name in path[:-1]:
                part = part[name]
            if value is ...:
                del part[path[-1]]
            else:
                part[path[-1]] = value
            split = len(file.values)
            yield file._replace(values=changed[:split], evidence=changed[split:]), f"{path}: {str(value)[:40]}"


def lines_of(file: ProofFile) -> list[tuple[str, str]]:
    """The lines of a file and of its evidence, as the verifier reads them."""
    return [(str(at), line) for at, line in enumerate(written([*file.values, *file.evidence]))]


def make_proofs(rng: Random) -> Any:
    """Published lines and evidence, with one to three of them spoiled."""
    file = genuine()[rng.choice([*genuine()])]
    lines = [line.encode() for line in written([*file.values, *file.evidence])]
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(lines))
        lines[at] = json_spoiled(rng, lines[at], lines)
    split = len(file.values)
    proof, evidence = (b"\n".join(part).decode("latin-1") for part in (lines[:split], lines[split:]))
    return {"proof": proof, "evidence": evidence, "key": file.key}


def verifier_output(*arguments: str) -> tuple[int, str]:
    """The exit code and the output of the single-file verifier. It refuses a file of evidence without any (code 2)."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            return verifier.main(arguments), out.getvalue()
        except SystemExit as refused:
            if refused.code != 2 or not errors.getvalue().endswith("there is no evidence in this file\n"):
                raise
            return 2, out.getvalue()
