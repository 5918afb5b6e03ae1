"""A player keeps evidence of a round that was voided and of the deal after it, and all of it can be verified."""

import asyncio
from contextlib import suppress

import httpx

from cardroom.client import Client
from cardroom.errors import InputError
from cardroom.evidence import cards_shown
from cardroom.play.table import Join, Void
from cardroom.web.halls.table_config import PLAY
from cli.command import run
from support.server import FLOOR, open_table

GAME = "three-card-poker-6-card-bonus"


def decide(question):
    """Bet the least, and play."""
    if "bet" in question.offers:
        areas = question.offers["bet"]["option"]["areas"]
        return "bet", {area["wager"]: area["least"] for area in areas if area["required"]}
    return next(each for each in ("play", "pass") if each in question.offers), None


async def visit(room, table):
    """Play until a round has ended after one that was voided. Return the evidence, and the proofs and records."""
    hall = room.server.halls[PLAY]
    async with Client(room.address) as client:
        await client.guest()
        async with client.enter(PLAY) as line:
            await line.watch(table)
            await line.ask(Join, table, 50_000)
            voided = False
            while not any(each.head for each in line.keepers[table].rounds):
                question = await line.question(table)
                if not voided and cards_shown(question.picture):
                    await asyncio.to_thread(room.call, hall.order(FLOOR, table, Void("a boxed card")))
                    voided = True
                else:
                    with suppress(InputError):  # the question of the round that was voided
                        await line.answer(question, *decide(question))
            evidence = [each.json() for each in line.keepers[table].rounds if each.seeds is not None]
        path = f"/api/v1/halls/play/tables/{table}/rounds"
        numbers = sorted(each["number"] for each in (await client.get(path))["rounds"])
        identity = {"cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())}
        files = [
            httpx.get(f"{room.address}{path}/{number}/record", timeout=60, headers=identity) for number in numbers[:2]
        ]
    return evidence[:2], [each.text for each in files]


def test_evidence_of_a_voided_round_and_the_next_deal_holds(door, tmp_path):
    table = open_table(door, "calls off", GAME, bots=2)
    evidence, (first, second) = asyncio.run(visit(door, table))
    assert [text.count("\n") for text in (first, second)] == [1, 2], "a voided round has a proof, and no record"
    (tmp_path / "evidence.jsonl").write_text("\n".join(evidence) + "\n", encoding="utf-8")
    (tmp_path / "proofs.jsonl").write_text(first + second, encoding="utf-8")
    said = run("verify", tmp_path / "proofs.jsonl", "--evidence", tmp_path / "evidence.jsonl").output
    assert "the round was voided, so it has no record" in said
    assert "the record has the hash that was shown after the round" in said
