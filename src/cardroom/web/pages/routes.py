"""The pages: files of the package, read once.

A page names its files under the digest of them all, so that a browser keeps them for good and asks for none again; with
another program they have another name. It is told beforehand which modules it will import, so that they come together
and not one after the other, and its style sheets come as one.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from cardroom.web.api.lobby import listed_games, listed_tables
from cardroom.web.api.people import me_of
from cardroom.web.halls.server import PLAY
from cardroom.web.people.access import Ask, server_of

__all__ = ["FILES", "File", "at_table", "file", "imports", "page", "pages", "start"]

FILES = "/files"
"""Under which each file of the pages is kept for good, by the digest of them all."""

TYPES = {
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}
SMALL = 1024
"""Bytes that are not worth packing."""
ALWAYS = "public, max-age=31536000, immutable"
AGAIN = "private, no-cache"
"""For nobody else: with a page comes the token of whoever asked for it."""
_IMPORT = re.compile(rb"""^(?:import|export)\b[^"';]*["']\./([\w.-]+)["']""", re.MULTILINE)
_MODULE = re.compile(rb"""<script type="module"(?: async)? src="([\w.-]+)">""")
_STYLE = re.compile(rb"""<link rel="stylesheet" href="([\w.-]+)">\n""")
_NAMED = re.compile(rb'(href|src)="([\w.+-]+)"')


class File(NamedTuple):
    """A file as it is sent."""

    type: str
    plain: bytes
    packed: bytes
    tag: str
    """What it is known by: it is another whenever a byte of it is."""


@cache
def pages() -> Mapping[str, File]:
    """Every file of the pages by its name.

    >>> sorted(name for name in pages() if name.endswith(".html"))[:3]
    ['account.html', 'auditor.html', 'floor.html']
    """
    found = _found()
    return {name: _file(name, _linked(text, found)) for name, text in found.items()}


@cache
def _found() -> Mapping[str, bytes]:
    """The files as they are, and the style sheets of each page in one."""
    found = {}
    for each in files("cardroom.web.pages").iterdir():
        name, _, ending = each.name.rpartition(".")
        if name and ending in TYPES:
            found[each.name] = each.read_bytes()
    for text in [text for name, text in found.items() if name.endswith(".html")]:
        sheets = _sheets(text)
        found[_together(sheets)] = b"".join(found[each] for each in sheets)
    return found


@cache
def _digest() -> str:
    """That of all files."""
    return sha256(b"".join(text for _, text in sorted(_found().items()))).hexdigest()[:20]


def _file(name: str, text: bytes) -> File:
    packed = gzip.compress(text, 9, mtime=0) if len(text) > SMALL else text
    return File(TYPES[name.rpartition(".")[2]], text, packed, f'"{sha256(text).hexdigest()[:20]}"')


def imports(name: str, found: Mapping[str, bytes]) -> list[str]:
    """The modules that a module imports, and those that they import.

    >>> imports("a.js", {"a.js": b'import "./b.js";', "b.js": b'import { c } from "./c.js";', "c.js": b""})
    ['b.js', 'c.js']
    """
    listed: dict[str, None] = {}
    waiting = [name]
    while waiting:
        for match in _IMPORT.finditer(found.get(waiting.pop(), b"")):
            each = match[1].decode()
            if each not in listed and each != name:
                listed[each] = None
                waiting.append(each)
    return [*listed]


def _sheets(text: bytes) -> list[str]:
    return [match[1].decode() for match in _STYLE.finditer(text)]


def _together(sheets: list[str]) -> str:
    """The name of several style sheets in one."""
    return "+".join(each.removesuffix(".css") for each in sheets) + ".css"


def _linked(text: bytes, found: Mapping[str, bytes]) -> bytes:
    """A page with its style sheets as one, the modules that it will need, and every file by its lasting name."""
    if not (sheets := _sheets(text)):
        return text
    text = _STYLE.sub(f'<link rel="stylesheet" href="{_together(sheets)}">\n'.encode(), text, count=1)
    text = _STYLE.sub(b"", text)
    modules = [each for match in _MODULE.finditer(text) for each in imports(match[1].decode(), found)]
    links = "".join(f'<link rel="modulepreload" href="{each}">\n' for each in dict.fromkeys(modules))
    text = text.replace(b"</head>", links.encode() + b"</head>", 1)
    where = f"{FILES[1:]}/{_digest()}/".encode()
    return _NAMED.sub(lambda match: b'%s="%s%s"' % (match[1], where, match[2]), text)


def _sent(request: Ask, name: str, keep: str = AGAIN) -> Response[bytes]:
    found = pages().get(name)
    if found is None:
        raise NotFoundException(f"there is no page {name[:60]}")
    headers = {"etag": found.tag, "cache-control": keep, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", status_code=304, headers=headers)
    body = found.plain
    if found.packed is not found.plain and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = found.packed, "gzip"
    return Response(body, headers=headers, media_type=found.type)


# Whoever keeps a file for others must not keep somebody's token with it.
@get(FILES + "/{digest:str}/{name:str}", include_in_schema=False, sync_to_thread=False, exclude_from_csrf=True)
def file(request: Ask, digest: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file that a page is made of. One that an older page asks for is as it is now, and is asked for again."""
    return _sent(request, name, ALWAYS if digest == _digest() else AGAIN)


@get("/", include_in_schema=False)
async def start(request: Ask) -> Response[bytes]:
    """The lobby, with the answers to what it would ask at once: who looks, the games, the tables."""
    told = {
        "/api/me": await me_of(request, request.user),
        "/api/games": await asyncio.to_thread(listed_games),
        f"/api/halls/{PLAY}/tables": listed_tables(request, PLAY),
    }
    return _telling(request, "index.html", told)


@get(["/table", "/table.html"], include_in_schema=False)
async def at_table(request: Ask) -> Response[bytes]:
    """A table, with the answers to what its page would ask at once: who looks, and what the lobby says of it."""
    hall, name = request.query_params.get("hall", PLAY), request.query_params.get("table", "")
    told: dict[str, Any] = {"/api/me": await me_of(request, request.user)}
    if hall in server_of(request).halls:
        told[f"/api/halls/{hall}/tables"] = [each for each in listed_tables(request, hall) if each["name"] == name]
    return _telling(request, "table.html", told)


def _telling(request: Ask, name: str, told: Mapping[str, Any]) -> Response[bytes]:
    """A page with what it would ask, by the address that it would."""
    # A block of data, which no browser runs; and nothing in it can end it.
    text = msgspec.json.encode(told).replace(b"<", b"\\u003c")
    block = b'<script type="application/json" id="told">' + text + b"</script>\n</head>"
    body = pages()[name].plain.replace(b"</head>", block, 1)
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = gzip.compress(body, 1), "gzip"
    return Response(body, headers=headers, media_type=TYPES["html"])


@get("/{name:str}", include_in_schema=False, sync_to_thread=False)
def page(request: Ask, name: FromPath[str]) -> Response[bytes]:
    """A page by its name. A file that pages are made of is shown the way to where it is kept for good."""
    if name == "favicon.ico":
        name = "icon.svg"
    if name in pages() and not name.endswith(".html"):
        return Response(
            b"", status_code=307, headers={"location": f"{FILES}/{_digest()}/{name}", "cache-control": AGAIN}
        )
    return _sent(request, name if "." in name else f"{name}.html")
