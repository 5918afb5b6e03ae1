"""The routes of the pages and their files.

Files under the current digest are cached forever. Pages are revalidated. The lobby and the table page contain the
answers to their first requests, so they are not cached.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from cardroom.web.api.context import HttpRequest, server_of
from cardroom.web.api.lobby import listed_games, listed_tables
from cardroom.web.api.people import me_of
from cardroom.web.halls.table_config import PLAY
from cardroom.web.pages.assets import FILES, TYPES, digest, pages

__all__ = ["at_table", "file", "page", "start", "trainer"]

IMMUTABLE = "public, max-age=31536000, immutable"
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
@get(FILES + "/{version:str}/{name:str}", include_in_schema=False, sync_to_thread=False, exclude_from_csrf=True)
def file(request: HttpRequest, version: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file of the pages. A page of another version gets the current file and must not cache it."""
    return _response(request, name, IMMUTABLE if version == digest() else REVALIDATE)


@get("/", include_in_schema=False)
async def start(request: HttpRequest) -> Response[bytes]:
    """The lobby page, with the answers to its first requests: the user, the games, the tables."""
    answers = {
        "/api/me": await me_of(request, request.user),
        "/api/games": await asyncio.to_thread(listed_games),
        f"/api/halls/{PLAY}/tables": listed_tables(request, PLAY),
    }
    return _page_with_answers(request, "index.html", answers)


@get(["/table", "/table.html"], include_in_schema=False)
async def at_table(request: HttpRequest) -> Response[bytes]:
    """The table page, with the answers to its first requests: the user, and the table's lobby entry."""
    hall, name = request.query_params.get("hall", PLAY), request.query_params.get("table", "")
    answers: dict[str, Any] = {"/api/me": await me_of(request, request.user)}
    if hall in server_of(request).halls:
        answers[f"/api/halls/{hall}/tables"] = [each for each in listed_tables(request, hall) if each["name"] == name]
    return _page_with_answers(request, "table.html", answers)


def _page_with_answers(request: HttpRequest, name: str, answers: Mapping[str, Any]) -> Response[bytes]:
    """A page with the answers to its first requests, by path."""
    # Browsers do not run a block of this type. Without "<", nothing in it can end the block.
    text = msgspec.json.encode(answers).replace(b"<", b"\\u003c")
    block = b'<script type="application/json" id="preloaded">' + text + b"</script>\n</head>"
    body = pages()[name].plain.replace(b"</head>", block, 1)
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = gzip.compress(body, 1), "gzip"
    return Response(body, headers=headers, media_type=TYPES["html"])


@get(["/trainer", "/trainer/{slug:str}"], include_in_schema=False, sync_to_thread=False)
def trainer(request: HttpRequest, slug: FromPath[str] = "") -> Response[bytes]:
    """The trainer. The address of a game redirects, because pages have relative links."""
    if not slug:
        return _response(request, "trainer.html")
    return Response(b"", status_code=307, headers={"location": f"../trainer?game={quote(slug, safe='')}"})


@get("/{name:str}", include_in_schema=False, sync_to_thread=False)
def page(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    """A page by its name. Other files redirect to the address at which they are cached."""
    if name == "favicon.ico":
        name = "icon.svg"
    if name in pages() and not name.endswith(".html"):
        headers = {"location": f"{FILES}/{digest()}/{name}", "cache-control": REVALIDATE}
        return Response(b"", status_code=307, headers=headers)
    return _response(request, name if "." in name else f"{name}.html")
