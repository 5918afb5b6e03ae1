"""The results section of a certificate's page, wager by wager."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cardroom.analysis.certificate.markup import Child, Markup, element, grid
from cardroom.analysis.certificate.svg import PlotBar, bars, distribution
from cardroom.analysis.certificate.value import place
from cardroom.analysis.report import is_estimate
from cardroom.money import dollars

__all__ = [
    "STAR",
    "contribution_text",
    "counts_section",
    "notes",
    "percent",
    "percent_figure",
    "results_section",
    "return_text",
]

ResultTable = dict[str, Any]
"""A wager's figures under one of its pay tables, as in the certificate."""

STAR = "*"
"""Marks a wager that has a note."""


def results_section(cert: dict[str, Any]) -> Iterator[Markup]:
    """A summary of all wagers, then each in full; for a game without a bank, the frequencies of hands."""
    if cert["hands"]:
        yield from _hands(cert)
        return
    rows: list[list[Child]] = []
    for wager in cert["wagers"]:
        for table in wager["tables"]:
            if table["in_force"]:
                figures = [_edge(table), return_text(table), percent_figure(table["hit_frequency"])]
                name = element("a", wager["label"], href=f"#wager-{wager['wager']}")
                small = element("small", named) if (named := _table_name(wager, table).removeprefix(", ")) else None
                star = STAR if table["note"] else None
                rows.append([(name, star, small), *figures, short(table["standard_deviation"])])
    yield element("p", "Under the house rules in force, per unit of each wager:")
    yield grid(["Wager", "Edge", "Return", "Hit frequency", "Std. deviation"], rows)
    yield from notes(cert)
    for wager in cert["wagers"]:
        yield element("h3", wager["label"], id=f"wager-{wager['wager']}")
        yield element("p", f"{_about(cert, wager)} {wager['method']}", class_="soft small")
        yield from _wager(wager)


def _hands(cert: dict[str, Any]) -> Iterator[Markup]:
    yield element("p", "Players play against each other, so no wager has a house edge.")
    for hands in cert["hands"]:
        yield element("h3", hands["title"])
        counted = "equally likely deals, counted exactly" if hands["exact"] else "simulated hands, with standard errors"
        yield element("p", f"{hands['deals']:,} {counted}. {hands['note']}", class_="soft small")
        rows: list[list[Child]] = []
        for row in hands["lines"]:
            share = row["probability"]["decimal"]
            last = f"{1 / share:,.1f}" if share else "never"
            rows.append([row["line"], f"{row['deals']:,}", f"{share:.8f}", last])
            if not hands["exact"]:
                rows[-1].append(f"{row['probability']['standard_error']:.8f}")
        headings = ["Hand", "Hands", "Probability", "1 in", *(["Standard error"] if not hands["exact"] else [])]
        yield grid(headings, rows)
    if cert["collection"]:
        yield element("h3", "Collection")
        pace = cert["collection"][0]["hands_an_hour"]
        about = f"At {pace} hands an hour, if every hand goes to the end and all players win equally often."
        yield element("p", about, class_="soft small")
        costs: list[list[Child]] = []
        for each in cert["collection"]:
            amounts = (each[name]["decimal"] / 100 for name in ("player_hand_cents", "player_hour_cents"))
            costs.append([str(each["players"]), *(f"${amount:,.2f}" for amount in amounts)])
        yield grid(["Players", "Each player, a hand", "Each player, an hour"], costs)


def notes(cert: dict[str, Any]) -> Iterator[Markup]:
    """The notes on wagers in force that are marked with a star."""
    for wager in cert["wagers"]:
        for table in wager["tables"]:
            if table["in_force"] and table["note"]:
                yield element("p", f"{STAR} {wager['label']}: {table['note']}", class_="small")


