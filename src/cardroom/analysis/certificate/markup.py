"""Elements of a page as text: whatever is put into one is escaped, unless it is an element itself."""

from collections.abc import Iterable, Sequence
from html import escape

from cardroom.clean import visible

__all__ = ["MADE", "Child", "Markup", "element", "grid", "page"]

MADE = "<!DOCTYPE html>\n<!-- made by cardroom -->\n"
"""How each page begins, so that it is known for one of ours when another is to take its place."""


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


Child = str | int | None | Iterable["Child"]
"""What an element may hold: text, elements, several of them; None is nothing."""

EMPTY = {"meta", "br", "hr"}
"""Elements that hold nothing."""

BLOCKS = {"head", "meta", "title", "style", "body", "header", "main", "section", "footer", "nav", "div", "p", "pre"}
BLOCKS |= {"h1", "h2", "h3", "h4", "table", "thead", "tbody", "tr", "ul", "li", "dl", "details", "summary", "svg", "g"}
"""Elements after which a new line begins, so that two pages can be compared line by line."""


def element(name: str, /, *children: Child, **attributes: str | float | None) -> Markup:
    r"""An element; `class_` is its class, and an attribute of None is left out.

    >>> element("p", "1 < 2 & ", element("b", "so"), title='"')
    '<p title="&quot;">1 &lt; 2 &amp; <b>so</b></p>\n'
    """
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(visible(_short(value)))}"'
        for key, value in attributes.items()
        if value is not None
    )
    held = "" if name in EMPTY else f"{''.join(map(_text, children))}</{name}>"
    return Markup(f"<{name}{said}{'/' if name in EMPTY else ''}>{held}" + ("\n" if name in BLOCKS else ""))


def page(*children: Child) -> str:
    """A whole HTML page."""
    return f"{MADE}{element('html', *children, lang='en')}\n"


def _text(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Markup):
        return str(child)
    if isinstance(child, str | int):
        return escape(visible(str(child), keep="\n"))
    return "".join(map(_text, child))


def _short(value: str | float) -> str:
    """Coordinates to a tenth of a pixel: a machine's last digits must not show in a page."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


IN_FORCE = element("small", "in force", class_="mark")


def grid(
    headings: Sequence[str],
    rows: Sequence[Sequence[Child]],
    *,
    left: int = 1,
    force: Sequence[int] = (),
    columns: Sequence[int] = (),
    total: bool = False,
    wrap: bool = False,
) -> Markup:
    """A table that scrolls by itself where it is wider than the page.

    `left` columns are text; rows or columns in force are marked; a last row of totals and a last column of prose too.
    """

    def kind(column: int) -> str | None:
        said = {"left": 0 < column < left, "force": column in columns, "wrap": wrap and column == left - 1}
        return " ".join(name for name, holds in said.items() if holds) or None

    def line(number: int, row: Sequence[Child]) -> Markup:
        cells = [element("td", cell, class_=kind(column)) for column, cell in enumerate(row) if column]
        last = total and number == len(rows) - 1
        marked = "force" if number in force else "total" if last else None
        return element("tr", element("th", row[0], IN_FORCE if number in force else None), cells, class_=marked)

    def heading(column: int, text: str) -> Markup:
        return element("th", text, IN_FORCE if column in columns else None, class_=kind(column))

    head = element("tr", (heading(column, text) for column, text in enumerate(headings)))
    body = element("tbody", (line(number, row) for number, row in enumerate(rows)))
    return element("div", element("table", element("thead", head), body), class_="wide")
