"""The pages: files of the package, read once, each with its digest, so that a browser asks again and loads once.

A page is told beforehand which modules it will import, so that they come together and not one after the other.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from cardroom.web.access import Ask

__all__ = ["File", "imports", "page", "pages", "start"]

TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
}
SMALL = 1024
"""Bytes that are not worth packing."""
_IMPORT = re.compile(rb"""^(?:import|export)\b[^"';]*["']\./([\w.-]+)["']""", re.MULTILINE)
_MODULE = re.compile(rb"""<script type="module" src="([\w.-]+)">""")


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
    found = {}
    for each in files("cardroom.web").joinpath("pages").iterdir():
        name, _, ending = each.name.rpartition(".")
        if name and ending in TYPES:
            found[each.name] = each.read_bytes()
    sent = {}
    for name, text in found.items():
        whole = _with_preloads(text, found) if name.endswith(".html") else text
        packed = gzip.compress(whole, 9, mtime=0) if len(whole) > SMALL else whole
        sent[name] = File(TYPES[name.rpartition(".")[2]], whole, packed, f'"{sha256(whole).hexdigest()[:20]}"')
    return sent


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


def _with_preloads(text: bytes, found: Mapping[str, bytes]) -> bytes:
    modules = [each for match in _MODULE.finditer(text) for each in imports(match[1].decode(), found)]
    links = "".join(f'<link rel="modulepreload" href="{each}">\n' for each in dict.fromkeys(modules))
    return text.replace(b"</head>", links.encode() + b"</head>", 1)


def _sent(request: Ask, name: str) -> Response[bytes]:
    file = pages().get(name)
    if file is None:
        raise NotFoundException(f"there is no page {name[:60]}")
    headers = {"etag": file.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    body = file.plain
    if file.packed is not file.plain and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = file.packed, "gzip"
    return Response(body, headers=headers, media_type=file.type)


@get("/", include_in_schema=False, sync_to_thread=False)
def start(request: Ask) -> Response[bytes]:
    """The lobby."""
    return _sent(request, "index.html")


@get("/{name:str}", include_in_schema=False, sync_to_thread=False)
def page(request: Ask, name: FromPath[str]) -> Response[bytes]:
    """A page by its name, or a file that it is made of."""
    if name == "favicon.ico":
        name = "icon.svg"
    return _sent(request, name if "." in name else f"{name}.html")
