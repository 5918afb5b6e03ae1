"""The files of the pages, each read and compressed once.

All pages share one HTML shell (`shell.html`). `PAGES` gives each its title, style sheets and modules. The address of a
file contains the digest of all files, so browsers may cache it forever: a new version of the program has new addresses.
Each page has one style sheet, joined from several, and lists all modules that it will import, so that the browser loads
them together and not one after the other. The modules of the lobby and of the table's page are joined too (`joining`).
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Template
from typing import NamedTuple

from cardroom.web.pages.joining import imports, joined, split

__all__ = ["FILES", "PAGES", "TYPES", "WORKER", "File", "Page", "digest", "missing", "pages", "worker"]

FILES = "/files"
"""The path of files that are cached forever. The digest of all files follows it."""

TYPES = {
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
"""Media types by file extension."""

SMALL = 1024
"""Files of at most this many bytes are not compressed."""

SHELL = "shell.html"
WORKER = "sw.js"
"""The service worker. It is not among the cached files, because its address must not change."""
OFFLINE = ("rules.html", "trainer.html", "daily.html", "offline.html")
"""Pages that can be opened without a connection."""
MISSING = Template("""<main class="wrap narrow">
<section class="panel card-panel">
<h1 class="big">This page does not exist</h1>
<p>Nothing is at this address. Check it for a typing error, or go on from here.</p>
<div class="go"><a class="btn act" href="$up">Lobby</a><a class="btn" href="${up}rules">Rules</a></div>
</section>
</main>
""")
"""What a page for addresses that do not exist contains. It needs no script."""


class Page(NamedTuple):
    """The parts of a page that differ from other pages."""

    title: str
    module: str
    """The module that draws the page."""
    styles: tuple[str, ...]
    """The page's own style sheets, in order. They follow those of all pages."""
    joined: bool = False
    """Whether the modules are joined into one file."""
    first: str = ""
    """A module that runs before all others, from a small file of its own, while the browser reads the joined file."""
    requests: tuple[str, ...] = ()
    """Paths that the page requests first. The browser requests them while it loads the modules."""
    tabs: bool = True
    """Whether phones show the links to other pages at the bottom."""


_STYLES = ("parts/tokens", "parts/base", "parts/cards", "parts/cloth", "parts/bar")
_SITE = "parts/site"
_FELT = ("table/felt/felt", "table/felt/areas", "table/felt/columns", "table/felt/others")
_SCREENS = tuple(f"table/screens/{each}" for each in ("phone", "tablet", "wide", "landscape", "steady"))
_LAST = ("table/felt/chips", "table/felt/layout", "table/felt/showdown", "table/tour", "table/motion")
_TABLE = ("table/table", *_FELT, "table/prompt/prompt", "parts/values", "table/drawer", *_SCREENS, *_LAST)
_DAILY = ("parts/values", "learn/daily/daily")
_STAFF = ("staff/staff", "staff/today/today")
_ME, _GAMES = "/api/v1/me", "/api/v1/games"
PAGES = {
    "index.html": Page("Lobby", "lobby/lobby.js", (_SITE, "lobby/lobby"), joined=True),
    "table.html": Page("Table", "table/table.js", _TABLE, joined=True, first="table/start.js", tabs=False),
    "account.html": Page("Account", "lobby/account.js", (_SITE,), requests=(_ME,)),
    "rules.html": Page("Rules", "rules/rules.js", (_SITE, "rules/rules"), requests=(_ME, _GAMES)),
    "history.html": Page(
        "History", "history/history.js", (_SITE, *_TABLE, "history/history", "fair/fair"), requests=(_ME, _GAMES)
    ),
    "trainer.html": Page(
        "Trainer", "learn/trainer.js", (_SITE, *_TABLE, "learn/trainer"), requests=("/api/v1/trainer",), tabs=False
    ),
    "daily.html": Page("Daily deal", "learn/daily/daily.js", (_SITE, *_DAILY), requests=(_ME,)),
    "progress.html": Page("Progress", "learn/daily/progress.js", (_SITE, *_DAILY), requests=(_ME,)),
    "review.html": Page("Review", "learn/review.js", (_SITE, "parts/values", "learn/review"), requests=(_ME,)),
    "together.html": Page(
        "Shared review", "learn/together.js", (_SITE, "parts/values", "learn/review", "learn/together"), requests=(_ME,)
    ),
    "offline.html": Page("Offline", "lobby/offline.js", (_SITE,)),
    "today.html": Page("Today", "staff/today/today.js", (_SITE, *_STAFF), requests=(_ME,)),
    "cage.html": Page("Cage", "staff/today/cage.js", (_SITE, *_STAFF), requests=(_ME,)),
    "floor.html": Page("Floor", "staff/floor/floor.js", (_SITE, "staff/staff"), requests=(_ME,)),
    "operator.html": Page("Operator", "staff/operator.js", (_SITE, "staff/staff"), requests=(_ME,)),
    "workshop.html": Page(
        "Workshop", "workshop/workshop.js", (_SITE, "rules/rules", "workshop/workshop"), requests=(_ME,)
    ),
    "auditor.html": Page("Audit", "staff/auditor.js", (_SITE, *_STAFF), requests=(_ME,)),
}
"""The pages by the name under which they are served. `index.html` and `table.html` contain the answers to their first
requests, so they list none."""


