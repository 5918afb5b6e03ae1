"""The browser mixes seeds, notes what it is shown, and finds a server that publishes something else."""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from cardroom.cards.chain import SeedChain, link_hash
from cardroom.cards.reading import from_transcript
from cardroom.cards.shuffle import Shuffle
from cardroom.client import Client
from cardroom.play.table import CommitChain, Join
from cli.command import run
from support.table_page import open_table, plays, rests, sits

BANKED, POKER = "three-card-poker-6-card-bonus", "texas-holdem"
NOTES = "table.keeper.finished().length"


def played(room, visit, slug, **how):
    """A guest plays until a round with their seed is over; returns the page and the table."""
    table = open_table(room, slug)
    page = visit(table, **how)
    sits(page)
    page.wait_for_function("() => ['bets', 'act'].includes(table.moment)")
    if not page.evaluate("table.me.name in table.scene.seeds"):  # the anchor came after the first deal
        plays(page, slug)
        page.wait_for_function("() => table.me.name in table.scene.seeds && ['bets', 'act'].includes(table.moment)")
    rests(room, table)
    plays(page, slug)
    page.wait_for_function(f"() => {NOTES} > 0")
    page.evaluate("() => table.openDrawer('Fair')")
    return page, table


def checks(page):
    """Click the button, and wait for the verdict."""
    page.get_by_role("button", name="Check the last round").click()
    page.locator(".verdict[data-word]").wait_for()
    return page.locator(".verdict").get_attribute("data-word")


@pytest.mark.parametrize("slug", [BANKED, POKER])
@pytest.mark.sampled(2)
def test_one_click_compares_the_proof_with_what_was_shown(room, visit, slug):
    page, _ = played(room, visit, slug)
    assert checks(page) == "holds"
    text = page.locator(".verdict").inner_text()
    for title in (
        "The seeds are the ones you were shown",
        "Your seed is in the shuffle",
        "The cards are the ones you were shown",
        "The record is the one you were shown",
        "What this check cannot prove",
    ):
        assert title in text


def forged(value):
    """The same round with a seed that was invented after the bets, dealt and recorded accordingly."""
    proof = value["proof"]
    shuffle = from_transcript(proof)
    seeds = [*proof["seeds"], ["eve", "found after the bets"]]
    secret = bytes.fromhex(proof["secret"])
    other = Shuffle.revealed(shuffle.kind, shuffle.box, secret, seeds, shuffle.about, chains=proof.get("chains", ()))
    value["proof"] = other.transcript()
    order = value["proof"]["order"].split()[value["start"] :]
    value["dealt"] = [card if was != "??" else was for card, was in zip(order, value["dealt"], strict=False)]
    value["record"]["opening"]["seeds"] = value["proof"]["seeds"]
    return value


@pytest.mark.proof
def test_a_seed_that_was_invented_after_the_bets_is_found(room, visit):
    page, _ = played(room, visit, BANKED)
    lies = []

    def lie(route):
        lies.append(forged(route.fetch().json()))
        route.fulfill(json=lies[-1])

    page.route(re.compile(r"/rounds/\d+$"), lie)
    assert checks(page) == "does not hold"
    assert "The seed of eve was not shown when the round started." in page.locator(".verdict").inner_text()
    check = "async (round) => (await import('/files/-/fair/evidence.js')).checkRound(round, '', null).word"
    alone = page.evaluate(check, lies[-1])
    assert alone == "holds", "without what the browser noted, nothing is wrong"


ELSEWHERE = """async (table) => {
  const { noteFor, checkRound } = await import("/files/-/fair/evidence.js");
  const rounds = `/api/v1/halls/play/tables/${encodeURIComponent(table)}/rounds`;
  const { rounds: [{ number }] } = await (await fetch(rounds)).json();
  const round = await (await fetch(`${rounds}/${number}`)).json();
  round.record.opening.previous = "ab".repeat(32);
  const { word, checks } = checkRound(round, "", noteFor(window.table.keeper.finished(), round.record));
  return [word, checks.at(-1).says];
}"""
"""Checks the last round as if it followed another record."""


