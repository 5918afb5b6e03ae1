"""An outcome that makes or loses chips is refused, and the independent verifier refuses the same ones."""

import random

import msgspec
import pytest

import cardroom
from cardroom import verifier
from cardroom.errors import InputError
from cardroom.play import Table, Transfer
from cardroom.play.round.places import HOUSE, Account, area_of, stack_of
from cardroom.play.table.conservation import check_conservation
from cardroom.players import random_legal

NOTHING = {"bank": 0, "collection": 0, "jackpot": 0}
BET = Transfer(stack_of("ann"), area_of("1", "ante"), 500, "wager")
LOST = Transfer(area_of("1", "ante"), HOUSE, 500, "loss")


def outcomes(slug: str) -> list[tuple[dict[str, int], tuple[Transfer, ...], dict[str, int]]]:
    """Stacks, transfers and net of some rounds of a game."""
    table = Table(cardroom.game(slug), {"ann": 90_000, "bob": 90_000, "cy": 90_000}, seed=3)
    rounds, rng = [], random.Random(slug)
    for _ in range(4):
        round = table.start()
        while not round.done:
            round.play([random_legal(round.view(round.spot(round.ask.spot).bettor), round.ask, rng)])
        record = table.finish()
        rounds.append((record.opening.stacks, record.outcome.transfers, record.outcome.net))
    return rounds


@pytest.mark.parametrize(
    ("stacks", "transfers", "net", "says"),
    [
        ({"ann": 400}, [BET, LOST], {"ann": -500, "bank": 500}, "stack ann pays more than it has"),
        ({"ann": 900}, [LOST], {"ann": 0, "bank": 500}, "area 1 ante pays more than it has"),
        ({"ann": 900}, [BET], {"ann": -500}, "chips are left on the table"),
        ({"ann": 900}, [BET, LOST], {"ann": -400, "bank": 400}, "the net is not the sum of the transfers"),
        ({"ann": 900}, [BET, LOST], {"ann": -500, "bank": 500, "bob": 0}, "the net is not the sum of the transfers"),
        ({"bank": 900}, [], {}, "the name of one of the house's accounts"),
        (
            {"ann": 900},
            [msgspec.structs.replace(BET, amount=-1)],
            {"ann": 1},
            "more than zero cents",
        ),
        (
            {"ann": 900},
            [BET, msgspec.structs.replace(LOST, payee=stack_of("bob"))],
            {"ann": -500},
            "bob has no stack",
        ),
    ],
)
def test_an_outcome_that_makes_or_loses_chips_is_rejected(stacks, transfers, net, says):
    with pytest.raises(InputError, match=says):
        check_conservation(stacks, transfers, NOTHING | net)
    with pytest.raises(verifier.Wrong):
        verifier.check_money(stacks, msgspec.to_builtins(transfers), NOTHING | net)


@pytest.mark.parametrize("slug", ["three-card-poker-6-card-bonus", "texas-holdem", "ez-baccarat"])
def test_the_check_agrees_with_the_verifier_on_genuine_and_altered_outcomes(slug):
    """Each altered in its amounts, its accounts, its length or its net."""
    rng, refused = random.Random(slug), 0
    for stacks, transfers, net in outcomes(slug):
        check_conservation(stacks, transfers, net)
        if not transfers:
            continue
        for _ in range(40):
            moved, changed = list(transfers), dict(net)
            at = rng.randrange(len(moved))
            match rng.randrange(5):
                case 0:
                    moved[at] = msgspec.structs.replace(moved[at], amount=moved[at].amount + rng.choice((-1, 1, 1000)))
                case 1:
                    moved[at] = msgspec.structs.replace(moved[at], payee=rng.choice((HOUSE, Account("stack", "bob"))))
                case 2:
                    del moved[at]
                case 3:
                    changed[rng.choice(list(changed))] += 5
                case 4:
                    moved[at] = msgspec.structs.replace(moved[at], payer=rng.choice(transfers).payer)
            ours = theirs = ""
            try:
                check_conservation(stacks, moved, changed)
            except InputError as error:
                ours = str(error)
            try:
                verifier.check_money(stacks, msgspec.to_builtins(moved), changed)
            except verifier.Wrong as error:
                theirs = str(error)
            assert bool(ours) == bool(theirs), (ours, theirs)
            refused += bool(ours)
    assert refused > 20
