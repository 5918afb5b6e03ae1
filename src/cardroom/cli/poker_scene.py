"""A poker table as one seat sees it: stacks, bets, the button, the pot, everybody's up cards, and hands in words."""

from collections.abc import Mapping, Sequence
from itertools import combinations, groupby

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.cards import UNKNOWN, Card
from cardroom.cli import felt
from cardroom.cli.picks import in_order
from cardroom.cli.poker_keys import Stakes
from cardroom.cli.scene import Scene
from cardroom.money import dollars
from cardroom.play import View
from cardroom.play.events import Acted, Dealt, Event, Placed, Returned, Said, Turned, Won
from cardroom.play.transcript import sentences
from cardroom.rankings import RANKINGS, describe, strength
from cardroom.rulebook import RuleSet

__all__ = ["PokerScene", "beaten", "made", "stakes_words"]


def made(rules: RuleSet, hand: Sequence[Card], board: Sequence[Card] = ()) -> str:
    """A hand in words by the game's ranking, with its low where the pot is split; few cards by what they show.

    >>> from cardroom.cards import parse
    >>> from cardroom.rulebook import rule_set
    >>> made(rule_set("stud-8"), parse("Ah 2c 3d 5s 7h Kc Kd"))
    'Pair of kings, ace kicker; low 7-5-3-2-A'
    >>> made(rule_set("texas-holdem"), parse("Ah Kc")), made(rule_set("omaha"), parse("Ah Kc Qd 2s"))
    ('Ace high, K', '')
    """
    poker = rules.poker
    if poker is None or UNKNOWN in hand or not hand:
        return ""
    if board and len(hand) == 3 and not RANKINGS[poker.ranking].boards:  # one of the three will be thrown away
        hand = max(combinations(hand, 2), key=lambda two: strength(poker.ranking, two, board))
    high = _words(poker.ranking, hand, board)
    if not high and not board and len(hand) <= 4 and poker.hole <= 3:
        high = describe(poker.showing or "showing", hand)
    low = _words(poker.low, hand, board) if poker.low else ""
    if low and low != "no qualifying hand":
        return f"{high}; low {low.removesuffix(' low')}"
    return high[:1].upper() + high[1:]


def _words(ranking: str, hand: Sequence[Card], board: Sequence[Card]) -> str:
    judge = RANKINGS[ranking]
    fits = len(board) in judge.boards and len(hand) in judge.sizes if judge.boards else None
    if fits or (fits is None and len(hand) + len(board) in judge.sizes):
        return describe(ranking, hand, board or None)
    return ""


def beaten(view: View, you: str) -> bool:
    """Whether a hand that was shown wins everything the person could win: then it need not be shown."""
    poker = view.rules.poker
    assert poker is not None
    board = view.hand("board")
    put_in = {spot: amount for (spot, wager), amount in view.layout.items() if wager == "pot"}
    shown = {event.place for event in view.events if isinstance(event, Turned)} - {you}
    rankings = [ranking for ranking in (poker.ranking, poker.low) if ranking]
    own = [strength(ranking, view.hand(you), board or None) for ranking in rankings]
    return any(
        all(
            strength(ranking, view.hand(place), board or None) > mine or (mine == 0 and ranking == poker.low)
            for ranking, mine in zip(rankings, own, strict=True)
        )
        for place in shown
        if put_in.get(place, 0) >= put_in.get(you, 0)
    )


def stakes_words(rules: RuleSet) -> str:
    """What is played for, in a few words.

    >>> from cardroom.rulebook import rule_set
    >>> stakes_words(rule_set("texas-holdem")), stakes_words(rule_set("razz"))
    ('No limit, blinds $1/$2', 'Fixed limit $2 and $4, bring-in $0.50')
    """
    limit = rules.house("limit")
    said = f"{limit.capitalize()} limit"
    if limit == "fixed":
        said += f" {dollars(rules.house('small_bet'))} and {dollars(rules.house('big_bet'))}"
    if any(antes := rules.amounts("antes")):
        said += f", ante {'/'.join(map(dollars, antes))}"
    if rules.script == "stud":
        return f"{said}, bring-in {dollars(rules.house('bring_in'))}"
    return f"{said}, blinds {rules.house('blinds')}"


