"""Pick cards from a hand, by their positions or by name.

If the picked cards form a hand, the player sees both hands and confirms.
"""

import re
from collections.abc import Sequence

from rich.text import Text

from cardroom.cards import JOKER, RANKS, Card, pretty, text
from cardroom.cli.play.keyboard import Asker, GoBack
from cardroom.play import Pick, Refused
from cardroom.show.pictures import preview

__all__ = ["parse_cards", "typed_pick"]

NONE = ("0", "none", "pat", "stand")
"""Words for no cards."""


def typed_pick(human: Asker, pick: Pick, held: Sequence[Card], typed: str = "") -> list[Card]:
    """Ask for cards from those held, which are in the order shown.

    If they make hands, the player sees these and confirms, or `GoBack` is raised.
    """
    what = "the two in front" if pick.picked else "which cards" if pick.most > 1 else "which card"
    question = f"{what}, by number ({'1 3' if pick.most > 1 else '2'}) or by name"
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
    """Show the hands that a pick makes, and ask for confirmation. Without hands there is no question."""
    made = preview(pick, held, cards)
    if not made.parts:
        return True
    wide = max(len(part.title) for part in made.parts)
    for part in made.parts:
        line = Text(f"{part.title:<{wide}} ").append(pretty(part.cards), style="bold")
        human.say(line.append(f"  {part.says}"))
    if made.warns:
        human.say(Text(made.warns, style="bold red"))
    return human.yes("Set the hand anyway" if made.warns else "Set the hand")


def parse_cards(words: str, cards: Sequence[Card]) -> list[Card]:
    """Parse cards: by numbers, with or without spaces, by name, or by rank if only one card has it.

    >>> from cardroom.cards import parse
    >>> hand = parse("Ks 9h 9d 4c 2c")
    >>> [pretty(parse_cards(words, hand)) for words in ("1 3", "13", "ks 9D", "k", "0")]
    ['K♠ 9♦', 'K♠ 9♦', 'K♠ 9♦', 'K♠', '']
    """
    picked: list[Card] = []
    for word in re.split(r"[\s,]+", words.strip()):
        if not word or word.lower() in NONE:
            continue
        if word.isdecimal() and word != "10":
            picked.extend(_numbered(int(digit), cards) for digit in word)
        else:
            picked.append(_named(word.upper().replace("10", "T"), cards))
    if len(set(picked)) != len(picked):
        raise Refused(f"{words}: a card appears twice.")
    return picked


def _numbered(number: int, cards: Sequence[Card]) -> Card:
    if 1 <= number <= len(cards):
        return cards[number - 1]
    raise Refused(f"You have no card {number}. Your cards are numbered 1 to {len(cards)}, from the left.")


def _named(word: str, cards: Sequence[Card]) -> Card:
    matches = [card for card in cards if text(card).upper() == word or (card < JOKER and RANKS[card >> 2] == word)]
    if len(matches) == 1:
        return matches[0]
    if matches:
        rank = word.replace("T", "10")
        raise Refused(f"{rank} may be {' or '.join(pretty(card) for card in matches)}. Give its number or its suit.")
    raise Refused(f"{word!r} is not one of your cards. Write numbers from the left, or names like Ks.")
