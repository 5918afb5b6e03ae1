"""Where the program says that figures are exact, the sentence follows from the types of these figures."""

import ast
import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

import cardroom
from cardroom.analysis.certificate.document import _exactness as certificate_words
from cardroom.analysis.certificate.methods import method
from cardroom.analysis.report.reports import Sample
from cardroom.analysis.store import report_in_force
from cardroom.cli.prove import analyze, count
from cardroom.figures import Estimate, Root, Rounded, how_known
from cardroom.rulebook import rule_set

SOURCE = Path(cardroom.__file__).parent
CLAIM = re.compile(
    r"(all|every)( other)? (figure|number|edge|value)s?\b[^.]{0,30}\bexact|others? (is|are) exact"
    r"|\b(edges|costs|values|figures|variance|results) (is|are) exact|nothing is simulated"
    r"|exact average|\(exact\)|, exact\b",
    re.IGNORECASE,
)
DERIVED = {
    "analysis/certificate/document.py": {"_exactness"},
    "analysis/certificate/methods.py": {""},
    "cli/prove/analyze.py": {"_exactness"},
    "cli/prove/coverage.py": {"_print"},
}
"""The functions that say so, each of which a test below gives an estimate. The methods are chosen by `method`."""
TYPED = {
    "analysis/games.py": "edge and variance of a report are fractions",
    "analysis/twenty_one/base.py": "the note is that of a report with a sample, whose edge and variance are fractions",
    "analysis/design/tables.py": "the search refuses an edge that is no fraction",
}
"""Texts on method, which speak of figures that are fractions by their declared type."""
AN_ESTIMATE = Estimate(0.5, 0.1, 9, "any text")


def claims(path):
    """The functions of a module with a text that says exact, docstrings aside; an empty name at the top."""
    text = path.read_text(encoding="utf-8")
    if not CLAIM.search(" ".join(re.sub(r'"\s*f?"', "", text).split())):  # parsing every module would take long
        return set()
    tree = ast.parse(text)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}

    def walk(node, owner):
        for child in ast.iter_child_nodes(node):
            inner = child.name if isinstance(child, ast.FunctionDef) else owner
            if isinstance(child, ast.Constant) and isinstance(child.value, str) and id(child) not in prose:
                if CLAIM.search(" ".join(child.value.split())):
                    yield owner
            else:
                yield from walk(child, inner)

    return set(walk(tree, ""))


def test_every_sentence_that_says_exact_is_known_here():
    found = {str(path.relative_to(SOURCE)): names for path in sorted(SOURCE.rglob("*.py")) if (names := claims(path))}
    assert {name: names for name, names in found.items() if name not in TYPED} == DERIVED
    assert TYPED.keys() <= found.keys()


def test_the_word_for_several_figures_is_that_of_the_worst():
    assert how_known([Fraction(1, 2), Root((Fraction(2),))]) == "exact"
    assert how_known([Fraction(1, 2), Rounded(0.5, 1e-9)]) == "rounded"
    assert how_known([Rounded(0.5, 1e-9), AN_ESTIMATE, Fraction(1)]) == "estimated"


@pytest.fixture
def report():
    return report_in_force(cardroom.game("ez-baccarat"))


def estimated(report):
    """The report with one outcome that is an average, so that its hit frequency is an estimate."""
    first = report.wagers[0]
    averaged = msgspec.structs.replace(first.outcomes[0], square=Fraction(1))
    sample = Sample(((Fraction(1), 5), (Fraction(-1), 4)), 9, "any text", Fraction(-1), Fraction(1))
    changed = msgspec.structs.replace(first, outcomes=(averaged, *first.outcomes[1:]), sample=sample)
    return msgspec.structs.replace(report, wagers=(changed, *report.wagers[1:]))


def test_the_terminal_says_exact_only_of_exact_reports(report):
    assert analyze._exactness(report).startswith("All figures are exact")
    assert "All figures are exact" not in analyze._exactness(estimated(report))


@pytest.mark.parametrize("section", ["wagers", "exposure", "returns", "simulation"])
def test_the_certificate_says_exact_only_without_estimates(section):
    known = {"hands": [], "wagers": [], "exposure": {"combined": None}, "returns": [], "simulation": None, "hold": []}
    assert certificate_words(known) == "Every figure here is exact, computed over all deals. Nothing is simulated."
    figures = {"edge": {"decimal": 0.5, "standard_error": 0.1, "rounds": 9, "seed": "any text"}}
    guesses = {"wagers": [{"label": "Ante", "tables": [figures]}], "exposure": {"combined": figures}}
    words = certificate_words(known | {section: guesses.get(section, figures)})
    assert words.startswith("Estimates, with standard errors: ")
    assert "Nothing is simulated" not in words


def test_the_method_says_exact_only_without_estimates():
    rules = rule_set("ez-baccarat")
    assert any(each.startswith("Every figure of a wager is exact.") for each in method(rules))
    guessed = list(method(rules, estimated="hit frequency of Ante"))
    assert not any("is exact." in each for each in guessed)
    assert any("estimates: hit frequency of Ante" in each for each in guessed)


def test_an_edge_without_cards_is_called_what_it_is(capsys):
    playing = SimpleNamespace(slope=0)
    effects = SimpleNamespace(value=Fraction(0), each=(Fraction(0),))
    for edge, word in ((Fraction(1, 8), "exact"), (AN_ESTIMATE, "estimated")):
        remaining = SimpleNamespace(edge=edge, by_count=None, true_count=None)
        rest = SimpleNamespace(label="Any", effects=effects, best=None, playing=playing, rate=None)
        wager = SimpleNamespace(**vars(rest), remaining=remaining)
        count._print_wager(wager, 4)
        assert f"), {word}." in capsys.readouterr().out.replace("\n", " ")
