"""Prompts to a player, with keys and amounts."""

import ast
from pathlib import Path

import cardroom
from cardroom.cards import pretty
from cardroom.cards.decks import DECKS
from cardroom.games import all_games, declarations
from cardroom.play import Bets
from cardroom.rulebook import slugs
from cardroom.show import picture

SHOW = Path(cardroom.__file__).parent / "show"


def prompt_of(round):
    """The prompt of the player who is asked."""
    bettor = round.spot(round.ask.spot).bettor
    return picture(round.view(bettor)).prompts[0]


def offers(prompt):
    return [(offer.key, offer.label) for offer in prompt.offers]


def quick(prompt, action):
    (offer,) = [each for each in prompt.offers if each.action == action]
    return [(each.key, each.label, each.amount) for each in offer.quick]


def test_a_raise_in_antes_has_a_digit_key_for_each_multiple():
    round = cardroom.game("ultimate-texas-holdem").round({"ann": 50000, "bob": 50000}, seed=1)
    assert offers(prompt_of(round)) == [("b", "Bank"), ("p", "Pass")]
    round.answer(1, "bank", 50000)
    assert isinstance(prompt_of(round).offers[0].option, Bets)
    assert prompt_of(round).default == "sit out"
    round.answer(2, "bet", {"ante": 500, "blind": 500})
    assert offers(prompt_of(round)) == [("p", "Play"), ("c", "Check"), ("f", "Fold")]
    assert quick(prompt_of(round), "play") == [("4", "Play 4x ($20)", 2000), ("3", "Play 3x ($15)", 1500)]
    round.answer(2, "check")
    assert offers(prompt_of(round))[0] == ("2", "Play 2x ($10)")


def test_no_limit_has_keys_for_minimum_half_pot_pot_and_all_in():
    round = cardroom.game("texas-holdem").round({"ann": 20000, "bob": 20000, "cy": 20000}, seed=1)
    round.answer(round.ask.spot, "raise", 1000)
    round.answer(round.ask.spot, "call")
    round.answer(round.ask.spot, "call")
    assert offers(prompt_of(round)) == [("c", "Check"), ("r", "Bet"), ("f", "Fold")]
    assert quick(prompt_of(round), "bet") == [
        ("m", "minimum", 200),
        ("h", "half pot", 1500),
        ("p", "pot", 3000),
        ("a", "all-in", 19000),
    ]
    round.answer(round.ask.spot, "bet", 3000)
    assert offers(prompt_of(round)) == [("c", "Call $30"), ("r", "Raise to"), ("f", "Fold")]
    assert ("p", "pot", 12000) in quick(prompt_of(round), "raise")


def test_the_pot_limit_maximum_is_labelled_pot():
    round = cardroom.game("pot-limit-omaha-8").round({"ann": 20000, "bob": 20000, "cy": 20000}, seed=1)
    assert quick(prompt_of(round), "raise")[-1] == ("p", "pot", 700)


def test_a_bring_in_is_completed():
    round = cardroom.game("razz", rules="standard").round({"ann": 10000, "bob": 10000}, seed=1)
    assert offers(prompt_of(round)) == [("c", "Bring in for $0.50"), ("r", "Bet $2")]
    round.answer(round.ask.spot, "bring-in")
    assert offers(prompt_of(round)) == [("c", "Call $0.50"), ("r", "Complete to $2"), ("f", "Fold")]


def test_the_choice_to_expose_names_the_down_card_and_what_follows_from_it():
    round = cardroom.game("mexican-poker").round({"ann": 20000, "bob": 20000}, seed=1)
    while round.ask.options[0].action != "expose":
        round.answer(round.ask.spot, round.ask.options[0].action)
    down = round.cards.hand(round.ask.spot)[1]
    assert prompt_of(round).title == f"Your down card, {pretty(down)}"
    assert offers(prompt_of(round)) == [
        ("e", "Expose it: the next card comes face down"),
        ("k", "Keep it: the next card comes face up"),
    ]
    assert prompt_of(round).default == "keep"


def test_a_draw_prompt_shows_the_number_of_cards_and_the_default():
    round = cardroom.game("badugi").round({"ann": 10000, "bob": 10000}, seed=1)
    round.answer(round.ask.spot, "call")
    round.answer(round.ask.spot, "check")
    assert (prompt_of(round).title, prompt_of(round).default) == ("First draw: discard up to 4 cards", "stand pat")


def test_a_hand_of_pai_gow_is_set_or_played_the_house_way():
    round = cardroom.game("fortune-pai-gow-poker").round({"ann": 50000, "bob": 50000}, seed=1)
    round.answer(1, "bank", 20000)
    round.answer(2, "bet", {"base": 500})
    assert prompt_of(round).title == "Set your hand"
    assert offers(prompt_of(round)) == [("s", "Set"), ("h", "House Way")]
    assert prompt_of(round).default == "play the House Way"


def test_keys_of_21_are_fixed_and_missing_options_are_explained():
    seen = {}
    for seed in range(60):
        round = cardroom.game("pure-21.5-blackjack").round({"ann": 50000, "bob": 50000}, seed=seed)
        round.answer(1, "bank", 50000)
        round.answer(2, "bet", {"wager": 500})
        while not round.done:
            prompt = prompt_of(round)
            for offer in prompt.offers:
                assert seen.setdefault(offer.action, offer.key) == offer.key
            if "stand" not in [offer.action for offer in prompt.offers]:
                assert "may not stand by Chart 1A" in prompt.why
            round.answer(2, prompt.offers[0].action)
    assert seen == {"stand": "s", "hit": "h", "double": "d", "split": "p", "surrender": "u"}


def test_the_bank_is_offered_with_minimum_and_maximum():
    round = cardroom.game("pure-21.5-blackjack").round({"ann": 50000, "bob": 50000}, seed=2)
    assert prompt_of(round).title == "Bank the round"
    assert quick(prompt_of(round), "bank") == [("m", "minimum", 500), ("a", "most", 50000)]


def test_no_game_is_known_by_name():
    """Layouts and rule sets define what differs between games."""
    structures = {"community", "stud", "draw"}  # a rule set says which of them a poker game has
    scripts = {each.name for each in declarations()}
    names = {*slugs(), *scripts, *(game.rules.source.document for game in all_games())} - structures - {*DECKS}
    for path in SHOW.glob("*.py"):
        tree = ast.parse(path.read_text())
        results = {node.value.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and _text(node.value)}
        constants = {node.value for node in ast.walk(tree) if _text(node)} - results
        assert not constants & names, path


def _text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