class File(NamedTuple):
    """A file that is served, plain and compressed."""

    type: str
    plain: bytes
    compressed: bytes
    tag: str
    """The entity tag, which changes with the content."""


@cache
def pages() -> Mapping[str, File]:
    """All files that are served, by name.

    >>> sorted(name for name in pages() if name.endswith(".html"))[:3]
    ['account.html', 'auditor.html', 'cage.html']
    """
    texts = _texts() | {name: _shell(page) for name, page in PAGES.items()}
    del texts[WORKER]
    return {name: _file(name, text) for name, text in texts.items()}


@cache
def worker() -> bytes:
    """The text of the service worker, with the version and the files that it stores."""
    where = f"{FILES}/{digest()}/"
    names = dict.fromkeys(("parts/theme.js", "icon.svg", "parts/install.js"))
    for each in (PAGES[name] for name in OFFLINE):
        names |= dict.fromkeys((_joined_name(each), each.module, *imports(each.module, _texts())))
    offline = json.dumps({"version": digest(), "files": [f"{where}{name}" for name in names]})
    return f"self.offline = {offline};\n".encode() + _texts()[WORKER]


@cache
def digest() -> str:
    """The digest of all files."""
    return sha256(b"".join(text for _, text in sorted(_texts().items()))).hexdigest()[:20]


@cache
def _texts() -> dict[str, bytes]:
    """The files of this folder and those below it, by their path, and the joined files of each page."""
    texts = dict(_served(files("cardroom.web.pages")))
    for page in PAGES.values():
        texts[_joined_name(page)] = b"".join(texts[f"{name}.css"] for name in _STYLES + page.styles)
        if page.first:
            early = _all_name(page.first)
            texts[early], texts[_all_name(page.module)] = split(page.first, page.module, early, texts)
        elif page.joined:
            texts[_all_name(page.module)] = joined(page.module, texts)
    return texts


def _served(folder: Traversable, path: str = "") -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _served(each, f"{path}{each.name}/")
        elif each.name.rpartition(".")[2] in TYPES and each.name != SHELL:
            yield path + each.name, each.read_bytes()


def _joined_name(page: Page) -> str:
    """The name of a page's joined style sheet."""
    return f"{page.module.removesuffix('.js')}.all.css"


def _all_name(module: str) -> str:
    """The name of the file of a module with all that it imports."""
    return f"{module.removesuffix('.js')}.all.js"


@cache
def _template() -> Template:
    return Template(files("cardroom.web.pages").joinpath(SHELL).read_text(encoding="utf-8"))


def _shell(page: Page) -> bytes:
    """The HTML of a page."""
    where = f"{FILES[1:]}/{digest()}/"
    body = ' class="has-tabs"' if page.tabs else ""
    links = "\n".join(_links(page, where))
    return _template().substitute(title=page.title, files=where, links=links, body=body).encode()


@cache
def missing(up: str) -> bytes:
    """The HTML of a page for addresses that do not exist. `up` leads from the address to the lobby: `./` or `../`."""
    where = f"{up}{FILES[1:]}/{digest()}/"
    style = f'<link rel="stylesheet" href="{where}{_joined_name(PAGES["offline.html"])}">'
    html = _template().substitute(title="Not found", files=where, links=style, body="").encode()
    start, end = html.index(b'<div id="root">'), html.index(b"</body>")
    return html[:start] + MISSING.substitute(up=up).encode() + html[end:]


def _links(page: Page, where: str) -> Iterator[str]:
    yield f'<link rel="stylesheet" href="{where}{_joined_name(page)}">'
    module = _all_name(page.module) if page.joined else page.module
    if page.first:
        yield f'<script type="module" src="{where}{_all_name(page.first)}"></script>'
    yield f'<script type="module" src="{where}{module}"></script>'
    for path in page.requests:
        yield f'<link rel="preload" as="fetch" href="{path}" crossorigin>'
    for name in imports(module, _texts()):
        yield f'<link rel="modulepreload" href="{where}{name}">'


def _file(name: str, text: bytes) -> File:
    compressed = gzip.compress(text, 9, mtime=0) if len(text) > SMALL else text
    return File(TYPES[name.rpartition(".")[2]], text, compressed, f'"{sha256(text).hexdigest()[:20]}"')
