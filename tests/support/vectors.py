"""Test vectors for other verifiers: genuine and altered files, with the verdict on each.

    PYTHONPATH=src:tests python -m support.vectors

writes them again to docs/vectors, from fresh secrets. Do this only after a change of the formats or the derivation.
With the argument `chains` it writes only the files with seed chains.
"""

import copy
import json
import sys
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardroom.cards.shuffle import Shuffle
from cardroom.cli.study.records import record_lines
from cardroom.play.records.signing import public_key, signature
from cardroom.verifier import check_lines
from support.crooked import watched
from support.forgeries import hashed, played

FOLDER = Path(__file__).parents[2] / "docs" / "vectors"


def files() -> dict[str, list[Any]]:
    """Every file by name, as the values of its lines."""
    cards, _ = played("three-card-poker-6-card-bonus", 3)
    shoe, _ = played("ez-baccarat", 2)
    hands, proofs = played("texas-holdem", 3)
    draws, _ = played("2-7-triple-draw", 2)
    key = Ed25519PrivateKey.generate()
    records = [json.loads(line) for line in record_lines(cards)]
    signed = [*records, json.loads(signature(key, cards[0].record.opening.table, hashed(cards[-1]), 1_700_000_000))]
    deck, proof = cards[2].shuffle.transcript(), proofs[2]
    genuine = {
        "shuffle": [deck],
        "shuffle-unseeded": [cards[0].shuffle.transcript()],
        "shuffle-before": [cards[2].shuffle.transcript(reveal=False)],
        "shuffle-simulated": [Shuffle.simulated(range(52), seed=7).transcript()],
        "shuffle-given": [Shuffle.given(range(52)).transcript()],
        "shoe": [json.loads(line) for line in record_lines(shoe)],
        "sealed-deck": [hands[2].shuffle.transcript()],
        "sealed-deck-public": [hands[2].shuffle.transcript(reveal=False)],
        "seat": [proof],
        "records": records,
        "records-signed": signed,
        "records-of-poker": [json.loads(line) for line in record_lines(hands)],
        "records-with-discards": [json.loads(line) for line in record_lines(draws)],
        "records-with-discards-for-all": [json.loads(line) for line in record_lines(draws, for_all=True)],
    }
    return (
        genuine
        | chained()
        | {f"forged-{name}": values for name, values in _forged(deck, proof, signed, public_key(key)).items()}
    )


def chained() -> dict[str, list[Any]]:
    """Files with seed chains: rounds with all links and with one withheld, evidence, and forgeries of them."""
    rounds = {slug: watched(slug) for slug in ("three-card-poker-6-card-bonus", "texas-holdem")}
    banked, poker = ([json.loads(line) for line in each.lines] for each in rounds.values())
    deck, record = banked
    [evidence] = map(json.loads, rounds["three-card-poker-6-card-bonus"].evidence)
    late = [json.loads(line) for line in watched("three-card-poker-6-card-bonus", eve_reveals=False).lines]
    link = [["ann", evidence["link"]], ["eve", "ab" * 32]]
    return {
        "chains": banked,
        "chains-of-poker": poker,
        "chains-withheld": late,
        "evidence": [*banked, evidence],
        "forged-chains-other-link": [deck | {"seeds": link}],
        "forged-chains-other-anchor": [deck | {"chains": [["ann", "ab" * 32], deck["chains"][1]]}],
        "forged-chains-left-out": [deck, record | {"opening": _without(record["opening"], "chains")}],
        "forged-evidence-other-seeds": [*banked, evidence | {"seeds": link}],
        "forged-evidence-other-card": [*banked, evidence | {"cards": ["Jk"]}],
    }


def _without(value: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: part for key, part in value.items() if key != name}


def _forged(deck: Any, proof: Any, signed: list[Any], key: str) -> dict[str, list[Any]]:
    def touched(values: Any, *path: Any, to: Any) -> list[Any]:
        values = copy.deepcopy(values)
        part = values
        for name in path[:-1]:
            part = part[name]
        part[path[-1]] = to
        return values

    flipped = proof["openings"][0]["salt"][:-1] + ("0" if proof["openings"][0]["salt"][-1] != "0" else "1")
    return {
        "shuffle-for-another-table": touched([deck], 0, "about", "table", to="elsewhere"),
        "shuffle-other-number": touched([deck], 0, "about", "number", to=2),
        "shuffle-without-seeds": touched([deck], 0, "seeds", to=[]),
        "shuffle-seed-by-another": touched([deck], 0, "seeds", 0, 0, to="eve"),
        "shuffle-called-simulated": touched([deck], 0, "kind", to="simulated"),
        "seat-without-seeds": touched([proof], 0, "seeds", to=[]),
        "seat-other-card": touched(
            [proof], 0, "openings", 0, "card", to="As" if proof["openings"][0]["card"] != "As" else "Ah"
        ),
        "seat-other-salt": touched([proof], 0, "openings", 0, "salt", to=flipped),
        "seat-twice": touched([proof], 0, "openings", to=[proof["openings"][0]] * 2),
        "seat-other-draw": touched([proof], 0, "draws", to="00" * 256),
        "records-net": touched(signed, 1, "outcome", "net", "ann", to=1),
        "records-answer": touched(signed, 1, "answers", to=[]),
        "records-exchanged": [signed[0], signed[3], signed[2], signed[1], *signed[4:]],
        "records-without-the-second": [*signed[:3], *signed[4:]],
        "records-signed-by-another": touched(signed, -1, "key", to="01" + key[2:]),
    }


def written(values: list[Any]) -> list[str]:
    """The lines of a file: records in their hashed form, everything else as JSON."""
    return [json.dumps(value, separators=(",", ":"), ensure_ascii=False) for value in values]


def verdicts(lines: list[str]) -> list[str]:
    """The verdict on each line."""
    return [each.verdict.word for each in check_lines([("", line) for line in lines])[: len(lines)]]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    expected = json.loads((FOLDER / "expected.json").read_text()) if sys.argv[1:] else {}
    for name, values in (chained() if sys.argv[1:] == ["chains"] else files()).items():
        lines = written(values)
        (FOLDER / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        expected[f"{name}.jsonl"] = verdicts(lines)
    (FOLDER / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")