def _wager(wager: dict[str, Any]) -> Iterator[Markup]:
    tables: list[ResultTable] = wager["tables"]
    force = next((table for table in tables if table["in_force"]), tables[0])
    if not force["in_force"]:
        yield element("p", f"These figures are for {force['table']}, which is not in force.")
    if force["note"]:
        yield element("p", force["note"])
    if len(tables) > 1:
        yield element("h4", f"Edge by {wager['varies_by']}")
        edges = [PlotBar(each["table"], each["edge"]["decimal"], _edge(each), each["in_force"]) for each in tables]
        yield bars(edges, f"{wager['label']}: edge by {wager['varies_by']}")
    yield _figures(wager, tables)
    if any(table["jackpot"] for table in tables):
        yield element("h4", "The meter")
        yield _jackpots(tables)
    if force["decisions"]:
        yield element("h4", f"How often each decision is best{_table_name(wager, force)}")
        shares = {name: share["decimal"] for name, share in force["decisions"].items()}
        rows = [PlotBar(name, share, percent(share), True) for name, share in shares.items()]
        yield bars(rows, f"{wager['label']}: decisions", most=1)
    if force["strategy"]:
        yield element("h4", f"Best strategy{_table_name(wager, force)}")
        yield element("ul", (element("li", line) for line in force["strategy"]), class_="plain")
    yield element("h4", f"Net results{_table_name(wager, force)}")
    results = [(each["net"]["decimal"], each["probability"]["decimal"]) for each in force["distribution"]]
    yield distribution(results, f"{wager['label']}: probability of each net result")
    yield _key()
    if known := next((share for each in force["distribution"] if is_estimate(share := each["probability"])), None):
        about = f"Estimated: the results of outcomes “on average” come from {known['rounds']:,} simulated rounds with "
        yield element("p", f"{about}the seed “{known['seed']}”.", class_="small")
    counts = element("a", "Appendix: counts", href=f"#counts-{wager['wager']}")
    yield element("p", "Combinations, probability and pay of every line: ", counts, ".", class_="small")


def counts_section(cert: dict[str, Any]) -> Iterator[Markup]:
    """How often each hand occurs and what it pays: every line of every wager."""
    for wager in cert["wagers"]:
        yield element("h3", wager["label"], id=f"counts-{wager['wager']}")
        yield from _parts(wager, wager["tables"]) if wager["parts"] else _lines(wager["tables"])


def _about(cert: dict[str, Any], wager: dict[str, Any]) -> str:
    """The number of deals, and where the pay tables are printed."""
    tables: list[ResultTable] = wager["tables"]
    deals = " or ".join(dict.fromkeys(f"{table['deals']:,}" for table in tables))
    places: dict[tuple[str, str], list[str]] = {}
    for table in tables:
        for pays in table["pay_tables"]:
            ids = places.setdefault((pays["title"], place(cert, pays["cite"])), [])
            if pays["id"] not in (*ids, "", place(cert, pays["cite"])):
                ids.append(pays["id"])
    paid = [
        title + (f" {', '.join(ids)}" if ids else "") + (f" ({cite})" if cite != title else "")
        for (title, cite), ids in places.items()
    ]
    return f"Per unit of the {wager['of']}; counted over {deals} equally likely deals. Paid by: {'; '.join(paid)}."


def _figures(wager: dict[str, Any], tables: Sequence[ResultTable]) -> Markup:
    """The figures of a wager, one row for each pay table."""
    added = any(table["average_wager"]["exact"] != "1/1" for table in tables)
    headings = [wager["varies_by"].capitalize() if len(tables) > 1 else "Wager", "Edge", "Return"]
    headings += ["Average wager", "Element of risk"] if added else []
    rows: list[list[Child]] = []
    shown: list[ResultTable | None] = []  # the table of each row, None for a row of best play
    for table in tables:
        shown += [table, None] if table["best_play"] else [table]
        row: list[Child] = [table["table"] or wager["label"]]
        row += [(_edge(table), _exact(table["edge"])), return_text(table)]
        if added:
            row += [short(table["average_wager"]), percent(table["element_of_risk"]["decimal"])]
        row += [percent_figure(table["hit_frequency"])]
        row += [short(table[name]) for name in ("variance", "standard_deviation", "volatility_index")]
        rows.append(row)
        if best := table["best_play"]:
            rows.append(_best_play(best, added))
    headings += ["Hit frequency", "Variance", "Std. deviation", "Volatility index"]
    force = [number for number, table in enumerate(shown) if table and _is_marked(table, tables)]
    return grid(headings, rows, force=force)


