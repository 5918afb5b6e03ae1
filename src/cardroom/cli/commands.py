"""The list of commands, in the order in which a newcomer needs them, and where each is.

Each command is in a module of its own, with its options. It is loaded when the command runs or shows its help, so that
`cardroom --help` loads none of them. `tests/cli/test_help.py` compares the lines with the help of the commands.
"""

from typing import NamedTuple

__all__ = ["COMMANDS", "CommandEntry"]


class CommandEntry(NamedTuple):
    """A command in the list."""

    says: str
    """What it does, in one line: the first line of its help."""
    module: str
    """Its module in `cardroom.cli`, with a function NAME_command, or with an `app` if it has commands of its own."""
    with_games: bool = True
    """Whether it has the option --games."""


COMMANDS: dict[str, dict[str, CommandEntry]] = {
    "Play": {
        "play": CommandEntry("Play a game in the terminal, or at a live table.", "play.play"),
        "games": CommandEntry("List the games and their rule sets.", "play.games"),
        "rules": CommandEntry("Print the rules of a game: wagers, pay tables, house rules.", "play.rules"),
        "fees": CommandEntry("Print the collection schedules of a game, or compute a fee.", "play.fees"),
        "deal": CommandEntry("Let bots play rounds, and print or save their records.", "play.deal"),
    },
    "Prove": {
        "analyze": CommandEntry("Compute the exact edge of each wager, and the best strategy.", "prove.analyze"),
        "design": CommandEntry("Search pay tables by edge, hit frequency and payable odds.", "prove.design"),
        "simulate": CommandEntry("Simulate millions of rounds, compared with exact figures.", "prove.simulate"),
        "risk": CommandEntry("Compute the risk of ruin, and the bankroll for a target risk.", "prove.risk"),
        "count": CommandEntry("Compute what counting cards is worth: effects, counts, win rates.", "prove.count"),
        "departures": CommandEntry("List where a game departs from its document, and its worth.", "prove.departures"),
        "diff": CommandEntry("Compare two rule sets in words, with the exact edges of both.", "prove.diff"),
        "certify": CommandEntry("Write the exact figures of a game as a certificate.", "prove.certify"),
        "submit": CommandEntry("Write a submission of a game for a test laboratory.", "prove.submit"),
        "verify": CommandEntry("Check that records and their shuffles were fair.", "prove.verify"),
        "trace": CommandEntry("Show where each printed rule is implemented and tested.", "prove.trace", False),
    },
    "Study": {
        "train": CommandEntry("Practise the decisions of a game; each answer is valued.", "study.train"),
        "evaluate": CommandEntry("Compute the exact value of every option of a decision.", "study.evaluate"),
        "strategy": CommandEntry("Print a strategy of few plain lines, with its exact cost.", "study.strategy"),
        "equity": CommandEntry("Compute what share of the pot hands or ranges win.", "study.equity"),
        "range": CommandEntry("Print the hands of a range, and what is left after known cards.", "study.range_command"),
        "icm": CommandEntry("Compute what tournament chips are worth in money (ICM).", "study.icm", False),
        "stats": CommandEntry("Count how poker players play: VPIP, PFR, 3-bet, results and more.", "study.stats"),
        "replay": CommandEntry("Replay records or recorded poker hands, step by step.", "study.replay"),
    },
    "Author": {
        "new": CommandEntry("Write the folder of a new game, which can be played at once.", "author.new_game", False),
        "check": CommandEntry("Check the folder of a game, and say what is missing or wrong.", "author.check", False),
        "eject": CommandEntry("Write the full declaration and rule set of a game on a page.", "author.eject", False),
    },
    "Operate": {
        "serve": CommandEntry("Serve the card room: live tables in the browser.", "operate.serve"),
        "people": CommandEntry("List and add users of a room, change roles, reset passwords.", "operate.people"),
        "requests": CommandEntry("List, approve or decline orders that wait for approval.", "operate.requests"),
        "jackpots": CommandEntry("Manage house jackpots, and compute what they are worth.", "operate.jackpots"),
        "report": CommandEntry("Report drop, handle, win and hold by gaming day and table.", "operate.report"),
        "audit": CommandEntry("Check every entry of a store, and replay every round.", "operate.audit"),
        "backup": CommandEntry("Back up a whole card room, also while it is open.", "operate.backup", False),
        "restore": CommandEntry("Create a card room from a backup.", "operate.backup", False),
        "store": CommandEntry("Create, check, migrate, copy or export a store of books.", "operate.store"),
        "sign": CommandEntry("Sign the records of tables with the key of the house.", "operate.sign", False),
        "keys": CommandEntry("Replace the key of the house, and list the earlier ones.", "operate.sign"),
    },
}
