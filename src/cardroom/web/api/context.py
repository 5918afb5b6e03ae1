"""What routes need from a request: the server, the workers, the hall, the caller's address."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network
from typing import Any, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException

from cardroom.clean import short, visible
from cardroom.errors import InputError
from cardroom.games import game
from cardroom.play.game import Game
from cardroom.web.halls import Hall, Server, Workers
from cardroom.web.learning import Learning

__all__ = ["LOOPBACK", "HttpRequest", "address", "game_named", "hall_of", "learning_of", "server_of", "workers_of"]

LOOPBACK = ("127.0.0.1", "::1", "::/64")
"""The addresses of this machine. Limits for an address do not apply to them, because a proxy may connect from here."""
HttpRequest: TypeAlias = Request[Any, Any, Any]


def server_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Server:
    """The server that handles the request."""
    server: Server = connection.app.state.server
    return server


def workers_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Workers:
    """The background workers, which compute figures and read books."""
    workers: Workers = connection.app.state.workers
    return workers


def learning_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Learning:
    """The daily deals, and what users have learned."""
    learning: Learning = connection.app.state.learning
    return learning


def hall_of(request: HttpRequest, hall: str) -> Hall:
    """Find a hall by name."""
    halls = server_of(request).halls
    if hall not in halls:
        raise NotFoundException(f"There is no hall {hall[:40]}. Halls are {' and '.join(halls)}.")
    return halls[hall]


def game_named(slug: str, rules: str) -> Game:
    """Find a game under a rule set."""
    try:
        return game(slug, rules)
    except InputError as error:
        raise NotFoundException(str(error)) from None


def address(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The client's address. It is cut and cleaned, because a proxy can send any text."""
    return network(short(visible(request.client.host), 64)) if request.client else "?"


def network(host: str) -> str:
    """The address for which limits count: of IPv6 the first 64 bits, because one connection has all that follow.

    >>> network("2001:db8:1:2:3:4:5:6"), network("::ffff:192.0.2.7"), network("192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        found = IPv6Address(host)
    except ValueError:
        return host
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))
