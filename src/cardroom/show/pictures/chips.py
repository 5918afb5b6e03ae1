"""The chips of a picture: placed bets, pots, a player-dealer's bank and jackpot meters."""

from collections.abc import Iterable, Iterator

from cardroom.games.poker.pots import put_in, side_pots
from cardroom.play import Coverage
from cardroom.play.round import HOUSE_SPOT, POT, Acted, Metered, Settled, Transfer, bank_of, meter_of
from cardroom.rulebook import RuleSet
from cardroom.show.pictures.indexed_view import IndexedView
from cardroom.show.pictures.values import BankShown, Meter, PlacedBet, PotShown
from cardroom.show.words import label, spot_name

__all__ = ["bank", "meters", "placed_bets", "pots"]


def placed_bets(view: IndexedView) -> Iterator[PlacedBet]:
    """The betting areas with chips, and those with printed spots that can still be covered.

    >>> import cardroom
    >>> round = cardroom.game("heads-up-holdem", rules="brook").round({"ann": 50000}, seed=1)
    >>> round.answer(1, "bet", {"ante": 500, "odds": 500})
    >>> [(box.label, box.amount, box.spots) for box in placed_bets(IndexedView(round.view("ann")))]
    [('Ante', 500, ()), ('Odds', 500, ()), ('Raise', 0, (0, 0, 0))]
    """
    dropped = _jackpot_wagers(view)
    for spot in view.spots:
        for name, wager in view.rules.wagers().items():
            amount, contributed = view.stake(spot.id, name), dropped.get((spot.id, name), 0)
            unit = view.stake(spot.id, wager.equals) if wager.spots else 0
            if not (amount or contributed or unit):
                continue
            covered = amount // unit if unit else 0
            yield PlacedBet(
                spot=spot.id,
                seat=spot.seat,
                name=spot_name(view, spot),
                wager=name,
                label=label(view.rules, name),
                amount=amount,
                mine=spot.bettor == view.viewer,
                spots=tuple(unit if number < covered else 0 for number in range(wager.spots)) if unit else (),
                dropped=contributed,
            )


def _jackpot_wagers(view: IndexedView) -> dict[tuple[str, str], int]:
    """Jackpot wagers that are not settled yet, by spot and wager."""
    open_wagers: dict[tuple[str, str], int] = {}
    for event in view.events if any(event.cause == "drop" for event in view.of(Transfer)) else ():
        if isinstance(event, Transfer) and event.cause == "drop":
            area = event.spot, event.wager
            open_wagers[area] = open_wagers.get(area, 0) + event.amount
        elif isinstance(event, Settled):
            open_wagers.pop((event.spot, event.wager), None)
    return open_wagers


def bank(view: IndexedView) -> BankShown | None:
    """The player-dealer's bank, until the round is over.

    >>> import cardroom
    >>> round = cardroom.game("ez-baccarat").round({"ann": 50000, "bob": 50000}, seed=1)
    >>> round.answer(1, "bank", 20000)
    >>> bank(IndexedView(round.view("bob")))
    BankShown(spot='1', seat=1, name='ann', wager=20000, holds=20000, paid=0, collected=0, pays=20000, collects=20000)
    """
    if not view.banker or view.done:
        return None
    spot, account = view.spot(view.banker), bank_of(view.banker)
    moved = [event for event in view.of(Transfer) if account in (event.payer, event.payee)]
    wager = sum(event.amount for event in moved if event.cause == "bank")
    paid = sum(event.amount for event in moved if event.cause == "win")
    collected = sum(event.amount for event in moved if event.cause == "loss")
    coverage = Coverage(wager, view.rules.house("coverage") == "running", paid, collected)
    everything = wager + paid + collected
    return BankShown(
        spot=spot.id,
        seat=spot.seat,
        name=spot_name(view, spot),
        wager=wager,
        holds=view.balances[account],
        paid=paid,
        collected=collected,
        pays=coverage.pay(everything)[0],
        collects=coverage.collect(everything)[0],
    )


def pots(view: IndexedView, folded: set[str]) -> list[PotShown]:
    """The main pot and side pots of the bets gathered so far."""
    total = view.balances.get(POT, 0)
    if not total:
        return []
    counted, dead = put_in(view.of(Transfer))
    charged = sum(event.amount for event in view.of(Transfer) if _from_pot(event))
    live = [spot for spot in counted if spot not in folded]
    by_players = side_pots(counted, dead, live, charged) if live else []
    if len(by_players) < 2:
        return [PotShown("Pot", total, _seats(view, live), charged)]
    before_fee = {pot.players: pot.amount for pot in side_pots(counted, dead, live)}
    return [
        PotShown(
            f"Side pot {number}" if number else "Main pot",
            pot.amount,
            _seats(view, pot.players),
            before_fee[pot.players] - pot.amount,
        )
        for number, pot in enumerate(by_players)
    ]


def _seats(view: IndexedView, spots: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(view.spot(spot).seat for spot in spots))


def _from_pot(event: Transfer) -> bool:
    return event.cause == "fee" and event.payer == POT


def meters(view: IndexedView) -> Iterator[Meter]:
    """The reading of each jackpot's meter, as far as this table knows it.

    >>> import cardroom
    >>> round = cardroom.game("four-card-frenzy").round(1, seed=1)
    >>> [meter.reads for meter in meters(IndexedView(round.view()))]
    [250000]
    """
    for name, shown, seed in _jackpots(view.rules):
        yield Meter(name, shown, _reads(view, name, seed))


def _jackpots(rules: RuleSet) -> list[tuple[str, str, int]]:
    """The jackpots on the layout: name, label and seed."""
    offered = [jackpot for wager in rules.wagers() if (jackpot := rules.jackpot_of(wager))]
    seeds = {jackpot.name: jackpot.seed for jackpot in reversed(offered)}
    return [(name, each.label, seeds[name]) for name, each in rules.jackpot.items() if name in seeds]


def _reads(view: IndexedView, name: str, seed: int) -> int:
    reads, account = view.meters.get(name, seed), meter_of(name)
    if not any(event.jackpot == name for event in view.of(Metered)):
        given = [event.value for event in view.of(Acted) if event.spot == HOUSE_SPOT.id and event.about == name]
        return (given[-1] if given else reads) + view.balances.get(account, 0)
    moved = 0
    for event in view.events:
        match event:
            case Acted(spot=HOUSE_SPOT.id, about=about) if about == name:
                reads = event.value
            case Transfer() if event.payee == account:
                moved += event.amount
            case Transfer() if event.payer == account:
                moved -= event.amount
            case Metered() if event.jackpot == name:
                reads, moved = event.reads, 0
    return reads + moved
