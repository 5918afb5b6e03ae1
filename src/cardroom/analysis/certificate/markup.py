"""HTML and SVG elements as text. Content is escaped unless it is an element itself."""

from collections.abc import Iterable, Sequence
from html import escape

from cardroom.clean import visible

__all__ = ["MADE", "Child", "Markup", "element", "grid", "page"]

MADE = "<!DOCTYPE html>\n<!-- made by cardroom -->\n"
"""The beginning of each page. It shows that a file is ours and may be overwritten."""


class Markup(str):
    """Text that is already markup."""

    __slots__ = ()


Child = str | int | None | Iterable["Child"]
"""The content of an element: text, elements, or several of them. None is left out."""

EMPTY = {"meta", "br", "hr"}
"""Elements without content."""

BLOCKS = {"head", "meta", "title", "style", "body", "header", "main", "section", "footer", "nav", "div", "p", "pre"}
BLOCKS |= {"h1", "h2", "h3", "h4", "table", "thead", "tbody", "tr", "ul", "li", "dl", "details", "summary", "svg", "g"}
"""Elements followed by a line break, so that two pages can be compared line by line."""


def element(name: str, /, *children: Child, **attributes: str | float | None) -> Markup:
    r"""An element. `class_` is its class; attributes that are None are left out.

    >>> element("p", "1 < 2 & ", element("b", "so"), title='"')
    '<p title="&quot;">1 &lt; 2 &amp; <b>so</b></p>\n'
    """
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(visible(_short(value)))}"'
        for key, value in attributes.items()
        if value is not None
    )
    content = "" if name in EMPTY else f"{''.join(map(_text, children))}</{name}>"
    return Markup(f"<{name}{pairs}{'/' if name in EMPTY else ''}>{content}" + ("\n" if name in BLOCKS else ""))


def page(*children: Child) -> str:
    """A complete HTML page."""
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
    """Round coordinates to a tenth of a pixel, so that a page does not depend on the machine's last digits."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


IN_FORCE = element("small", "in force", class_="mark")


ACROSS = 10
"""Tables with so many columns are printed across the page."""


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
    """A table that scrolls on its own if it is wider than the page.

    The first `left` columns are text. `force` and `columns` are the rows and columns in force. `total` marks a last row
    of totals, and `wrap` a last text column of prose.
    """

    def kind(column: int) -> str | None:
        classes = {"left": 0 < column < left, "force": column in columns, "wrap": wrap and column == left - 1}
        return " ".join(name for name, applies in classes.items() if applies) or None

    def line(number: int, row: Sequence[Child]) -> Markup:
        cells = [element("td", cell, class_=kind(column)) for column, cell in enumerate(row) if column]
        last = total and number == len(rows) - 1
        marked = "force" if number in force else "total" if last else None
        return element("tr", element("th", row[0], IN_FORCE if number in force else None), cells, class_=marked)

    def heading(column: int, text: str) -> Markup:
        return element("th", text, IN_FORCE if column in columns else None, class_=kind(column))

    head = element("tr", (heading(column, text) for column, text in enumerate(headings)))
    body = element("tbody", (line(number, row) for number, row in enumerate(rows)))
    kind_of_table = "wide across" if len(headings) >= ACROSS else "wide"
    return element("div", element("table", element("thead", head), body), class_=kind_of_table)
