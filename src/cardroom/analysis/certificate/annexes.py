"""Further sections of a certificate's page: exposure, meters, an independent simulation, and the sign-off."""

from collections.abc import Iterator
from typing import Any

from cardroom.analysis.certificate.markup import Child, Markup, element, grid
from cardroom.analysis.report import is_estimate
from cardroom.money import dollars

__all__ = ["exposure_section", "meters_section", "sign_off_section", "simulation_section"]


def exposure_section(cert: dict[str, Any]) -> Iterator[Markup]:
    """What one spot can win and lose at the table maximum."""
    known = cert["exposure"]
    if not known["wagers"]:
        yield element("p", "No wager is made against a bank, so the house has no exposure.")
        return
    rows: list[list[Child]] = []
    for row in known["wagers"]:
        rows.append(
            [
                row["label"],
                dollars(row["most_cents"]),
                f"{row['most_won']['decimal']:+,g}",
                _money(row["most_won_cents"]["decimal"]),
                _one_in(row["probability"]),
                _money(-row["most_lost_cents"]["decimal"]),
                _money_figure(row["deviation_cents"]),
            ]
        )
    headings = ["Wager", "Maximum", "Best net in units", "Best net", "1 in", "Worst net", "Std. deviation"]
    yield grid(headings, rows)
    names = ("spot_most_won_cents", "spot_most_lost_cents", "table_most_won_cents", "table_most_lost_cents")
    won, lost, table_won, table_lost = (_money(known[name]["decimal"]) for name in names)
    about = f"One spot with every wager at its maximum wins at most {won} and loses at most {lost} in a round. "
    about += f"The {known['bettors']} spots that can bet against the bank win at most {table_won} together, and lose "
    about += f"at most {table_lost}. "
    about += "The standard deviation of all wagers of a spot together is at most "
    about += f"{_money_figure(known['spot_deviation_at_most_cents'])}: the sum of their deviations, reached only if "
    about += "they always win and lose together."
    yield element("p", about)
    yield element("p", _combined_words(known["combined"]))


def _combined_words(combined: dict[str, Any] | None) -> str:
    """How all wagers of a spot vary together, in words."""
    if combined is None:
        return (
            "For the standard deviation of all wagers together, only this bound is known. A certificate with a "
            "simulation has an estimate."
        )
    deviation = combined["deviation_cents"]
    if combined["method"] == "exact":
        most, worst = (_money(combined[name]["decimal"]) for name in ("most_won_cents", "most_lost_cents"))
        return (
            f"Counted over every deal, the standard deviation of all wagers together is {_money_figure(deviation)}. "
            f"Together they win at most {most} and lose at most {worst}."
        )
    return (
        f"Estimated from {deviation['rounds']:,} simulated rounds, the standard deviation of all wagers together is "
        f"{_money_figure(deviation)} (one standard error). Results too rare to occur in these rounds are missing from "
        f"the covariances."
    )


def meters_section(cert: dict[str, Any]) -> Iterator[Markup]:
    """The long-run return of each jackpot."""
    rows: list[list[Child]] = []
    for each in cert["jackpots"]:
        until = each["wagers_until_it_is_won"]
        rows.append(
            [
                each["label"],
                dollars(each["seed_cents"]),
                f"{100 * each['rate']['decimal']:.2f} %",
                f"{100 * each['return_at_seed']['decimal']:.4f} %",
                f"{100 * each['return_in_the_long_run']['decimal']:.4f} %",
                f"{until['decimal']:,.0f}" if until else "never",
            ]
        )
    headings = ["Jackpot", "Seed", "Rate", "Return at the seed", "Return in the long run", "Wagers until it is won"]
    yield grid(headings, rows)
    yield element("p", "In the long run, all that goes into a meter is paid out, and the seed with each full win.")


def simulation_section(cert: dict[str, Any]) -> Iterator[Markup]:
    """The simulated edges beside the exact ones."""
    known = cert["simulation"]
    about = f"{known['rounds']:,} rounds with the seed “{known['seed']}”, dealt one by one, "
    about += "settled by the same rules, and compared with the exact figures."
    yield element("p", about)
    rows: list[list[Child]] = []
    for each in known["wagers"]:
        exact, distance = each["exact_edge"], each["distance"]
        rows.append(
            [
                each["label"],
                _percent(each["edge"]["decimal"]),
                _percent(each["edge"]["standard_error"]),
                _percent(exact["decimal"]) if exact else "",
                "other play" if distance is None else f"{distance:+.2f}".replace("-", "−"),
            ]
        )
    yield grid(["Wager", "Simulated edge", "Standard error", "Exact edge", "Errors away"], rows)


def sign_off_section(cert: dict[str, Any]) -> Iterator[Markup]:
    """Lines for the names and signatures of those who checked the certificate."""
    yield element("p", "To be completed by the laboratory. The software signs nothing.")
    rows: list[list[Child]] = [[who, "", "", ""] for who in ("Prepared by", "Checked by", "Approved by")]
    yield grid(["", "Name and organization", "Date", "Signature"], rows, left=4)


def _one_in(share: dict[str, Any] | None) -> str:
    """How rare a result is. A result that is possible by the rules may have no known probability."""
    if share is None or is_estimate(share):
        return "not known" if share is None else f"about {1 / share['decimal']:,.0f}"
    return f"{1 / share['decimal']:,.0f}" if share["decimal"] else "never"


def _money_figure(cents: dict[str, Any]) -> str:
    """An amount; an estimate with its standard error."""
    error = f" ± {_money(cents['standard_error'])}" if is_estimate(cents) else ""
    return _money(cents["decimal"]) + error


def _money(cents: float) -> str:
    return f"−${-cents / 100:,.2f}" if cents < 0 else f"${cents / 100:,.2f}"


def _percent(share: float) -> str:
    return f"{100 * share:.4f} %".replace("-", "−")
