"""`cardroom play`: a table in the terminal, with a person at seat 1 and bots at the others.

Everything shown is what seat 1 may see: `scene` draws from `round.view("1")` and the events in it.
"""

from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from cardroom.cards.stream import check_seeds
from cardroom.cli import Mistake, felt
from cardroom.cli.common import console, least_stack
from cardroom.cli.deal import table_stacks, usual_stack
from cardroom.cli.human import KEYS, Human, Quit
from cardroom.cli.keys import Keys, keyboard
from cardroom.cli.poker_keys import POKER_KEYS, PokerHuman
from cardroom.cli.poker_scene import PokerScene, beaten, stakes_words
from cardroom.cli.proof import shuffle_verdict
from cardroom.cli.rules import page
from cardroom.cli.rules_page import print_page
from cardroom.cli.scene import Scene
from cardroom.money import cents, dollars
from cardroom.play import Ask, Game, Pick, Record, Round, Table, View
from cardroom.play.events import Placed, Said, Settled, Won
from cardroom.players import Bot, table_bots
from cardroom.players.bots import answer_next, player_banked

__all__ = ["Settings", "play_command"]

YOU = "1"
BUY_IN = 50_000
"""Cents that a person sits down with at a banked game; at poker it is what everybody has."""


class Settings(NamedTuple):
    """What the command line says of the table; nothing said is the usual."""

    seats: int | None = None
    buy_in: str | None = None
    seed: str | None = None
    my_seed: str | None = None
    bank: bool = False
    out: Path | None = None
    ask_to_show: bool = False


class Past(NamedTuple):
    """A round that is over: its record, what the person saw of it, the commitment shown before it, its cards."""

    kept: Record
    view: View
    commitment: str
    spent: int


def play_command(game: Game, settings: Settings) -> int:
    """Seat the person and play until they leave."""
    with keyboard() as keys:
        sitting = Sitting(game, settings, console(), keys)
        try:
            sitting.welcome()
            while True:
                sitting.play_round()
        except (Quit, EOFError, KeyboardInterrupt):
            sitting.leave()
    return 0


