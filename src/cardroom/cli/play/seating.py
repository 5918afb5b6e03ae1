"""The seats of a table in the terminal: the player, the bots, and their chips."""

from typing import NamedTuple

from cardroom.cli import UsageError
from cardroom.errors import InputError
from cardroom.money import cents, dollars
from cardroom.play import Game, Spot
from cardroom.play.round import RESERVED, least_stack, player_banked
from cardroom.play.table import check_buy_in
from cardroom.players import BANK, seats_taken, usual_stack

__all__ = ["SeatOptions", "TableSeats", "seat_players", "table_stacks"]

BUY_IN = 50_000
"""The player's default buy-in at a banked game, in cents. At poker everyone has the same."""
HANDS = 3
"""The default number of taken seats in games other than poker."""
LONGEST_NAME = 30
"""The most letters of a name, so that a line has room for the rest."""


class SeatOptions(NamedTuple):
    """The options for the player's seat."""

    name: str = "guest"
    seats: int | None = None
    circles: int = 1
    behind: int | None = None
    bank: bool = False
    buy_in: str | None = None


class TableSeats(NamedTuple):
    """The players at a table: chips by name, and spots."""

    stacks: dict[str, int]
    spots: tuple[Spot, ...]
    banker: str
    """The bot that banks; empty if players do not bank."""

    def bots(self, you: str) -> list[str]:
        """The names of all other players."""
        return [name for name in self.stacks if name != you]


def seat_players(game: Game, wanted: SeatOptions) -> TableSeats:
    """Seat the player at seat 1, with further circles to the left, or behind a bot. The last bot banks.

    >>> from cardroom.games import game
    >>> table = seat_players(game("three-card-poker-6-card-bonus"), SeatOptions("ann"))
    >>> table.stacks
    {'ann': 50000, 'bot 2': 10000000}
    """
    rules, you = game.rules, _name(wanted.name)
    stacks = table_stacks(game, _seats(game, wanted))
    first, *others = stacks
    shift = _circles(game, wanted, len(stacks)) - 1
    names = {f"bot {seat + shift}": seat + shift for seat in others}
    if you in names:
        raise UsageError(f"--name {you}: a bot has this name. Choose a different one.")
    chips = {you: _buy_in(game, wanted)} | dict(zip(names, (stacks[seat] for seat in others), strict=True))
    sitting = [Spot.at(seat, name) for name, seat in names.items()]
    banker = list(names)[-1] if player_banked(rules) else ""
    if wanted.behind is None:
        own = [Spot.at(first, you), *(Spot(str(seat), seat, you, second=True) for seat in range(2, 2 + shift))]
    else:
        own = [Spot(f"{wanted.behind} backline", _behind(game, wanted, names, banker), you, backline=True)]
    return TableSeats(chips, (*own, *sitting), banker)


def table_stacks(game: Game, seats: int | None, bank: int = BANK) -> dict[int, int]:
    """The starting chips of each seat. The last seat banks if players bank.

    >>> from cardroom.games import game
    >>> table_stacks(game("three-card-poker-6-card-bonus"), 3)
    {1: 100000, 2: 100000, 3: 10000000}
    """
    count = seats_taken(game.rules, 6 if game.rules.poker else HANDS) if seats is None else seats
    least, most = game.rules.seats.least, game.rules.seats.most
    if not least <= count <= most:
        raise UsageError(f"--seats {count}: {game.slug} is played with {least} to {most} seats.")
    stacks = dict.fromkeys(range(1, count + 1), usual_stack(game.rules))
    if player_banked(game.rules):
        stacks[count] = bank
    return stacks


def _name(name: str) -> str:
    """Check that a name differs from the names of seats, bots and the house."""
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise UsageError(f"--name: a name has 1 to {LONGEST_NAME} printable characters.")
    if name in RESERVED or name.isdecimal():
        raise UsageError(f"--name {name}: this name is reserved. Choose a different one.")
    return name.strip()


def _seats(game: Game, wanted: SeatOptions) -> int:
    """The number of taken seats. By default there are more if the player wants to bank or to bet behind a bot."""
    if wanted.seats is not None:
        return wanted.seats
    if game.rules.poker:
        return seats_taken(game.rules, 6)
    if game.rules.point:
        return seats_taken(game.rules, HANDS)
    if not player_banked(game.rules):
        return seats_taken(game.rules, 1)
    return seats_taken(game.rules, 4 if wanted.bank else 3 if wanted.behind is not None else 2)


def _buy_in(game: Game, wanted: SeatOptions) -> int:
    try:
        usual = usual_stack(game.rules) if game.rules.nobody_banks else BUY_IN
        bought = usual if wanted.buy_in is None else cents(wanted.buy_in)
    except ValueError as error:
        raise UsageError(f"--buy-in: {error}") from None
    try:
        check_buy_in(game.rules, bought)
    except InputError as error:
        raise UsageError(f"--buy-in: {error}") from None
    least = least_stack(game.rules)
    if bought < least:
        raise UsageError(f"--buy-in {dollars(bought)}: a round of {game.slug} needs at least {dollars(least)}.")
    return bought


def _circles(game: Game, wanted: SeatOptions, taken: int) -> int:
    """Check the number of the player's circles."""
    seats, circles = game.rules.seats, wanted.circles
    if circles < 1:
        raise UsageError(f"--circles {circles}: write 1 or more.")
    if circles > 1 and not seats.second_circles:
        raise UsageError(f"--circles {circles}: {game.slug} has one circle per player. Leave it out.")
    if circles > 1 and wanted.behind is not None:
        raise UsageError("Give only one of --circles and --behind: a player behind a seat has no circle.")
    if taken + circles - 1 > seats.most:
        room = seats.most - taken + 1
        raise UsageError(f"--circles {circles}: {taken} of {seats.most} seats are taken, so you can have {room}.")
    return circles


def _behind(game: Game, wanted: SeatOptions, bots: dict[str, int], banker: str) -> int:
    """Check the seat of the bot that the player stands behind."""
    seat = wanted.behind or 0
    if not any(wager.backline for wager in game.rules.wagers().values()):
        raise UsageError(f"--behind {seat}: {game.slug} takes no bets from behind a seat. Leave it out.")
    if wanted.bank:
        raise UsageError("Give only one of --behind and --bank: a player behind a seat is not offered the bank.")
    players = [each for name, each in bots.items() if name != banker]
    if seat not in players:
        seats = " or ".join(map(str, players)) or "none; use more --seats"
        raise UsageError(f"--behind {seat}: no bot bets at that seat. Possible seats: {seats}.")
    return seat
