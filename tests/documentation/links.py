"""Find broken links in a built site, and anything that a page would load from another host."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src")}
"""Attributes that make a browser request something."""


class _Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str, str]] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            if name in ("href", "src") and value is not None:
                self.links.append((tag, name, value))


def problems(site: Path) -> list[str]:
    """Return one sentence for each broken link, missing anchor and request to another host."""
    pages = {file.resolve(): _Page(file.read_text()) for file in sorted(site.rglob("*.html"))}
    return [
        f"{file.relative_to(site.resolve())}: {each}"
        for file, page in pages.items()
        if file.name != "404.html"  # its links are absolute, for a server
        for each in dict.fromkeys(_of(file, page, pages))
    ]


def _of(file: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
    for tag, name, link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            if (tag, name) in LOADED and parts.scheme != "data":
                yield f"<{tag} {name}> loads {link} from another host"
            continue
        meant = (file.parent / unquote(parts.path)).resolve() if parts.path else file
        if meant.is_dir():
            meant /= "index.html"
        if not meant.exists():
            yield f"{link} leads nowhere"
        elif parts.fragment and meant in pages and unquote(parts.fragment) not in pages[meant].anchors:
            yield f"{link}: the page has no such heading"