class Sitting:
    """A person's time at a table, from the buy-in to the last word."""

    def __init__(self, game: Game, settings: Settings, screen: Console, keys: Keys) -> None:
        self.game = game
        self.rules = game.rules
        self.settings = settings
        self.screen = screen
        try:
            usual = usual_stack(self.rules) if self.rules.poker else BUY_IN
            self.bought = self.buy_in = usual if settings.buy_in is None else cents(settings.buy_in)
            check_seeds([settings.my_seed] if settings.my_seed is not None else [])
        except ValueError as error:
            raise Mistake(str(error)) from None
        if self.buy_in < least_stack(self.rules):
            least = dollars(least_stack(self.rules))
            raise Mistake(f"--buy-in {dollars(self.buy_in)}: it takes {least} to play a round of {game.slug}")
        if settings.out:
            settings.out.open("a", encoding="utf-8").close()  # a file that cannot be written is told now
        # Alone with a proposition player there is little to bank against.
        wanted = 6 if self.rules.poker else 1 if not player_banked(self.rules) else 4 if settings.bank else 2
        filled = min(max(wanted, self.rules.seats.least), self.rules.seats.most)
        stacks = table_stacks(game, filled if settings.seats is None else settings.seats)
        stacks[int(YOU)] = self.buy_in
        seats = len(stacks)
        self.start = {str(seat): stack for seat, stack in stacks.items()}
        self.table = Table(game, stacks, seed=settings.seed, money=settings.seed is None)
        self.bots: dict[str, Bot] = {seat: bot for seat, bot in table_bots(self.rules, seats).items() if seat != YOU}
        self.rng = Random(f"cardroom play {settings.seed}") if settings.seed is not None else Random()
        self.round: Round | None = None
        self.commitment = ""
        self.past: Past | None = None
        self.unwritten: list[Record] = []
        poker = self.rules.poker is not None
        self.scene = (PokerScene if poker else Scene)(screen, self.rules, YOU, list(self.start))
        commands = {"w": ("why", self.why), "v": ("verify", self.verify), "?": ("rules and keys", self.help)}
        if self.scene.has_display:
            commands = {"d": ("display", self.display)} | commands
        self.human = (PokerHuman if poker else Human)(screen, keys, self.rules, commands)
        self.say = self.scene.say

    def welcome(self) -> None:
        """Say where one is."""
        self.screen.print()
        self.say(self.rules.name, "bold")
        self.say(self.rules.cite(), "dim")
        self.say("\n" + self.rules.summary)
        for notice in self.rules.notices():
            self.say(Text(f"\n{notice.text}").append(f" ({notice.cite})", style="dim"))
        seats = f"You sit at seat {YOU} with {dollars(self.buy_in)}."
        if player_banked(self.rules):
            seats += f" Seat {len(self.start)} is a third-party proposition player, a bot that banks."
        self.say(f"\n{seats}")
        if self.settings.seed is not None:
            self.say("The shuffles are simulated from a seed, so that they can be repeated.", "yellow")
        if self.rules.poker:
            self.say(f"The others are bots. {stakes_words(self.rules)}. Press ? for all keys.", "dim")
        else:
            self.say("Bets are typed in dollars, several in one line if you like: 10 5 5. Press ? for all keys.", "dim")

    # -- a round ------------------------------------------------------------------------------------------------

    def play_round(self) -> None:
        """One round: bets, cards, decisions, results."""
        self._rebuy()
        self.commitment = self.table.commitment
        if self.settings.my_seed is not None and not self.table.carry.get("shoe"):
            self.table.add_seeds(self.settings.my_seed)
        title = f"Round {self.table.rounds + 1}, you have {dollars(self.table.stacks[YOU])}"
        self.screen.print()
        self.screen.print(Rule(Text(title, style="bold"), style="dim", align="left"))
        self.say(f"commitment {self.commitment}", "dim")
        if self.settings.my_seed is not None:
            self.say(f"your seed {self.settings.my_seed!r} is mixed into the shuffle", "dim")
        self.scene.meters(self.table.carry)
        self.scene.shoe_line(self.table.carry)
        self.round = self.table.start()
        self.scene.told = 0
        while not self.round.done:
            self._next(self.round)
        self._finish(self.round)

    def _next(self, round: Round) -> None:
        """Let the next spot answer; what only the house knows stands where the last round left it."""
        ask = round.ask
        if round.spot(ask.spot).bettor != YOU:
            answer_next(round, self.bots, self.rng)
        elif _offers_bank(ask) and not self.settings.bank:
            round.answer(YOU, "pass")
        elif isinstance(self.scene, PokerScene) and self._shows(round, ask):
            pass
        else:
            view = round.view(YOU)
            self.scene.numbered = any(isinstance(option, Pick) for option in ask.options)
            self.scene.playing = ask.spot
            if isinstance(self.scene, PokerScene) and isinstance(self.human, PokerHuman):
                self.scene.button = str(round.carry.get("button", ""))
                self.human.stakes = self.scene.stakes(view)
            self.scene.tell(view)
            if view.hand(YOU):
                self.scene.hands(view)
                self.scene.layout(view)
            if ask.why:
                self.say(f"{ask.why[:1].upper()}{ask.why[1:]}", "yellow")
            self.human.at_risk = sum(
                amount for (spot, _), amount in view.layout.items() if spot.partition(".")[0] == YOU
            )
            answer = self.human.answer(ask)
            round.answer(ask.spot, answer.action, answer.value)

    def _shows(self, round: Round, ask: Ask) -> bool:
        """Answer the showdown for the person, who shows unless it is lost; unless they want to be asked."""
        if self.settings.ask_to_show or not any(option.action == "show" for option in ask.options):
            return False
        round.answer(YOU, "muck" if beaten(round.view(YOU), YOU) else "show")
        return True

    def _finish(self, round: Round) -> None:
        """Take a finished round over, and show what became of it."""
        self.human.at_risk = 0
        self.scene.numbered, self.scene.playing = False, ""
        view = round.view(YOU)
        self.scene.tell(view)
        kept = self.table.finish(round)
        self.round = None
        self.past = Past(kept, view, self.commitment, round.dealt)
        self.unwritten.append(kept)
        if not kept.next.get("shoe"):
            self._write()
        self.scene.hands(view)
        self.scene.results(view, kept.net, self.table.stacks[YOU])

    def _write(self) -> None:
        """Keep the records, which hold the secret: not before the shoe is spent."""
        if self.settings.out:
            with self.settings.out.open("a", encoding="utf-8") as file:
                file.writelines(kept.json() + "\n" for kept in self.unwritten)
        self.unwritten = []

    def _rebuy(self) -> None:
        """Chips for those who have too few: bots buy in at once, the person is asked."""
        least = least_stack(self.rules)
        for seat, stack in self.table.stacks.items():
            if stack < least and seat != YOU:
                self.table.stacks[seat] = self.start[seat]
                self.say(f"Seat {seat} buys in again for {dollars(self.start[seat])}", "dim")
        if self.table.stacks[YOU] < least:
            self.say(f"\nYou have {dollars(self.table.stacks[YOU])}, and a round takes {dollars(least)}.")
            self.human.choose({"b": f"buy in again for {dollars(self.buy_in)}"}, enter="b")
            self.table.stacks[YOU] += self.buy_in
            self.bought += self.buy_in

    def leave(self) -> None:
        """Play out what was begun as for somebody absent, and say how it went."""
        self.screen.print()
        if self.round is not None:
            begun = any(isinstance(event, Placed) and event.spot == YOU for event in self.round.events)
            while not self.round.done:
                answer_next(self.round, self.bots, self.rng)
            if begun:
                self._finish(self.round)
        self._write()
        have, rounds = self.table.stacks[YOU], self.table.rounds
        line = Text(f"You leave with {dollars(have)} after {rounds} round{'' if rounds == 1 else 's'}: ")
        self.say(line.append(felt.money_text(have - self.bought)))
        if self.settings.out and rounds:
            self.say(f"Your rounds are in {self.settings.out}: cardroom replay {self.settings.out} --as {YOU}", "dim")

    # -- keys that always work ----------------------------------------------------------------------------------

    def why(self) -> None:
        """The rules that decided the last round, each with its citation."""
        if self.past is None:
            self.say("Nothing has been decided yet.")
            return
        for event in self.past.view.events:
            if isinstance(event, Said) and event.cite:
                self.say(Text(event.text).append(f" ({event.cite})", style="dim"))
            elif isinstance(event, Won):
                who = "You win" if event.spot == YOU else f"Seat {event.spot} wins"
                line = Text(f"{who} {dollars(event.amount)} from the {event.pot}: {event.why}")
                self.say(line.append(f" ({event.cite})" if event.cite else "", style="dim"))
            elif isinstance(event, Settled) and event.spot.partition(".")[0] == YOU:
                self.say(Text(event.why).append(f" ({event.cite})", style="dim"))

    def verify(self) -> None:
        """Check the last round's shuffle against what was committed to before the bets."""
        if self.past is None:
            self.say("A shuffle can be verified when its cards are spent: play a round first.")
            return
        kept, view, commitment, spent = self.past
        if kept.next.get("shoe"):
            self.say("This shoe is still in play: its secret is shown when it is spent, and can be verified then.")
            return
        start = (kept.carry.get("shoe") or {"dealt": 0})["dealt"]
        verdict = shuffle_verdict(kept.shuffle, commitment, view, range(start, spent))
        style = "bold green" if verdict.holds else "bold red"
        self.say("The shuffle holds." if verdict.holds else "THE SHUFFLE DOES NOT HOLD.", style)
        for sentence in verdict.says:
            self.say(f"• {sentence}")
        if self.settings.out:
            again = f"cardroom verify-shuffle {self.settings.out} --commitment {commitment[:16]}"
            self.say(f"The secret is in the record. Check it again, with this or a program of your own: {again}", "dim")
        else:
            self.say("To keep the secret and check it with a program of your own, play with --out FILE.", "dim")

    def display(self) -> None:
        """The table's display, as it stands after the last round."""
        self.scene.display(self.table.carry)

    def help(self) -> None:
        """The keys and the rules page, a screen at a time."""
        with self.screen.capture() as drawn:
            self.screen.print(Text("Keys", style="bold cyan"))
            for line in POKER_KEYS if self.rules.poker else KEYS:
                self.say(line)
            self.screen.print()
            print_page(self.screen, page(self.game))
        self.human.page(drawn.get().splitlines())


def _offers_bank(ask: Ask) -> bool:
    return any(option.action == "bank" for option in ask.options)
