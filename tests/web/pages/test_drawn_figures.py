"""The exact figures as a browser draws them, on the rules page and in the lobby, beside those of the report."""

import msgspec
import pytest

import cardroom
from cardroom.analysis import has_analysis
from cardroom.analysis.store import report_in_force
from cardroom.figures import Estimate
from cardroom.web.api.books import known_edges
from cardroom.web.api.lobby import _edge
from support.sampling import PROOF

SOME = ["ez-baccarat 500-club", "pure-21.5-blackjack 500-club", "heads-up-holdem washington"]
"""Games with an edge for the player, with estimates, and with a jackpot."""
PROVABLE = [game for game in cardroom.all_games() if has_analysis(game.rules)]
DRAW = """async ([figures, game]) => {
    const { edgeReport } = await import("/files/-/rules/edges.js");
    const { gameRow } = await import("/files/-/lobby/rows.js");
    const { patch } = await import("/files/-/parts/dom.js");
    const text = (drawn) => { const place = document.createElement("div"); patch(place, drawn); return place; };
    const articles = [...text(edgeReport(figures, () => {})).querySelectorAll("article")];
    const around = { hall: "play", tables: [], tablesKnown: true, opening: false, practice: true };
    const row = text(gameRow(game, around)).querySelector(".edge");
    return [articles.map((each) => [...each.children].map((one) => one.textContent)), row.textContent];
}"""


@pytest.fixture(scope="module")
def page(browser, room):
    """An empty page, to run functions of the modules."""
    page = browser.new_context().new_page()
    page.goto(f"{room.address}/files/-/parts/base.css")
    yield page
    page.context.close()


def percent(share, places):
    return f"{100 * float(share):.{places}f} %".replace("-", "−")


@pytest.mark.parametrize(
    "game",
    PROVABLE if PROOF else [cardroom.game(*names.split()) for names in SOME],
    ids=lambda game: f"{game.slug}-{game.rules.rules}",
)
def test_the_rules_page_and_the_lobby_draw_the_figures_of_the_report(page, game):
    wagers = report_in_force(game).wagers
    row = {"game": game.slug, "name": game.rules.name, "says": "", "felt": "cards", "bank": "house", "sets": []}
    row |= {"edge": msgspec.to_builtins(_edge(game)), "sets": [{"set": game.rules.rules, "stakes": ""}]}
    drawn, listed = page.evaluate(DRAW, [msgspec.to_builtins(known_edges(game)), row])
    assert len(drawn) == len(wagers)
    for (label, edge, exactly, *rest), each in zip(drawn, wagers, strict=True):
        assert (label, edge) == (each.label, percent(each.edge, 6))
        top, bottom = each.edge.as_integer_ratio()
        assert exactly == f"{top} / {bottom}".replace("-", "−")
        assert ("in the player's favor" in rest[0]) == (each.edge < 0)
        risk = f"{percent(each.element_of_risk, 6)} of all that is wagered"
        assert (risk in rest) == (each.element_of_risk not in (0, each.edge))
        hit, places, error = each.hit_frequency, 2, ""
        if isinstance(hit, Estimate):
            places, error = 3, f" ± {percent(hit.standard_error, 3)}"
        assert (f"Wins {percent(hit, places)}{error} of the time." in rest) == (float(hit) > 0)
        assert any("on the meter" in one for one in rest) == (each.jackpot() is not None)
    assert listed.startswith(f"{percent(wagers[0].edge, 2)} ")
