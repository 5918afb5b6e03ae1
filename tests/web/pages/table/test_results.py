"""The end of a round in a real browser: what decided is lit and explained, and results stay long enough to be read."""

import pytest

from support.scenes import gives, moment
from support.table_page import SLOWLY, acts, address, open_table, plays, sits


def test_the_cards_that_decided_are_lit_and_why_names_both_hands(visit, stage):
    page = visit(stage)
    gives(page, moment("ultimate-texas-holdem", "over"))
    results = page.evaluate("table.picture.results.filter(each => each.mine)")
    ante = next(each for each in results if each["label"] == "Ante")
    hands = ante["explains"]["hands"]
    assert [hand["mine"] for hand in hands if hand.get("mine")] == [True]
    won = next((hand for hand in hands if hand.get("won")), hands[0])
    assert lit(page) == sorted(won["cards"])
    for hand in hands:
        page.locator(".lit").get_by_role("button", name=hand["name"].removeprefix("bot ")).click()
        page.wait_for_function("(all) => document.querySelectorAll('.felt .card.use').length === all", arg=5)
        assert lit(page) == sorted(hand["cards"])
    page.get_by_role("button", name="Why? Ante").first.click()
    text = page.locator("dialog").inner_text()
    assert ante["explains"]["says"].replace("bot ", "") in text
    assert ante["explains"]["rule"] in text
    assert page.locator("dialog .duel figure").count() == 2
    assert page.locator("dialog .duel .card").count() == 10


def test_a_result_line_has_the_sentence_that_explains_it(visit, stage):
    page = visit(stage)
    gives(page, moment("heads-up-holdem", "over"))
    results = page.evaluate("table.picture.results.filter(each => each.mine)")
    said = page.locator(".res .say").all_inner_texts()
    assert results[0]["explains"]["says"] in said
    assert not [line for line in said if line == "Lower hand loses"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(1400, 900), (390, 844)], ids=["wide", "phone"])
def test_the_lines_of_a_poker_hand_add_up(visit, stage, size):
    page = visit(stage, viewport={"width": size[0], "height": size[1]})
    gives(page, moment("texas-holdem", "over", seats=3))
    sums = page.evaluate("table.picture.sums")
    seat = page.evaluate("table.picture.chairs.find(chair => chair.you).seat")
    mine = next(each for each in sums["players"] if each["seat"] == seat)
    rows = [row.split() for row in page.locator(".sums tbody tr").all_inner_texts()]
    money = [text.replace("−", "-").replace("+", "").replace("$", "").replace(",", "") for text in rows[0][1:]]
    assert rows[0][0] == "You"
    assert [round(float(each) * 100) for each in money] == [mine["put_in"], mine["got"], mine["net"]]
    assert page.locator(".sums tbody tr").first.is_visible()
    assert len(rows) == sum(bool(each["put_in"] or each["got"] or each["seat"] == seat) for each in sums["players"])
    pots = page.locator(".pot-lines li").all_inner_texts()
    assert len(pots) >= len(sums["pots"])
    assert not [text for text in pots if "+" in text], "a share of a pot has no sign: only nets have one"
    together = page.locator(".sums tfoot").inner_text().split()
    assert round(float(together[1].strip("$").replace(",", "")) * 100) == sums["put_in"]


def lit(page):
    """The cards that are lit on the felt, from the names of their shapes."""
    shapes = "each => [...each.querySelectorAll('use')].map(use => use.getAttribute('href'))"
    drawn = page.evaluate(f"[...document.querySelectorAll('.felt .card.use')].map({shapes})")
    return sorted("23456789TJQKA".index(rank[2:]) * 4 + "cdhs".index(suit[2:]) for rank, suit, *_ in drawn)


@pytest.mark.proof
def test_a_newcomer_sees_a_clean_felt_and_when_the_next_round_starts(room, visit):
    table = open_table(room, "heads-up-holdem", timing=SLOWLY)
    first = visit(table)
    sits(first)
    plays(first, "newcomer")
    page = visit(table)
    page.wait_for_function("() => window.table?.loaded")
    assert page.locator(".felt .card").count(), "a visitor sees the last round"
    page.get_by_role("button", name="Sit down").click()
    page.locator("dialog").get_by_role("button", name="Sit down").click()
    page.wait_for_function("() => table.seated && table.newcomer")
    page.locator(".prompt").get_by_text("The next round starts soon").wait_for()
    assert page.locator(".felt .card").count() == 0
    assert page.locator(".prompt table-clock").count() == 1
    assert first.locator(".felt .card").count() > 0


def test_a_practice_table_waits_until_the_player_has_read_the_results(room, visit):
    page = visit(open_table(room, "heads-up-holdem"))  # any page of a guest
    page.wait_for_function("() => window.table?.loaded")
    wanted = (
        "import('/files/-/parts/net.js').then(net => net.api('/api/v1/halls/play/practice', {game: 'heads-up-holdem'}))"
    )
    opened = page.evaluate(wanted)
    page.goto(address(room, opened["table"]))
    sits(page)
    plays(page, "practice")
    page.wait_for_timeout(2500)  # longer than the pause of this table
    assert page.evaluate("table.moment") == "over"
    assert page.evaluate("table.scene.waits")
    page.get_by_role("button", name="Next round").click()
    page.wait_for_function("() => table.moment !== 'over'")


@pytest.mark.proof
def test_the_bank_is_offered_only_to_players_who_ask_for_it(room, visit):
    page = visit(open_table(room, "three-card-poker-6-card-bonus"))
    sits(page)
    page.wait_for_function("() => table.moment === 'bets'")
    assert page.locator(".prompt").get_by_text("The bank plays").count() == 0
    page.evaluate("table.openMenu()")
    page.get_by_role("button", name="Bank a round").click()
    page.get_by_text("it pays the winners and collects").first.wait_for()
    offered = "table.prompt?.offers.some(offer => offer.action === 'bank')"
    for _ in range(12):  # a bot banks two rounds, then the bank is offered
        page.wait_for_function("() => ['bets', 'act'].includes(table.moment) && !table.ui.sent")
        if page.evaluate(offered):
            break
        question = page.evaluate("table.question")
        acts(page)
        page.wait_for_function("was => table.question !== was", arg=question)
    assert page.evaluate(offered)
    page.locator(".prompt").get_by_text("The bank plays against everyone").wait_for()
