"""The routes of the pages and their files.

Files under the current digest are cached forever. Pages are revalidated. The lobby and the table page contain the
answers to their first requests, so they are not cached.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from cardroom.games import all_games, where_from
from cardroom.web.api import (
    HttpRequest,
    ListedGame,
    daily_summary,
    known_edges,
    listed_games,
    listed_tables,
    lobby_now,
    me_of,
    picked_games,
    rules_page,
    server_of,
)
from cardroom.web.halls import PLAY
from cardroom.web.pages.assets import FILES, TYPES, WORKER, digest, missing, pages, worker

__all__ = [
    "PUBLIC",
    "at_table",
    "file",
    "not_found",
    "page",
    "prepare",
    "public_rules",
    "service_worker",
    "start",
    "trainer",
]

PUBLIC = "/public"
"""The path of answers that are the same for everyone. The service worker stores them."""

IMMUTABLE = "public, max-age=31536000, immutable"
_log = logging.getLogger("cardroom.server")
REVALIDATE = "private, no-cache"
"""Not for shared caches, because a page is sent with its user's CSRF token."""


def _response(request: HttpRequest, name: str, cache: str = REVALIDATE) -> Response[bytes]:
    asset = pages().get(name)
    if asset is None:
        raise NotFoundException(f"There is no page {name[:60]}.")
    headers = {"etag": asset.tag, "cache-control": cache, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == asset.tag:
        return Response(b"", status_code=304, headers=headers)
    body = asset.plain
    if asset.compressed is not asset.plain and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = asset.compressed, "gzip"
    return Response(body, headers=headers, media_type=asset.type)


# Shared caches store files, so files must be sent without a CSRF token.
@get(FILES + "/{version:str}/{name:path}", include_in_schema=False, sync_to_thread=False, exclude_from_csrf=True)
def file(request: HttpRequest, version: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file of the pages. A page of another version gets the current file and must not cache it."""
    return _response(request, name[1:], IMMUTABLE if version == digest() else REVALIDATE)


@get("/", include_in_schema=False)
async def start(request: HttpRequest) -> Response[bytes]:
    """The lobby page, with the answers to its first requests: the user, the games, the tables, the invitation."""
    answers = {
        "/api/v1/me": await me_of(request, request.user),
        "/api/v1/games": await asyncio.to_thread(_encoded_games),
        f"/api/v1/halls/{PLAY}/tables": listed_tables(request, PLAY),
        f"/api/v1/halls/{PLAY}/now": lobby_now(request, PLAY),
        "/api/v1/daily": await daily_summary(request),
        f"/api/v1/halls/{PLAY}/picks": await picked_games(request, PLAY),
    }
    return _page_with_answers(request, "index.html", answers)


@get(["/table", "/table.html"], include_in_schema=False)
async def at_table(request: HttpRequest) -> Response[bytes]:
    """The table page, with the answers to its first requests: the user, and the table's lobby entry."""
    hall, name = request.query_params.get("hall", PLAY), request.query_params.get("table", "")
    answers: dict[str, Any] = {"/api/v1/me": await me_of(request, request.user)}
    if hall in server_of(request).halls:
        answers[f"/api/v1/halls/{hall}/tables"] = [each for each in listed_tables(request, hall) if each.name == name]
    return _page_with_answers(request, "table.html", answers)


def _page_with_answers(request: HttpRequest, name: str, answers: Mapping[str, Any]) -> Response[bytes]:
    """A page with the answers to its first requests, by path."""
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    zipped = "gzip" in request.headers.get("accept-encoding", "")
    headers |= {"content-encoding": "gzip"} if zipped else {}
    return Response(_filled(name, msgspec.json.encode(answers), zipped), headers=headers, media_type=TYPES["html"])


@lru_cache(maxsize=16)
def _filled(name: str, answers: bytes, zipped: bool) -> bytes:
    """A page with answers. It is made once for all visitors with the same answers: those without a session."""
    # Browsers do not run a block of this type. Without "<", nothing in it can end the block.
    text = answers.replace(b"<", b"\\u003c")
    block = b'<script type="application/json" id="preloaded">' + text + b"</script>\n</head>"
    body = pages()[name].plain.replace(b"</head>", block, 1)
    return gzip.compress(body, 1) if zipped else body


@lru_cache(maxsize=1)
def _games() -> tuple[list[ListedGame], msgspec.Raw]:
    """The games, and the same encoded once. They change only when an operator saves a rule set."""
    games = listed_games()
    return games, msgspec.Raw(msgspec.json.encode(games))


def _encoded_games() -> msgspec.Raw:
    if _games()[0] is not listed_games():
        _games.cache_clear()
    return _games()[1]


def prepare() -> None:
    """Compute what the lobby needs that is the same for everyone, so that its first visitor does not wait for it."""
    pages()
    _encoded_games()


@get(["/trainer", "/trainer/{slug:str}"], include_in_schema=False, sync_to_thread=False)
def trainer(request: HttpRequest, slug: FromPath[str] = "") -> Response[bytes]:
    """The trainer. The address of a game redirects, because pages have relative links."""
    if not slug:
        return _response(request, "trainer.html")
    return Response(b"", status_code=307, headers={"location": f"../trainer?game={quote(slug, safe='')}"})


@get(f"/{WORKER}", include_in_schema=False, sync_to_thread=False, exclude_from_csrf=True)
def service_worker(request: HttpRequest) -> Response[bytes]:
    """The service worker. Browsers ask for it again and again, so that they notice a new version."""
    return Response(worker(), headers={"cache-control": "no-cache"}, media_type=TYPES["js"])


@get(PUBLIC + "/rules.json", include_in_schema=False, sync_to_thread=True, exclude_from_csrf=True)
def public_rules(request: HttpRequest) -> Response[bytes]:
    """The rules and figures of all games, by the path of the request that they answer. For pages without a
    connection."""
    headers = {"cache-control": "public, no-cache", "content-encoding": "gzip"}
    listed = tuple((each.game, one.set) for each in listed_games() for one in each.sets)
    return Response(_all_rules(listed), headers=headers, media_type="application/json")


@lru_cache(maxsize=1)
def _all_rules(_: tuple[tuple[str, str], ...]) -> bytes:
    """The rules of the listed games. An operator may save more while the server runs."""
    answers: dict[str, Any] = {"/api/v1/games": listed_games()}
    for each in all_games():
        path = f"/api/v1/games/{each.slug}/{each.rules.rules}"
        try:
            answers[path] = rules_page(each)
        except Exception:  # the code of one game folder must not hide the rules of the others
            if not where_from(each):
                raise
            _log.exception("the rules page of %s cannot be built", each.slug)
            continue
        if (edges := known_edges(each)) is not None:
            answers[f"{path}/edges"] = edges
    return gzip.compress(msgspec.json.encode({"answers": answers}), 9, mtime=0)


DEEPEST = 8
"""Addresses with more parts than this get no page."""


def not_found(path: str, accepts: str) -> Response[bytes] | None:
    """The page for an address that does not exist, or None for a program and below /api."""
    deep = path.count("/") - 1
    if "text/html" not in accepts or path.lstrip("/").partition("/")[0] == "api" or deep > DEEPEST:
        return None
    headers = {"cache-control": "no-store"}
    return Response(missing("../" * deep or "./"), status_code=404, headers=headers, media_type=TYPES["html"])


@get("/{name:str}", include_in_schema=False, sync_to_thread=False)
def page(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    """A page by its name. Other files redirect to the address at which they are cached."""
    if name == "favicon.ico":
        name = "icon.svg"
    if name in pages() and not name.endswith(".html"):
        headers = {"location": f"{FILES}/{digest()}/{name}", "cache-control": REVALIDATE}
        return Response(b"", status_code=307, headers=headers)
    return _response(request, name if "." in name else f"{name}.html")