def _best_play(best: dict[str, Any], added: bool) -> list[Child]:
    """The row of a player who folds as the base game's best strategy does."""
    row: list[Child] = ["under the base game's best strategy", (_edge(best), _exact(best["edge"]))]
    row += [return_text(best), *["", ""] * added, percent_figure(best["hit_frequency"])]
    return row + [short(best[name]) for name in ("variance", "standard_deviation", "volatility_index")]


def _jackpots(tables: Sequence[ResultTable]) -> Markup:
    rows: list[list[Child]] = []
    for table in tables:
        if jackpot := table["jackpot"]:
            share = jackpot["meter_share"]
            row: list[Child] = [table["table"] or "Jackpot"]
            row += [dollars(jackpot["wager_cents"]), dollars(jackpot["meter_cents"])]
            row += [(f"{100 * share['decimal']:.8f} %", _exact(share))]
            row += [percent(jackpot["return_from_meter"]["decimal"])]
            row += [dollars(round(jackpot["break_even_meter_cents"]["decimal"]))]
            rows.append(row)
    headings = ["Pay table", "Wager", "Meter at its seed", "Meter share", "Return from the meter", "Break-even meter"]
    return grid(headings, rows)


# -- lines ------------------------------------------------------------------------------------------------------


def _lines(tables: Sequence[ResultTable]) -> Iterator[Markup]:
    """The probability and the pay of each line. Pay tables with equal counts are shown side by side."""
    groups: dict[tuple[tuple[str, int], ...], list[ResultTable]] = {}
    for table in tables:
        counts = sorted((row["line"], row["combinations"]) for row in table["outcomes"])
        groups.setdefault(tuple(counts), []).append(table)
    yield element("h4", "Pay lines: combinations, probability, pay and contribution to the net result")
    for group in groups.values():
        if len({row["line"] for row in group[0]["outcomes"]}) < len(group[0]["outcomes"]):
            yield from (_ends(table["outcomes"], table["deals"]) for table in group)
        else:
            yield _side_by_side(group, len(tables) > 1)


def _side_by_side(tables: Sequence[ResultTable], several: bool) -> Markup:
    headings = ["Line", "Combinations", "Probability", "1 in", *(table["table"] or "Pays" for table in tables)]
    by_line = [{row["line"]: row for row in table["outcomes"]} for table in tables]
    rows: list[list[Child]] = []
    for row in tables[0]["outcomes"]:
        same = [each[row["line"]] for each in by_line]
        free = [table["return"] is None for table in tables]
        cells = [(_pays(*each), element("small", _return(each[0]))) for each in zip(same, free, strict=True)]
        rows.append([row["line"], *_often(row), *cells])
    total = [element("small", contribution_text(-table["edge"]["decimal"])) for table in tables]
    rows.append(["all", f"{tables[0]['deals']:,}", "1", "", *total])
    marks = [4 + number for number, table in enumerate(tables) if table["in_force"] and several]
    return grid(headings, rows, total=True, columns=marks)


def _parts(wager: dict[str, Any], tables: Sequence[ResultTable]) -> Iterator[Markup]:
    """The ends of each of several wagers that are played together. Tables not in force are collapsed."""
    for table in sorted(tables, key=lambda each: not each["in_force"]):
        named = _table_name(wager, table)
        parts: list[Markup] = []
        for name, rows in table["lines"].items():
            parts += [element("h4", f"{wager['parts'][name]}: results{named}"), _ends(rows, table["deals"])]
        together = [element("h4", f"All wagers together{named}"), _ends(table["outcomes"], table["deals"])]
        if table["in_force"]:
            yield from parts
            yield element("details", element("summary", f"Every result{named}"), together)
        else:
            yield element("details", element("summary", f"Lines and every result{named}"), parts, together)


