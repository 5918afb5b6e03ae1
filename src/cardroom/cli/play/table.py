"""`cardroom play`: a table in the terminal, for one player and bots.

The screen shows only the picture of the player's view. This module decides when to draw it and whom to ask.
"""

import signal
from pathlib import Path
from random import Random
from shlex import quote
from typing import NamedTuple

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from cardroom.cards import Card
from cardroom.clean import visible
from cardroom.cli.play import coach, felt, info_keys
from cardroom.cli.play.games import Mixed, Rotation
from cardroom.cli.play.human import Human, KeyCommand, KeyCommands, LeaveTable
from cardroom.cli.play.keyboard import GoBack, Keys, keyboard
from cardroom.cli.play.seat_requests import SeatRequests
from cardroom.cli.play.seating import SeatOptions, seat_players
from cardroom.cli.play.table_screen import TableScreen
from cardroom.cli.study.records import DealtRound, record_lines
from cardroom.cli.terminal.common import console
from cardroom.money import dollars
from cardroom.play import Game, Refused, Round, Table
from cardroom.play.round import least_stack
from cardroom.play.table import AddSeed, Join, TakeCircle, TopUp, topped_up
from cardroom.players import Bot, answer_next, table_bots
from cardroom.rulebook import archive_text
from cardroom.show import Picture, picture
from cardroom.show.pictures import Prompt, beaten, stakes_words

__all__ = ["PlayOptions", "play_at_table"]


class PlayOptions(NamedTuple):
    """The options of `cardroom play`."""

    places: SeatOptions = SeatOptions()
    seed: str | None = None
    my_seed: bool = False
    """Whether to ask the player for a seed for each shuffle."""
    out: Path | None = None
    ask_to_show: bool = False


def play_at_table(game: Game | Mixed, settings: PlayOptions) -> int:
    """Seat the player, and play until they leave."""
    for ended in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):  # treat a closed window as leaving
        signal.signal(ended, signal.default_int_handler)
    with keyboard() as keys:
        sitting = TableSession(game, settings, console(), keys)
        try:
            sitting.welcome()
            while True:
                sitting.play_round()
        except (LeaveTable, EOFError, KeyboardInterrupt):
            sitting.leave()
    return 0


