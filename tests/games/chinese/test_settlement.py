"""An independent settlement, written from the chapter alone, with its own plain ranking.

Random hands, set in many ways, some of them clean sweeps, with large and small stacks. The script must pay each player
exactly what the chapter says. `make proof` does this thousands of times.
"""

import random
from collections import Counter

import pytest

import cardroom
from cardroom.cards.shuffle import Shuffle
from cardroom.games.chinese import face_up_chinese
from cardroom.play import Lay
from games.chinese.hands import GAME, SEGMENTS
from support.deals import PEOPLE, people
from support.sampling import PROOF

ROUNDS = 20_000 if PROOF else 500
TWO, ACE = 2, 14


def rank(card):
    """Two is 2, the ace is 14."""
    return (card >> 2) + 2


def suit(card):
    return card & 3


# -- The chapter ------------------------------------------------------------------------------------------------------


def five(cards):
    """Card Values and Hand Rankings, back and middle: the name of the hand, and a value that orders hands."""
    ranks = sorted(map(rank, cards), reverse=True)
    suited = len(set(map(suit, cards))) == 1
    groups = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    shape, tie = [count for _, count in groups], [each for each, _ in groups]
    row = False
    if len(tie) == 5 and tie[0] - tie[4] == 4:
        row, tie = True, tie[:1]
    elif tie == [14, 5, 4, 3, 2]:
        row, tie = True, [5]
    names = (
        ("royal flush", suited and row and tie == [14]),
        ("straight flush", suited and row),
        ("four of a kind", shape == [4, 1]),
        ("full house", shape == [3, 2]),
        ("flush", suited),
        ("straight", row),
        ("three of a kind", shape == [3, 1, 1]),
        ("two pairs", shape == [2, 2, 1]),
        ("one pair", shape == [2, 1, 1, 1]),
        ("high card", True),
    )
    place = next(number for number, (_, holds) in enumerate(names) if holds)
    return names[place][0], (9 - place, *tie)


def three(cards):
    """The same for the front. Straights and flushes do not count."""
    groups = sorted(Counter(map(rank, cards)).items(), key=lambda item: (item[1], item[0]), reverse=True)
    tie = [each for each, _ in groups]
    name = {1: "three of a kind", 2: "one pair", 3: "high card"}[len(groups)]
    return name, ({"three of a kind": 3, "one pair": 1, "high card": 0}[name], *tie)


def fouls(hand):
    """Object of the Game: the back ranks above the middle, and the middle above the front; equal ones are in order."""
    front, middle, back = three(hand[0])[1], five(hand[1])[1], five(hand[2])[1]
    return middle > back or front > middle


def bonus(segment, cards):
    """Bonus System."""
    if segment == "front":
        name, (_, first, *_) = three(cards)
        return {"one pair": max(0, first - 5), "three of a kind": first + 8}.get(name, 0)
    behind = {"straight": 2, "flush": 4, "full house": 6, "four of a kind": 8, "straight flush": 10, "royal flush": 20}
    return behind.get(five(cards)[0], 0) * (2 if segment == "middle" else 1)


