"""The analyses of the package's own games. The games' declarations refer to them."""

from cardroom.analysis.report import Analysis

_HOLDEM = """
Boards that differ only by an exchange of suits, or in suits that cannot matter, are counted together: 6,175 patterns
of ranks and 36,608 patterns with a suit that can make a flush represent all 2,598,960 boards. In each pattern,
pockets that make hands of equal rank form a class. Sorted running sums give, for each class, how many of the
dealer's 990 pockets it beats, ties and loses to, and how many of those do not qualify.

The decision after the river follows from these counts, the one after the flop from sums over every turn and river,
and the one before the flop from sums over every flop. Each is made for the player's own two cards. The same sums,
transposed, then follow these decisions to the end of every deal."""
HEADS_UP_HOLDEM = Analysis(
    ".holdem.games:holdem_report",
    _HOLDEM,
    shipped_counts=".holdem.games:base_counts",
    simulated=".simulation.holdem:SIMULATED",
    evaluator=".evaluation.holdem:values",
    strategy_cost=".holdem.cost:holdem_cost",
    lines=".holdem.plain:HOLDEM",
    small_decks=True,
)
ULTIMATE_TEXAS_HOLDEM = Analysis(
    ".holdem.games:holdem_report",
    _HOLDEM,
    pace="slow",
    shipped_counts=".holdem.games:base_counts",
    simulated=".simulation.holdem:SIMULATED",
    evaluator=".evaluation.holdem:values",
    strategy_cost=".holdem.cost:holdem_cost",
    lines=".holdem.plain:HOLDEM",
    small_decks=True,
)

_PAI_GOW = """
Base game: two hands without a common card are counted by inclusion and exclusion over the sets of cards that both
contain. Up to an exchange of suits, 1,268,646 sets represent all sets of up to six cards; a set of seven is a hand
itself. The 154,143,080 hands fall into about 224,000 kinds by the front and back that the House Way and every other
setting give. For each set, sorted running sums compare the kinds of the hands that contain it. {}

Bonus bets: lines of seven cards are counted over all hands from the deck with its joker, and lines of two hands
together over every deal of both. An Envy award is counted for one other player's hand alone. Where only the highest
hand at the table pays, its value depends on all hands there and is not computed."""
FORTUNE_PAI_GOW = Analysis(
    ".pai_gow.base:fortune_report",
    _PAI_GOW.format(
        "The player sets every hand the House Way, as the house dealer sets the player-dealer's.\n\n"
        "Best settings: up to an exchange of suits, 6,972,147 hands represent all. For each setting of each hand, the "
        "same inclusion and exclusion counts the player-dealer's hands that it beats and those to which it loses. The "
        "setting with the best average result is the best one."
    ),
    pace="slow",
    simulated=".simulation.pai_gow:FORTUNE",
    evaluator=".evaluation.pai_gow:fortune",
    slow_values=True,
    strategy_cost=".pai_gow.strategies:setting_cost",
    shipped_counts=".pai_gow.base:shipped_counts",
    version=2,
)
FACE_UP_PAI_GOW = Analysis(
    ".pai_gow.base:face_up_report",
    _PAI_GOW.format(
        "The player-dealer's hand is set the House Way and shown. The player then chooses the best of all settings "
        "that are not foul: one that wins, else one that pushes. If the player-dealer has ace-high, the wager pushes."
    ),
    pace="slow",
    simulated=".simulation.pai_gow:FACE_UP",
    shipped_counts=".pai_gow.base:shipped_counts",
    evaluator=".evaluation.pai_gow:face_up",
    strategy_cost=".pai_gow.strategies:setting_cost",
    version=2,
)

TWENTY_ONE = Analysis(
    ".twenty_one.base:twenty_one_report",
    """
Game wager: one player against the player-dealer, the first round of a full shoe of the decks in force. Cards count
by value. For every hand of the player and every up card, the orders in which the player-dealer's hand can be completed
are counted. The values of standing, hitting, doubling, surrendering and splitting follow, from the hands with the
highest totals back to the first two cards. A hand is played by its own cards and the up card, also after a split. The
ends of all hands under these decisions are then counted in whole numbers. A pair that is split is split again, up to
four hands; the cases of its second cards are counted one by one. Every two hands of a split are counted together with
the player-dealer's hand. Edge and variance are exact for this strategy. A player who also uses the cards of other hands
can do a little better after a split.

Bonus bets: \
The orders in which cards can leave a full shoe of the decks in force are counted by the cards' values. The
player-dealer draws by the game's own rule. A figure is for the first round of a shoe. It does not depend on the
number of players or their play: the player-dealer's hand is completed whenever a bonus bet depends on it, and cards
that other players took are no different from unknown cards.""",
    pace="slow",
    simulated=".simulation.twenty_one:SIMULATED",
    evaluator=".evaluation.twenty_one:values",
    strategy_cost=".twenty_one.plain:lines_cost",
    lines=".twenty_one.plain:lines_game",
    shipped_counts=".twenty_one.base:shipped_counts",
    shoe=".counting.twenty_one:SHOE",
    version=2,
)
"""Both games of 21.5."""

EZ_BACCARAT = Analysis(
    ".few_cards.baccarat:baccarat_report",
    """
Ordered deals of six cards from a full shoe are counted by points: there are ten kinds of cards, drawn without
replacement from the decks in force. The game's own drawing rule decides who draws. Cards burned or cut off change no
probability as long as nothing about the shoe is known.""",
    pace="quick",
    simulated=".simulation.baccarat:SIMULATED",
    joint=".few_cards.baccarat:baccarat_joint",
    showdowns=".few_cards.baccarat:showdowns_of",
    shoe=".counting.baccarat:SHOE",
    small_decks=True,
)

POKER = Analysis(
    None,
    """
Hands are those of one player who stays to the end. Every deal is equally likely and is counted once. Seven cards: all
133,784,560 sets; lows by the ranks alone, each set of ranks with the number of its suits. Omaha: exactly two cards of
the hand and three of the board count, so boards fall into 42,783 patterns of ranks and of one suit that can make a
flush, and the hands that fit each pattern are counted by classes of equal cards. Mexican Poker: all sets of five from
41 cards, with a joker once for each of its five positions.

Where a player draws or discards, the hands as dealt are counted. What they become is simulated, with the rule that is
stated there, and each share has its standard error.""",
    frequencies=".poker_hands.counts:poker_frequencies",
    shipped_counts=".poker_hands.omaha:shipped_counts",
)
"""All poker games."""

CHINESE = Analysis(
    None,
    """
The game's own script plays rounds in a row, with a bot at every seat. The shares of hands that foul, sweep or lead to
Fantasy Land have standard errors. They are those of this bot, not of the best play, which is not known.""",
    frequencies=".poker_hands.chinese:chinese_frequencies",
)