def _ends(outcomes: Sequence[dict[str, Any]], deals: int) -> Markup:
    """One row for each result, with its decision and its units where they differ."""
    decisions = any(row["decision"] for row in outcomes)
    units = any(row["wagered"]["exact"] != "1/1" for row in outcomes)
    headings = ["Result", *["Decision"] * decisions, "Pays", *["Units"] * units, "Net"]
    rows: list[list[Child]] = []
    for row in outcomes:
        cells = [row["line"], *[row["decision"]] * decisions, row["pays"], *[f"{row['wagered']['decimal']:g}"] * units]
        net = row["net"]["decimal"]
        rows.append([*cells, f"{net:+,g}".replace("-", "−") if net else "0", *_often(row), _return(row)])
    back = contribution_text(sum(row["return"]["decimal"] for row in outcomes))
    rows.append(["all", *[""] * (len(headings) - 1), f"{deals:,}", "1", "", back])
    headings += ["Combinations", "Probability", "1 in", "Contribution"]
    return grid(headings, rows, left=2 if decisions else 1, total=True)


# -- words and numbers ------------------------------------------------------------------------------------------


def percent(share: float) -> str:
    """A share in per cent, with four decimals and a true minus sign.

    >>> percent(-0.0144104)
    '−1.4410 %'
    """
    return f"{100 * share:.4f} %".replace("-", "−")


def return_text(table: ResultTable) -> str:
    """The return in per cent; a dash if nothing is staked."""
    return percent(table["return"]["decimal"]) if table["return"] else "–"


def contribution_text(number: float) -> str:
    """A contribution to the net result, with six decimals."""
    return f"{number:+.6f}".replace("-", "−")


def percent_figure(share: dict[str, Any]) -> Child:
    """A share in per cent; an estimate with its standard error."""
    return _with_error(percent(share["decimal"]), share, lambda error: f"{100 * error:.4f} %")


def short(number: dict[str, Any]) -> Child:
    """A number with four decimals; an estimate with its standard error."""
    return _with_error(f"{number['decimal']:,.4f}", number, lambda error: f"{error:,.4f}")


def _with_error(text: str, number: dict[str, Any], words: Callable[[float], str]) -> Child:
    return (text, element("small", f"± {words(number['standard_error'])}")) if is_estimate(number) else text


def _is_marked(table: ResultTable, tables: Sequence[ResultTable]) -> bool:
    return table["in_force"] and len(tables) > 1


def _table_name(wager: dict[str, Any], table: ResultTable) -> str:
    """The name of a table, if there are several."""
    if len(wager["tables"]) == 1:
        return ""
    return f", pay table {table['table']}" if wager["varies_by"] == "pay table" else f", {table['table']}"


def _edge(table: ResultTable) -> str:
    return percent(table["edge"]["decimal"])


def _exact(number: dict[str, Any]) -> Markup:
    return element("small", number["exact"], class_="exact")


def _pays(row: dict[str, Any], free: bool) -> str:
    return row["pays"] or ("loses" if row["net"]["decimal"] < 0 else "nothing" if free else "pushes")


def _often(row: dict[str, Any]) -> list[str]:
    share = row["probability"]["decimal"]
    return [f"{row['combinations']:,}", f"{share:.8f}", f"{1 / share:,.1f}" if share else "never"]


def _return(row: dict[str, Any]) -> str:
    return contribution_text(row["return"]["decimal"])


def _key() -> Markup:
    marks = [(element("i", class_=name), says) for name, says in (("win", "wins"), ("push", "even"), ("loss", "loses"))]
    return element(
        "p",
        marks,
        element("span", "Net result in units. Axes with very large or very rare results are logarithmic."),
        class_="key",
    )