def sweep(hand):
    """Clean Sweep: the best sweep, by its value."""
    cards = [card for segment in hand for card in segment]
    ranks = Counter(map(rank, cards))
    if len(ranks) == 13:
        return 26 if len(set(map(suit, cards))) == 1 else 13
    if sum(count // 2 for count in ranks.values()) == 6:
        return 3
    if all(len(set(map(suit, segment))) == 1 for segment in hand) or all(map(in_a_row, hand)):
        return 3
    return 0


def in_a_row(cards):
    for ranks in ([rank(card) for card in cards], [1 if rank(card) == ACE else rank(card) for card in cards]):
        if sorted(ranks) == list(range(min(ranks), min(ranks) + len(cards))):
            return True
    return False


def compared(own, other, buttons):
    """Point System, Bonus System and Foul Hand: the points that a hand wins from another by comparing segments."""
    if own["foul"]:
        return 0
    won = 0
    for segment, ours, theirs in zip(SEGMENTS, own["hand"], other["hand"], strict=True):
        if other["foul"]:
            won += 3 + (0 if own["sweep"] else bonus(segment, ours))
        elif not (own["sweep"] or other["sweep"]):
            judge = three if segment == "front" else five
            mine, its = judge(ours)[1], judge(theirs)[1]
            if mine > its or (mine == its and buttons):
                won += 1 + bonus(segment, ours)
    return won


def settled(players, point, running):
    """The change of every stack in cents: sweeps first, then position 1 with 2 and with 3, then 2 with 3, within table
    stakes."""
    won, lost = [0] * len(players), [0] * len(players)

    def pays(loser, winner, points):
        may_lose = players[loser]["chips"] - lost[loser] + (won[loser] if running else 0)
        may_win = players[winner]["chips"] - won[winner] + (lost[winner] if running else 0)
        amount = min(points * point, may_lose, may_win)
        lost[loser] += amount
        won[winner] += amount

    for one, own in enumerate(players):
        for other, against in enumerate(players):
            if other != one and own["sweep"] > against["sweep"]:
                pays(other, one, own["sweep"])
    for one in range(len(players)):
        for other in range(one + 1, len(players)):
            more = compared(players[one], players[other], buttons=one == 0)
            less = compared(players[other], players[one], buttons=False)
            if more != less:
                pays(*((other, one) if more > less else (one, other)), abs(more - less))
    return [gain - loss for gain, loss in zip(won, lost, strict=True)]


def remains(player):
    """Fantasy Land: whether a player stays there."""
    front, middle, back = player["hand"]
    return not player["foul"] and (
        three(front)[0] == "three of a kind" or five(middle)[1][0] >= 6 or five(back)[1][0] >= 7
    )


# -- Random hands --------------------------------------------------------------------------------------------------


def thirteen(rng, left):
    """Thirteen of the remaining cards: random, or chosen to make a sweep, many pairs or few suits."""
    kind = rng.randrange(8)
    by_rank = {each: [card for card in left if rank(card) == each] for each in range(TWO, ACE + 1)}
    suits = [[card for card in left if suit(card) == each] for each in range(4)]
    if kind == 0 and all(by_rank.values()):
        answer = [rng.choice(cards) for cards in by_rank.values()]
        return rng.choice([answer, *[cards for cards in suits if len(cards) == 13]])
    if kind == 1:
        pairs = [cards[:2] for cards in by_rank.values() if len(cards) >= 2] + [
            cards[2:] for cards in by_rank.values() if len(cards) == 4
        ]
        if len(pairs) >= 6:
            answer = [card for pair in rng.sample(pairs, 6) for card in pair]
            return [*answer, rng.choice([card for card in left if card not in answer])]
    if kind == 2:
        large = sorted(suits, key=len)[-3:]
        if [len(cards) >= size for cards, size in zip(large, (3, 5, 5), strict=True)] == [True] * 3:
            return [card for cards, size in zip(large, (3, 5, 5), strict=True) for card in rng.sample(cards, size)]
    if kind == 3:
        groups = [cards for cards in by_rank.values() if len(cards) >= 3]
        answer = [card for cards in rng.sample(groups, min(3, len(groups))) for card in cards]
        return answer + rng.sample([card for card in left if card not in answer], 13 - len(answer))
    return rng.sample(left, 13)


def set_by_chance(rng, cards):
    """Segments: by suits or in the order of ranks, which is often not foul; the best of a few; or any."""
    kind = rng.randrange(4)
    if kind == 0:
        cards = sorted(cards, key=lambda card: (suit(card), rank(card)))
        parts = cards[:3], cards[3:8], cards[8:]
        return next((each for each in (parts, (cards[10:], cards[:5], cards[5:10])) if not fouls(each)), parts)
    if kind == 1:
        counts = Counter(map(rank, cards))
        cards = sorted(cards, key=lambda card: (counts[rank(card)], rank(card)))
        return cards[:3], cards[3:8], cards[8:]
    for _ in range(1 if kind == 2 else 30):
        mixed = rng.sample(cards, 13)
        parts = mixed[:3], mixed[3:8], mixed[8:]
        if not fouls(parts):
            break
    return parts


def table(rng):
    """Two or three players with their hands, from the buttons on."""
    left = list(range(52))
    players = []
    for _ in range(rng.choice((2, 3, 3))):
        cards = thirteen(rng, left)
        left = [card for card in left if card not in cards]
        hand = tuple(map(tuple, set_by_chance(rng, cards)))
        declares = sweep(hand) > 0 and rng.random() < 0.7
        players.append(
            {
                "hand": hand,
                "sweep": sweep(hand) if declares else 0,
                "declares": declares,
                "foul": fouls(hand) and not declares,
                "chips": rng.choice((4_500, 5_000, 10_300, 30_000, 500_000)),
            }
        )
    return players


def played(players, stakes):
    """The same through the script, with all players in Fantasy Land, where thirteen cards are dealt together."""
    game = cardroom.game(GAME, table_stakes=stakes)
    seats = range(1, len(players) + 1)
    spots, chips = people(seats, {seat: players[seat - 1]["chips"] for seat in seats})
    own = {"stacks": chips, "fantasy": list(chips)}
    hands = {str(seat): players[seat - 1] for seat in seats}
    order = [card for seat in (*seats[1:], 1) for segment in players[seat - 1]["hand"] for card in segment]
    rest = [card for card in range(52) if card not in order]
    round = game.round(spots, chips, shuffle=Shuffle.given(order + rest), carry={"own": own})
    while not round.done:
        ask = round.ask
        if isinstance(ask.options[0], Lay):
            round.answer(ask.spot, "set", dict(zip(SEGMENTS, hands[ask.spot]["hand"], strict=True)))
        else:
            round.answer(ask.spot, "declare" if hands[ask.spot]["declares"] else "compare")
    return round


@pytest.mark.sampled(2)
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("stakes", ["separate", "running"])
def test_payments_follow_the_chapter(stakes):
    rng = random.Random(stakes)
    seen = Counter()
    for _ in range(ROUNDS // 2):
        players = table(rng)
        round = played(players, stakes)
        names = PEOPLE[: len(players)]
        assert [round.net[name] for name in names] == settled(players, 500, stakes == "running"), players
        assert set(round.carry.own.fantasy) == {
            name for name, player in zip(names, players, strict=True) if remains(player)
        }
        assert all(abs(round.net[name]) <= player["chips"] for name, player in zip(names, players, strict=True))
        for player in players:
            seen["foul"] += player["foul"]
            seen[f"sweep {player['sweep']}"] += player["declares"]
            seen["bonus"] += not player["foul"] and any(map(bonus, SEGMENTS, player["hand"]))
            seen["stays"] += remains(player)
        seen["short"] += any("table stakes" in getattr(event, "why", "") for event in round.events)
    assert min(seen[what] for what in ("foul", "sweep 3", "sweep 13", "bonus", "stays", "short")) >= 10, seen


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(40 if PROOF else 6))
def test_complete_hands_of_careful_players_are_settled_by_the_chapter(seed):
    """Three players over several hands, in and out of Fantasy Land. The script's settlement is compared."""
    table = cardroom.Table(cardroom.game(GAME), dict.fromkeys(PEOPLE[:3], 60_000), seed=seed)
    rng = random.Random(seed)
    for _ in range(5):
        round = table.start()
        while not round.done:
            ask = round.ask
            if rng.random() < 0.05 and isinstance(ask.options[0], Lay):
                rows = [row.name for row in ask.options[0].rows for _ in range(row.room)]
                cards = ask.options[0].cards[ask.options[0].discards :]
                value = {}
                for card, row in zip(cards, rng.sample(rows, len(cards)), strict=True):
                    value.setdefault(row, []).append(card)
                round.answer(ask.spot, ask.options[0].action, value)
            else:
                round.default(ask.spot)
        button = next(event.seat for event in round.events if type(event).__name__ == "Marked")
        order = [(button - 1 + place) % 3 + 1 for place in range(3)]
        players = []
        for seat in order:
            hand = tuple(tuple(round.cards.hand(face_up_chinese.hand_of(str(seat), segment))) for segment in SEGMENTS)
            declares = sweep(hand) > 0
            players.append(
                {
                    "hand": hand,
                    "sweep": sweep(hand),
                    "foul": fouls(hand) and not declares,
                    "chips": round.stacks[PEOPLE[seat - 1]],
                }
            )
        assert [round.net[PEOPLE[seat - 1]] for seat in order] == settled(players, 500, running=False)
        table.finish()