@pytest.mark.proof
def test_a_changed_record_and_a_missing_round_are_found(room, visit):
    page, table = played(room, visit, POKER)
    says = "The round follows another record than the one you were shown."
    assert page.evaluate(ELSEWHERE, table) == ["does not hold", says]

    def change(route):
        text = route.fetch().text()
        route.fulfill(body=text.replace('"script":"', '"script":"x', 1))

    page.route("**/rounds/*/record", change)
    assert checks(page) == "does not hold"
    assert "The record has another hash than you were shown." in page.locator(".verdict").inner_text()
    page.unroute("**/rounds/*/record")
    page.route("**/rounds", lambda route: route.fulfill(json={"rounds": [], "before": 0}))
    page.evaluate("table.ui.verdict = null")
    page.evaluate("table.draw()")
    page.locator(".verdict").wait_for(state="detached")
    assert checks(page) == "does not hold"
    assert "The round is missing" in page.locator(".verdict").inner_text()


@pytest.mark.proof
@pytest.mark.parametrize("slug", [BANKED, POKER])
def test_the_evidence_can_be_saved_and_checked_by_the_command(room, visit, slug, tmp_path):
    page, table = played(room, visit, slug)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save evidence").click()
    evidence = tmp_path / "evidence.jsonl"
    saved.value.save_as(evidence)
    rounds = f"/api/v1/halls/play/tables/{table}/rounds"
    numbers = page.evaluate(
        "async (path) => (await (await fetch(path)).json()).rounds.map((each) => each.number)", rounds
    )
    texts = [
        page.evaluate("async (path) => await (await fetch(path)).text()", f"{rounds}/{number}/record")
        for number in sorted(numbers)
    ]
    proof = tmp_path / "proof.jsonl"
    proof.write_text("".join(texts), encoding="utf-8")
    output = run("verify", proof, "--evidence", evidence).output
    assert "the link of guest" in output
    [*notes] = map(json.loads, evidence.read_text().splitlines())
    notes[-1]["seeds"] = []
    evidence.write_text("\n".join(map(json.dumps, notes)), encoding="utf-8")
    assert "was not shown to" in run("verify", proof, "--evidence", evidence, code=1).output


@pytest.mark.proof
def test_the_chain_and_the_notes_survive_a_reload(room, visit):
    page, table = played(room, visit, BANKED)
    secret, notes = page.evaluate(f"[table.keeper.chain.secret, {NOTES}]")
    page.reload()
    page.wait_for_function(f"() => window.table?.loaded && {NOTES} > 0")
    assert page.evaluate(f"[table.keeper.chain.secret, {NOTES}]") == [secret, notes]
    page.evaluate("() => table.openDrawer('Fair')")
    assert checks(page) == "holds"
    assert table


@pytest.mark.proof
def test_the_page_shows_whose_seed_was_withheld(room, visit):
    table = open_table(room, BANKED)

    async def withholds():
        async with Client(room.address) as client:
            await client.guest()
            async with client.enter("play", mix=False) as connection:
                await connection.watch(table)
                await connection.ask(Join, table, 20_000)
                await connection.ask(CommitChain, table, SeedChain.fresh(5).anchor)
                while not connection.scenes[table]["withheld"]:
                    await connection.next(60)
                return connection.name

    page = visit(table)
    page.wait_for_function("() => window.table?.loaded")
    page.evaluate("() => table.openDrawer('Fair')")
    with ThreadPoolExecutor(1) as thread:  # the browser has a loop of its own in this one
        name = thread.submit(lambda: asyncio.run(withholds())).result()
    page.get_by_text(f"{name.removeprefix('guest ')}'s seed was withheld.").wait_for()


