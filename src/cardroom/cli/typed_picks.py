"""Picking cards from one's hand: by their numbers as they lie there, or by name.

Where the cards picked are a hand of their own, both hands are named before it counts.
"""

import re
from collections.abc import Sequence

from rich.text import Text

from cardroom.cards import JOKER, RANKS, Card, pretty, text
from cardroom.cli.asker import Asker, GoBack
from cardroom.play import Pick, Refused
from cardroom.show.preview import preview

__all__ = ["parse_cards", "typed_pick"]

NONE = ("0", "none", "pat", "stand")
"""What means no card at all."""


def typed_pick(human: Asker, pick: Pick, held: Sequence[Card], typed: str = "") -> list[Card]:
    """The cards that a person picks from those held, in the order in which they are shown.

    Where they make hands, those are named first; `GoBack` if they will not do.
    """
    what = "the two in front" if pick.picked else "which cards" if pick.most > 1 else "which card"
    question = f"{what}, by number as in {'1 3' if pick.most > 1 else '2'}, or by name"
    if pick.least == 0:
        question += "; 0 stands pat"
    while True:
        words = human.typed(question, typed)
        typed = ""
        try:
            if not words:
                raise Refused("Which cards? Type their numbers" + (", or 0 for none" if pick.least == 0 else ""))
            cards = parse_cards(words, held)
            pick.check(cards)
        except Refused as refused:
            human.refuse(str(refused))
            continue
        if _confirmed(human, pick, held, cards):
            return cards
        raise GoBack


def _confirmed(human: Asker, pick: Pick, held: Sequence[Card], cards: Sequence[Card]) -> bool:
    """Whether the person wants what the pick makes; without hands there is nothing to look at."""
    made = preview(pick, held, cards)
    if not made.parts:
        return True
    wide = max(len(part.title) for part in made.parts)
    for part in made.parts:
        line = Text(f"{part.title:<{wide}} ").append(pretty(part.cards), style="bold")
        human.say(line.append(f"  {part.says}"))
    if made.warns:
        human.say(Text(made.warns, style="bold red"))
    return human.yes("Set it so all the same" if made.warns else "Set it so")


def parse_cards(words: str, cards: Sequence[Card]) -> list[Card]:
    """Cards by their numbers in a hand, together or apart, by name, or by rank where that is one card.

    >>> from cardroom.cards import parse
    >>> hand = parse("Ks 9h 9d 4c 2c")
    >>> [pretty(parse_cards(words, hand)) for words in ("1 3", "13", "ks 9D", "k", "0")]
    ['K♠ 9♦', 'K♠ 9♦', 'K♠ 9♦', 'K♠', '']
    """
    found: list[Card] = []
    for word in re.split(r"[\s,]+", words.strip()):
        if not word or word.lower() in NONE:
            continue
        if word.isdecimal() and word != "10":
            found.extend(_numbered(int(digit), cards) for digit in word)
        else:
            found.append(_named(word.upper().replace("10", "T"), cards))
    if len(set(found)) != len(found):
        raise Refused(f"{words}: a card is named twice")
    return found


def _numbered(number: int, cards: Sequence[Card]) -> Card:
    if 1 <= number <= len(cards):
        return cards[number - 1]
    raise Refused(f"{number} is no card of yours: they are numbered 1 to {len(cards)}, from the left")


def _named(word: str, cards: Sequence[Card]) -> Card:
    like = [card for card in cards if text(card).upper() == word or (card < JOKER and RANKS[card >> 2] == word)]
    if len(like) == 1:
        return like[0]
    if like:
        said = word.replace("T", "10")
        raise Refused(f"{said} may be {' or '.join(pretty(card) for card in like)}: say which by number or suit")
    raise Refused(f"{word!r} is none of your cards: write their numbers from the left, or names as in Ks")
