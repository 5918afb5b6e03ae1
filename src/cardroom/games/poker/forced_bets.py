"""Antes and blinds: what is put in before the cards."""

from cardroom.games.poker.hand import Hand, Player

__all__ = ["antes", "blinds"]


def antes(hand: Hand) -> None:
    """Put in the antes by position; a single amount is for all players. An unmatched ante is returned."""
    amounts = hand.stakes.antes
    if not any(amounts):
        return
    for player in hand.players:
        place = player.position if len(amounts) > 1 else 0
        hand.ante(player, amounts[place] if place < len(amounts) else 0, dead=hand.stakes.dead_antes)
    hand.settle_bets()


def blinds(hand: Hand) -> tuple[Player, int]:
    """Post the blinds. Return the first to act and the amount to call.

    With the house rule `full_blinds`, a blind that is all-in for less is still called in full.
    """
    called = max([player.blind for player in hand.players])
    largest = hand.players[0]
    for player in hand.players:
        if player.blind == called:
            largest = player
        if player.blind:
            hand.put(player, player.blind)
    for player in hand.players:
        if post := player.posts:
            hand.ante(player, post.dead, dead=True)
            hand.put(player, post.live)
            called = max(called, post.live)
    if not hand.stakes.full_blinds:
        called = max([player.bet for player in hand.players])
    return hand.next_after(largest), called