class PokerScene(Scene):
    """A poker table on one screen."""

    button = ""
    """The seat that has it, where there is one."""

    def tell(self, view: View) -> None:
        """Words for what has happened since the last time: what players did runs on in a line."""
        told = sentences(view.events[self.told :], self.rules, "", self.you)
        self.told = len(view.events)
        for acts, group in groupby(told, key=lambda each: isinstance(each.event, Acted | Placed)):
            if acts:
                first, *others = (each.says for each in group)
                self.say("; ".join((first, *(says[:1].lower() + says[1:] for says in others))), "dim")
                continue
            for each in group:
                if not _drawn(each.event, self.you):
                    self.say(self._told(view, each.event, each.says))

    def _told(self, view: View, event: Event, says: str) -> Text:
        if isinstance(event, Turned):
            says += f": {made(self.rules, view.hand(event.place), view.hand('board'))}"
        style = "bold green" if isinstance(event, Won) and event.spot == self.you else ""
        style = "bold" if isinstance(event, Won) and not style else style
        return felt.colored(says, style or ("" if isinstance(event, Said | Turned | Won) else "dim"))

    def stakes(self, view: View) -> Stakes:
        """The pot and the bets, as raises are counted in them."""
        bets = self._bets(view)
        level = max(bets.values(), default=0)
        small = self.rules.house("small_bet")
        stud_opening = self.rules.script == "stud" and len(view.hand(self.you)) == 3
        completing = small if stud_opening and level < small and self.rules.house("limit") == "fixed" else 0
        pot, chips = sum(view.layout.values()), view.stacks[self.you]
        return Stakes(pot, level, bets.get(self.you, 0), chips, completing)

    def _bets(self, view: View) -> dict[str, int]:
        """What each player has put in front in this betting round; an ante is no bet."""
        bets: dict[str, int] = {}
        antes = set(self.seats) if any(self.rules.amounts("antes")) else set()
        acted = False
        for event in view.events:
            if isinstance(event, Acted):
                acted = acted or event.action not in ("post", "wait")
            # Cards come only between betting rounds, and are thrown away only there.
            if acted and (isinstance(event, Dealt) or (isinstance(event, Acted) and event.action == "discard")):
                bets, acted = {}, False
            elif isinstance(event, Placed):
                if event.spot in antes:
                    antes.discard(event.spot)
                else:
                    bets[event.spot] = bets.get(event.spot, 0) + event.amount
            elif isinstance(event, Returned):
                bets[event.spot] = bets.get(event.spot, 0) - event.amount
        return bets

    def hands(self, view: View) -> None:
        """Everybody's seat, then the board and the person's own cards."""
        dealt = dict.fromkeys(e.place for e in view.events if isinstance(e, Dealt) and e.place in self.seats)
        over = not view.asked
        turned = dict.fromkeys(event.place for event in view.events if isinstance(event, Turned))
        if over and not turned:
            return
        if not over and dealt:
            self.screen.print()
            self.screen.print(Padding(self._seats(view, list(dealt)), (0, 0, 0, 2), expand=False))
        board = view.hand("board")
        shown = [felt.Hand("Board", board)] if board else []
        if over:
            others = [place for place in turned if place != self.you]
            shown += [felt.Hand(f"Seat {place}", view.hand(place), self._made(view, place)) for place in others]
        if self.you in dealt and not (over and _acts(view).get(self.you)):
            own = self._own(view)
            shown.append(felt.Hand("You", own, self._made(view, self.you), numbered=self.numbered))
        if shown:
            self.screen.print()
            self.screen.print(felt.hands(shown, self.screen.width))

    def _own(self, view: View) -> list[Card]:
        cards = view.hand(self.you)
        return cards if self.rules.script == "stud" else in_order(cards)

    def _made(self, view: View, place: str) -> str:
        return made(self.rules, view.hand(place), view.hand("board"))

    def _seats(self, view: View, dealt: Sequence[str]) -> Table:
        """A line for each player: the button, the stack, the bet, and the cards that everybody sees."""
        bets, acts = self._bets(view), _acts(view)
        grid = Table.grid(padding=(0, 2, 0, 0))
        for justify in ("left", "left", "right", "right", "left"):
            grid.add_column(justify=justify, no_wrap=True)
        for seat in sorted(dealt, key=int):
            folded = acts.get(seat) == "fold"
            style = "dim" if folded else "bold" if seat == self.you else ""
            stack = view.stacks[seat]
            grid.add_row(
                Text("(D)" if seat == self.button else "", style="bold yellow"),
                Text("You" if seat == self.you else f"Seat {seat}", style=style),
                Text(dollars(stack) if stack or folded else "all-in", style=style),
                Text(dollars(bets[seat]) if bets.get(seat) else "", style="" if folded else "cyan"),
                self._cards(view, seat, folded),
            )
        pot = Text("Pot ").append(dollars(sum(view.layout.values())), style="bold")
        grid.add_row("", pot)
        return grid

    def _cards(self, view: View, seat: str, folded: bool) -> Text:
        """The cards of a seat that everybody sees, and what they show."""
        if folded:
            return Text("folded", style="dim")
        if self.rules.script != "stud":
            return Text()
        dealt = [event for event in view.events if isinstance(event, Dealt) and event.place == seat]
        up = [card for event in dealt if event.to is None for card in event.cards]
        down = len(view.hand(seat)) - len(up)
        line = Text("▒ " * min(down, 2), style="blue").append_text(felt.cards_text(up))
        line.append(" ▒" if down > 2 else "", style="blue")
        return line.append(
            f"  {describe(self.rules.poker.showing, up)}" if self.rules.poker and up else "", style="dim"
        )

    def layout(self, view: View) -> None:
        """Nothing: the seats show the chips."""


def _acts(view: View) -> Mapping[str, str]:
    """Who folded or threw the hand away."""
    return {e.spot: "fold" for e in view.events if isinstance(e, Acted) and e.action in ("fold", "muck")}


def _drawn(event: Event, you: str) -> bool:
    """Whether the picture shows it."""
    match event:
        case Dealt(place=place):
            return place != "board"
        case Turned(place=place):
            return place == you
    return False
