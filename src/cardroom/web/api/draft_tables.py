"""Rule sets of drafts: they are in no file, but practice tables are open on them."""

from __future__ import annotations

from litestar.exceptions import NotFoundException

from cardroom.errors import InputError
from cardroom.games import game
from cardroom.play.game import Game
from cardroom.web.api.context import HttpRequest, server_of
from cardroom.web.halls import PLAY

__all__ = ["game_or_draft"]


def game_or_draft(request: HttpRequest, slug: str, rules: str) -> Game:
    """A game under a rule set, or under a draft that a play-money table uses, if the caller may see that table."""
    try:
        return game(slug, rules)
    except InputError as error:
        server, me = server_of(request), request.user.name if request.user else ""
        for name, live in [*server.halls[PLAY].room.tables.items()]:
            played, config = live.state.game if live.state else None, server.tables.configs[PLAY].get(name)
            shown = config is not None and config.admits(me)
            if shown and played and (played.slug, played.rules.rules) == (slug, rules):
                return played
        raise NotFoundException(str(error)) from None
