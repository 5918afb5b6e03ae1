"""What the table's modules compute, compared with the server."""

import random

import pytest

from cardroom.rankings import category, rank
from cardroom.rankings.chinese import must_foul
from cardroom.room.feed import difference
from cardroom.web.pages.assets import pages
from cardroom.web.pages.joining import declared


@pytest.fixture(scope="module")
def modules(browser, room):
    """An empty page, to run functions of the modules."""
    page = browser.new_context().new_page()
    page.goto(f"{room.address}/files/-/parts/base.css")
    yield page
    page.context.close()


def test_rows_are_ranked_as_on_the_server(modules):
    rng = random.Random(5)
    fives = [rng.sample(range(52), 5) for _ in range(400)] + [[51, 3, 7, 11, 15], [48, 44, 40, 36, 32], [0, 1, 2, 3, 9]]
    rows = [rng.sample(range(52), 13) for _ in range(200)]
    rows = [(cards[: rng.randint(0, 3)], cards[3 : rng.choice((6, 7, 8, 8))], cards[8:]) for cards in rows]
    names, order = modules.evaluate(
        """async ([fives, rows]) => {
            const { rowStrength, category, outOfOrder } = await import("/files/-/table/felt/rows.js");
            const sizes = [3, 5, 5];
            const order = rows.map((three) => outOfOrder(three.map((row, at) => rowStrength(row, sizes[at]))));
            return [fives.map((each) => category(rowStrength(each, 5))), order];
        }""",
        [fives, rows],
    )
    ranked = [category("high", rank("high", hand)) for hand in fives]
    assert names == [made.replace("royal", "straight") for made in ranked]
    assert order == [must_foul(*three) for three in rows]
    assert {True, False} == set(order)


def test_joined_modules_hide_nothing_that_browsers_define(modules):
    files = [name for name in pages() if name.endswith(".all.js")]
    assert len(files) == 3
    names = [each for name in files for each in declared(pages()[name].plain)]
    assert modules.evaluate("(names) => names.filter((name) => name in window)", names) == []


def test_patches_are_applied_as_on_the_server(modules):
    old = {"pot": 5, "bets": [1, {"x": 2}], "people": {"ann": {"stack": 5}, "bob": {}}, "cards": [1, 2, 3]}
    new = {"pot": 7, "bets": [1, {"x": 3}], "people": {"ann": {"stack": 5, "out": True}}, "cards": [1, 2]}
    result, gone = difference(old, new)
    come, stored = modules.evaluate(
        """async ([old, change]) => {
            const before = JSON.stringify(old);
            const now = (await import("/files/-/table/connection.js")).applyPatch(old, change);
            return [now, JSON.stringify(old) === before];
        }""",
        [old, {"set": result, "gone": gone}],
    )
    assert (come, stored) == (new, True)


def test_amounts_are_spelled_out_for_screen_readers(modules):
    message = modules.evaluate(
        "async (text) => (await import('/files/-/parts/words.js')).spokenWords(text)",
        "You bet Ante $5, Odds $1,000, Trips Plus $1",
    )
    assert message == "You bet Ante 5 dollars, Odds 1,000 dollars, Trips Plus 1 dollar"


def test_roads_are_drawn_as_in_casinos(modules):
    """Three bankers, a player, two bankers with a tie between them, two players."""
    big, eye, small, cockroach = modules.evaluate(
        """async (hands) => {
            const { bigRoad, derived, handOf } = await import("/files/-/table/felt/roads.js");
            const marks = { filled: "banker", ring: "player", stroke: "tie" };
            const names = { B: "banker", P: "player", T: "tie" };
            const big = bigRoad([...hands].flatMap((letter) => handOf(["hands", names[letter]], marks)));
            const runs = big.map((run) => run.map((mark) => mark.name[0] + mark.ties).join(" "));
            return [runs, derived(big, 1), derived(big, 2), derived(big, 3)];
        }""",
        "BBBPBTBPP",
    )
    assert big == ["b0 b0 b0", "p0", "b1 b0", "p0 p0"]
    assert eye == [False, False, False, True]
    assert small == [True, False, False]
    assert cockroach == [True]


def test_the_lobby_asks_for_edges_that_the_program_does_not_know(modules):
    asked, edges = modules.evaluate(
        """async () => {
            const { loadMissingEdges } = await import("/files/-/lobby/rows.js");
            const edge = { decimal: 0.0276, of: "wager" };
            const [none, replies] = [{ wagers: [] }, [{ state: "in progress" }, { wagers: [{ label: "Ante", edge }] }]];
            const asked = [];
            const fetched = window.fetch;
            window.fetch = async (path) => {
                asked.push(path);
                const reply = path.includes("/plain/") ? none : replies.shift();
                return new Response(JSON.stringify(reply), { headers: { "content-type": "application/json" } });
            };
            const game = (name, bank, edge = null) => ({ game: name, bank, edge, sets: [{ set: "own" }] });
            const [poker, plain] = [game("poker", "none"), game("plain", "house")];
            const games = [game("own", "house"), game("known", "house", {}), poker, plain];
            await loadMissingEdges(games, () => {}, 0);
            window.fetch = fetched;
            return [asked, games.map((each) => each.edge)];
        }"""
    )
    own, plain = "/api/v1/games/own/own/edges", "/api/v1/games/plain/own/edges"
    assert asked == [own, plain, own], "no answer is asked for twice, and a count that goes on is"
    assert edges == [{"share": {"decimal": 0.0276}, "of": "Ante", "bonus": False}, {}, None, None]


def test_a_question_names_its_options_without_their_amounts(modules):
    offers = [
        {"action": "bring-in", "label": "Bring in for $1", "key": "b", "kind": "choice"},
        {"action": "bet", "label": "Bet $2", "key": "e", "kind": "choice"},
    ]
    title = modules.evaluate(
        """async (offers) => {
            const { questionTitle } = await import("/files/-/table/prompt/buttons.js");
            return questionTitle({ ui: {} }, { title: "Your turn", offers });
        }""",
        offers,
    )
    assert title == "Bring in or bet?"