def test_links_are_hashed_as_on_the_server(visit, room):
    page = visit(open_table(room, BANKED))
    chain = SeedChain(bytes(range(32)), 5)
    values = [chain.anchor, *(chain.reveal() for _ in range(5))]
    found = page.evaluate(
        """async (secret) => {
            const { SeedChain, linkHash } = await import("/files/-/fair/chain.js");
            const chain = new SeedChain(secret, 0, 5);
            return [[chain.anchor, ...Array.from({ length: 5 }, () => chain.reveal())], linkHash(secret), chain.left];
        }""",
        values[-1],
    )
    assert found == [values, link_hash(values[-1]), 0]


def test_a_link_is_revealed_for_one_commitment_only(visit, room):
    """A house that asks again for another shuffle knows the link already."""
    page = visit(open_table(room, BANKED))
    sent = page.evaluate(
        """async () => {
            const { EvidenceKeeper } = await import("/files/-/fair/keeper.js");
            const sent = [];
            const where = { hall: "x", table: "t", viewer: "ann" };
            const keeper = new EvidenceKeeper(where, (command) => sent.push(command));
            const scene = { commitment: "c1", head: "", people: { ann: {} }, chains: {}, asked: {}, seeds: {} };
            keeper.see(scene);
            await keeper.ready;
            const anchor = sent[0].anchor;
            const asks = { ...scene, chains: { ann: anchor }, asked: { ann: anchor } };
            keeper.see(asks);
            keeper.see({ ...asks, commitment: "c2" });
            await keeper.ready;
            return sent;
        }"""
    )
    assert [each["type"] for each in sent] == ["commit-chain", "add-seed", "commit-chain"]
    assert link_hash(sent[1]["words"]) == sent[0]["anchor"]
    assert sent[2]["anchor"] not in (sent[0]["anchor"], sent[1]["words"])


def test_a_round_that_was_voided_is_noted_as_such(visit, room):
    page = visit(open_table(room, BANKED))
    lines = page.evaluate(
        """async () => {
            const { EvidenceKeeper } = await import("/files/-/fair/keeper.js");
            const { evidenceLines } = await import("/files/-/fair/store.js");
            const keeper = new EvidenceKeeper({ hall: "x", table: "off", viewer: "ann" }, () => {});
            const scene = { commitment: "c1", head: "", people: {}, chains: {}, asked: {}, seeds: {} };
            const picture = { spreads: [{ cards: [51] }] };
            for (const seen of [scene, { ...scene, picture }, { ...scene, commitment: "c2" }]) keeper.see(seen);
            keeper.see({ ...scene, commitment: "c2", picture });
            keeper.see({ ...scene, commitment: "c3", head: "h1", picture: { ...picture, over: true } });
            await keeper.ready;
            return evidenceLines([...keeper.notes.values()]);
        }"""
    )
    first, second = (json.loads(line) for line in lines.splitlines())
    assert (first["commitment"], first["head"], first["voided"]) == ("c1", "", True)
    assert (second["commitment"], second["head"], "voided" in second) == ("c2", "h1", False)


def test_old_notes_are_removed(visit, room):
    page = visit(open_table(room, BANKED))
    count, oldest = page.evaluate(
        """async () => {
            const { save, notesOf, MOST_ROUNDS } = await import("/files/-/fair/store.js");
            const note = { hall: "x", table: "t", viewer: "ann", previous: "" };
            const made = (at) => ({ ...note, commitment: `c${at}`, at });
            const add = (at) => save(made(at));
            await add(0);
            const database = await new Promise((opened) => {
                const request = indexedDB.open("cardroom");
                request.onsuccess = () => opened(request.result);
            });
            const many = database.transaction("rounds", "readwrite");  // one, because 2,000 take ten seconds
            for (let at = 1; at < MOST_ROUNDS; at += 1) many.objectStore("rounds").put(made(at));
            await new Promise((written) => { many.oncomplete = written; });
            database.close();
            for (let at = MOST_ROUNDS; at < MOST_ROUNDS + 5; at += 1) await add(at);
            const notes = await notesOf("x", "t", "ann");
            return [notes.length - MOST_ROUNDS, notes[0].commitment];
        }"""
    )
    assert (count, oldest) == (0, "c5")