class TableSession:
    """A player's session at a table, from the buy-in to leaving."""

    def __init__(self, playing: Game | Mixed, settings: PlayOptions, screen: Console, keys: Keys) -> None:
        self.turns = Rotation(playing, settings.places.seats)
        game = self.turns.games[0]
        self.game, self.rules, self.settings, self.screen = game, game.rules, settings, screen
        self.you = settings.places.name.strip()
        self.party = seat_players(game, settings.places)
        self.buy_in = self.bought = self.party.stacks[self.you]
        if settings.out:
            settings.out.open("a", encoding="utf-8").close()  # fail now if the file cannot be written
            for each in self.turns.games:
                archive_text(each.rules)
        self.table = Table(game, {}, seed=settings.seed, money=settings.seed is None)
        for spot in sorted(self.party.spots, key=lambda spot: (spot.backline, spot.second)):
            if spot.second:
                self.table.do(TakeCircle(spot.bettor, spot.seat))
            else:
                self.table.do(Join(spot.bettor, self.party.stacks[spot.bettor], spot.seat, spot.backline))
        self.bots: dict[str, Bot] = table_bots(self.rules, self.party.bots(self.you))
        self.rng = Random(f"cardroom play {settings.seed}") if settings.seed is not None else Random()
        self.round: Round | None = None
        self.seen: Picture | None = None
        """The last picture of the round."""
        self.events_shown = 0
        """Events of the round that were already printed."""
        self.events_hidden: set[int] = set()
        """Events that are not printed, such as an automatic pass."""
        self.commitment = ""
        self.past: info_keys.FinishedRound | None = None
        self.unwritten: list[DealtRound] = []
        self.pressed: dict[str, str] = {}
        """Keys of earlier questions in this game, and what they do."""
        self.asked: Prompt | None = None
        self.scene = TableScreen(screen)
        self.say = self.scene.say
        self.human = Human(screen, keys, self._commands())
        self.stay = SeatRequests(self.table, self.you, self.say)
        if self.rules.nobody_banks:
            self.human.commands = {**self.human.commands, **self.stay.commands(self.human)}

    def _commands(self) -> KeyCommands:
        """Keys that work at every question."""
        why = "why: the rules that decided the last round, and where they are printed"
        proof = "verify: check the last shuffle against its commitment"
        return {
            "w": KeyCommand("why", why, lambda: info_keys.why(self.scene, self.past)),
            "l": KeyCommand("log", "log: everything that happened in this round", self._log),
            "v": KeyCommand("verify", proof, lambda: info_keys.verify(self.scene, self.past, self.settings.out)),
            **coach.key_commands(self),
            "?": KeyCommand("help", "these keys, and the rules", self._help),
        }

    def welcome(self) -> None:
        """Print the game, the seat and the stakes."""
        seen = self._look(self._start())
        if seen.display:
            self.human.commands = {
                "d": KeyCommand("display", "the table's display", self._display),
                **self.human.commands,
            }
        self.screen.print()
        if self.turns.words:
            self.say(self.turns.name, "bold")
            self.say(f"{self.turns.words}.\n")
        self.say(self.rules.name, "bold")
        self.say(f"rule set {self.rules.rules}: {self.rules.cite()}", "dim")
        self.say("\n" + self.rules.summary)
        self.scene.notices(seen)
        self.say(f"\n{self._where()}")
        if self.party.banker:
            self.say(f"{self.party.banker} is a third-party proposition player, a bot that banks.")
        if self.settings.seed is not None:
            self.say("The shuffles are simulated from a seed, so they can be repeated.", "yellow")
        if stakes := stakes_words(self.rules):
            self.say(f"The others are bots. {stakes}.", "dim")
        else:
            self.say("Type bets in dollars. You can type several in one line: 10 5 5.", "dim")
        if self.settings.out and self.table.shuffle.kind == "sealed":
            self.say(
                f"{self.settings.out} will contain each deck's secret. Anyone who reads it knows every card.", "yellow"
            )
        self.say("Press ? for the keys and the rules.", "dim")

    def _where(self) -> str:
        """The player's seat and chips, in words."""
        own = [spot for spot in self.party.spots if spot.bettor == self.you]
        chips = dollars(self.buy_in)
        if own[0].backline:
            name = next(spot.bettor for spot in self.party.spots if spot.seat == own[0].seat and not spot.backline)
            return f"You stand behind seat {own[0].seat}, {name}'s, with {chips}, and bet on its hand."
        further = " and ".join(str(spot.seat) for spot in own[1:])
        more = f", and bet at the circle{'s' if len(own) > 2 else ''} of seat {further} too" if further else ""
        return f"You sit at seat {own[0].seat} with {chips}{more}."

    # -- a round ------------------------------------------------------------------------------------------------

    def play_round(self) -> None:
        """Play one round: bets, cards, decisions, results."""
        round = self.round or self._start()
        title = f"Round {self.table.rounds + 1}, you have {dollars(self.table.stacks[self.you])}"
        self.screen.print()
        self.screen.print(Rule(Text(title, style="bold"), style="dim", align="left"))
        if not self.settings.my_seed:
            self.say(f"commitment {self.commitment}", "dim")
        self.scene.opening(self._look(round))
        while not round.done:
            self._next(round)
        self._finish(round)
        # Otherwise the next question would push the result off a small screen.
        if self.screen.is_terminal and self.rules.nobody_banks:
            self.human.choose({"n": "Next hand"})

    def _start(self) -> Round:
        """Start a round of the next game, after players without chips have bought in."""
        self._rebuy()
        self.stay.apply(self.human)
        if self.turns.change(self.table):
            self.game, self.rules = self.table.game, self.table.game.rules
            self.say(f"\n{self.turns.name} continues with {self.rules.name}. {stakes_words(self.rules)}.", "bold")
        self.commitment = self.table.commitment
        if self.settings.my_seed and not self.table.carry.shoe:
            self._seed()
        self.round, self.events_shown, self.events_hidden = self.table.start(), 0, set()
        return self.round

    def _look(self, round: Round) -> Picture:
        """The current picture, with the new events."""
        view = round.view(self.you)
        self.seen = picture(view, self.events_shown)
        return self.seen

    def _tell(self, seen: Picture) -> None:
        self.scene.tell(line for line in seen.happened if line.event not in self.events_hidden)

    def _next(self, round: Round) -> None:
        """Let the next spot answer."""
        ask = round.ask
        if round.spot(ask.spot).bettor != self.you:
            answer_next(round, self.bots, self.rng)
            return
        actions = {option.action for option in ask.options}
        if "bank" in actions and not self.settings.places.bank:
            self.events_hidden.add(len(round.events))
            round.answer(ask.spot, "pass")
        elif "show" in actions and not self.settings.ask_to_show:
            round.answer(ask.spot, "muck" if beaten(round.view(self.you)) else "show")
        else:
            self._ask(round, ask.spot)

    def _ask(self, round: Round, spot: str) -> None:
        """Show the table, and ask the player until the rules accept the answer."""
        seen = self._look(round)
        self.events_shown = len(round.events)
        self._tell(seen)
        self.asked = next(prompt for prompt in seen.prompts if prompt.spot == spot)
        self.pressed |= {offer.key: offer.action.replace("-", " ") for offer in self.asked.offers}
        picks = any(offer.kind in ("pick", "lay") for offer in self.asked.offers)
        if any(spread.mine for spread in seen.spreads):
            self.scene.table(seen, spot if picks else "")
        held = next((each.cards for each in seen.spreads if each.mine and each.place.owner == spot), ())
        self.human.stays = self._stays(seen)
        self._answer(round, self.asked, held)

    def _answer(self, round: Round, prompt: Prompt, held: tuple[Card, ...]) -> None:
        while True:
            action, value = self.human.answer(prompt, held)
            try:
                round.answer(prompt.spot, action, value)
            except Refused as refused:
                self.human.refuse(str(refused))
                continue
            self.human.accepted(prompt.spot, action, value)
            return

    def _seed(self) -> None:
        """Ask for the player's seed. The shuffle is already committed."""
        self.say(f"Commitment to the next shuffle: {self.commitment}")
        while True:
            try:
                words = self.human.typed("Your seed for the shuffle (any words), or Enter for none")
                if words:
                    self.table.do(AddSeed(self.you, words))
                    self.say(f"'{visible(words)}' is mixed into the shuffle.", "dim")
                return
            except GoBack:
                return
            except ValueError as error:
                self.human.refuse(str(error))

    def _stays(self, seen: Picture) -> str:
        """What leaving now would mean, if the player has chips in the hand."""
        chair = next(chair for chair in seen.chairs if chair.you)
        wagered = self.table.stacks[self.you] - chair.stack
        if self.asked is None or not (wagered or _in_hand(seen)):
            return ""
        chips = f"{dollars(wagered)} is on" if wagered else "Your chips are in"
        return f"{chips} this hand, which continues without you: {self.asked.default}."

    def _finish(self, round: Round) -> None:
        """Finish a round at the table, and show the results."""
        self.human.stays, self.asked = "", None
        seen = self._look(round)
        self._tell(seen)
        dropped = self.table.state.discarded
        record = self.table.finish(round)
        self.round = None
        start, shoe = round.carried.shoe, self.table.carry.shoe
        transcript = (
            None if shoe else round.proof(self.you) if round.shuffle.kind == "sealed" else round.shuffle.transcript()
        )
        spent = range(start.dealt if start else 0, round.cards.dealt)
        head = self.table.state.head
        self.past = info_keys.FinishedRound(round.view(self.you), self.commitment, transcript, spent, head)
        self.unwritten.append(DealtRound(record, round.shuffle, dropped))
        if not shoe:
            self._write()
        self.scene.finish(seen)

    def _write(self) -> None:
        """Write the rounds with the secret of their shuffle. The caller waits until the shoe ends."""
        if self.settings.out:
            with self.settings.out.open("a", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in record_lines(self.unwritten))
        self.unwritten = []

    def _rebuy(self) -> None:
        """Buy in again for bots with too few chips, and ask the player."""
        least = least_stack(self.rules)
        for name in self.bots:
            if (has := self.table.stacks[name]) < least:
                more = topped_up(self.rules, has, self.party.stacks[name])
                self.table.do(TopUp(name, more))
                self.say(f"{name} buys in again for {dollars(more)}", "dim")
        has = self.table.stacks[self.you]
        if has < least:
            bet = "a hand needs" if self.rules.point else "the minimum bet needs"
            needs = f"{bet} {dollars(least)}, including chips kept for later wagers"
            self.say(f"\nYou have {dollars(has)} left, and {needs}." if has else "\nYou have no chips left.")
            if self.rules.nobody_banks:
                self.stay.buy_in(self.human, topped_up(self.rules, has, self.buy_in))
                return
            self.human.choose({"b": f"Buy in again for {dollars(self.buy_in)} and play on"})
            self.table.do(TopUp(self.you, self.buy_in))
            self.bought += self.buy_in

    def leave(self) -> None:
        """Play out the round with default answers, and print the player's result."""
        self.screen.print()
        if self.round is not None:
            view = self.round.view(self.you)
            in_play = view.stack(self.you) != self.table.stacks[self.you] or _in_hand(picture(view))
            while not self.round.done:
                answer_next(self.round, self.bots, self.rng)
            if in_play:
                self._finish(self.round)
        self._write()
        have, rounds = self.table.stacks[self.you], self.table.rounds
        line = Text(f"You leave with {dollars(have)} after {rounds} round{'' if rounds == 1 else 's'}: ")
        self.say(line.append(felt.money_text(have - self.bought - self.stay.bought)))
        if self.settings.out and rounds:
            again = f"cardroom replay {quote(str(self.settings.out))} --as {quote(self.you)}"
            self.say(f"Your rounds are in {self.settings.out}. To read them: {again}", "dim")

    # -- keys that always work ----------------------------------------------------------------------------------

    def _log(self) -> None:
        """Print the events of this round; of the last round if the player has no chips in this one yet."""
        last = self.past.view if self.past else None
        info_keys.log(self.scene, self.round.view(self.you) if self.round and (self.human.stays or not last) else last)

    def _display(self) -> None:
        if self.seen:
            self.scene.display(self.seen)

    def _help(self) -> None:
        info_keys.help_page(self.scene, self.human, self.game, self.asked, self.pressed, self.human.commands)


def _in_hand(seen: Picture) -> bool:
    """Whether the player has cards in a game that puts stacks at stake without a bet."""
    return any(spread.mine and spread.slots for spread in seen.spreads)
