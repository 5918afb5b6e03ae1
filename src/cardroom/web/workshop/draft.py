"""A draft of a rule set: the changes that an operator makes to a rule set, as values, and as the text of a TOML file.

A draft holds data only. Every name in it is looked up in the rule set that it changes, and the text is read by the
same loader as any rule set file. So a draft that passes can be played, analyzed and certified.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from cardroom.analysis.report import odds_text
from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.games import game_of, layout
from cardroom.money import cents
from cardroom.play.game import Game
from cardroom.rankings import RANKINGS
from cardroom.rankings.named import OR_BETTER
from cardroom.rulebook import RuleSet, rule_set
from cardroom.rulebook.files import check_own_name
from cardroom.rulebook.loading import load
from cardroom.rulebook.schema import LOSES, Notice, PayTable
from cardroom.rulebook.toml_writer import toml_text

__all__ = ["NAMELESS", "CheckedDraft", "DraftProblem", "Limits", "RulesDraft", "SideBet", "check_draft", "check_name"]

NAMELESS = "draft"
"""The short name of a draft that has none yet."""
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])")
"""Names that Windows reserves."""
_POSTED = "posted at the table"
"""What a new bet cites."""

_Key = Annotated[str, Meta(max_length=64)]
_Text = Annotated[str, Meta(max_length=200)]
_Lines = Annotated[dict[_Key, _Text], Meta(max_length=40)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of one wager. An empty text leaves a limit as it is."""

    least: _Text = ""
    most: _Text = ""


class SideBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new side bet, which cards alone decide."""

    label: _Text
    cards: _Key
    """The group of cards that decides it."""
    ranking: _Key
    """The ranking that judges them."""
    lines: _Lines
    """What each hand pays."""
    folded: _Key = ""
    """What a fold does to it: "alive" or "dead". Empty in games without folds."""
    needs: _Key = ""
    """The wager beside which it is placed; empty for the first wager of the game."""
    least: _Text = ""
    most: _Text = ""

    @property
    def name(self) -> str:
        """Its name in the file.

        >>> SideBet("Hole Flush", "pocket", "two-card", {}).name
        'hole-flush'
        """
        return re.sub(r"[^a-z0-9]+", "-", self.label.lower()).strip("-")[:40].strip("-")


class RulesDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to a rule set. What is left out stays as it is."""

    game: _Key
    base: _Key
    """The rule set that it changes."""
    set: _Key = ""
    """Its own short name. It is needed to save it."""
    pays: Annotated[dict[_Key, _Lines], Meta(max_length=60)] = {}
    """New odds, by pay table and line."""
    house: Annotated[dict[_Key, _Text | bool | int], Meta(max_length=60)] = {}
    """House rules, by name."""
    limits: Annotated[dict[_Key, Limits], Meta(max_length=30)] = {}
    """Limits of wagers that have their own, by wager."""
    seats: Annotated[int, Meta(ge=0, le=30)] = 0
    """The number of seats; 0 leaves it as it is."""
    qualifies: _Text = ""
    """The lowest hand with which the dealer qualifies; empty leaves it as it is."""
    side_bets: Annotated[tuple[SideBet, ...], Meta(max_length=4)] = ()


class DraftProblem(msgspec.Struct, frozen=True):
    """Why a draft cannot be used."""

    field: str
    """The place in the draft, for example "pays/odds-win/flush"; empty if no single field is wrong."""
    why: str


class CheckedDraft(NamedTuple):
    """A draft after all checks."""

    base: RuleSet
    text: str
    """The file that it would be saved as; empty with problems."""
    game: Game | None
    """The game that it describes; None with problems."""
    problems: tuple[DraftProblem, ...]

    @property
    def playable(self) -> Game:
        """The game. Refuse a draft with problems."""
        if self.game is None:
            first = self.problems[0]
            raise InputError(f"{first.field + ': ' if first.field else ''}{first.why}")
        return self.game


def check_name(game: str, name: str) -> str:
    """Why a text cannot be the short name of a house's own rule set of a game; empty if it can.

    >>> check_name("razz", "riverside-2")
    ''
    >>> [bool(check_name("razz", each)) for each in ("", "../x", "a/b", "A", ".toml", "x" * 41, "nul", "wpt")]
    [True, True, True, True, True, True, True, True]
    """
    if not _NAME.fullmatch(name) or _DEVICES.fullmatch(name):
        return f"{quoted(name)} cannot be the name: write 1 to 40 of the characters a to z, 0 to 9 and -"
    return check_own_name(game, name)


def check_draft(draft: RulesDraft) -> CheckedDraft:
    """Check every field of a draft, then the rule set as a whole. Raises an error if there is no such base."""
    base = rule_set(draft.game, draft.base)
    problems: list[DraftProblem] = []
    if draft.set and (why := check_name(draft.game, draft.set)):
        problems.append(DraftProblem("set", why))
    table = _DraftWriter(draft, base, problems).table()
    if problems:
        return CheckedDraft(base, "", None, tuple(problems))
    text = toml_text(table)
    try:
        game = game_of(_loaded(draft, text))
    except InputError as error:
        return CheckedDraft(base, "", None, (_placed(draft, str(error)),))
    return CheckedDraft(base, text, game, ())


class _DraftWriter:
    """Writes the table of a draft's file, and notes the problems of single fields."""

    def __init__(self, draft: RulesDraft, base: RuleSet, problems: list[DraftProblem]) -> None:
        self.draft, self.base, self.problems = draft, base, problems

    def problem(self, field: str, why: object) -> None:
        self.problems.append(DraftProblem(field, str(why)))

    def table(self) -> dict[str, Any]:
        draft, base = self.draft, self.base
        table: dict[str, Any] = {"extends": base.rules}
        if draft.seats and draft.seats != base.seats.most:
            table["seats"] = {"most": draft.seats}
        if draft.qualifies and draft.qualifies != (base.dealer.qualifies if base.dealer else ""):
            table["dealer"] = {"qualifies": draft.qualifies.strip()}
            if base.display:
                table["display"] = [self._notice(each) for each in base.display]
        wagers: dict[str, Any] = dict(self._limits())
        pay: dict[str, Any] = {name: {"lines": lines} for name, lines in self._pays() if lines}
        for place, bet in enumerate(draft.side_bets):
            self._side_bet(f"side_bets/{place}", bet, wagers, pay)
        if wagers:
            table["wager"] = wagers
        if pay:
            table["pay"] = pay
        if base.order and (new := [name for name in wagers if name not in base.wager]):
            table["order"] = {"wagers": [*base.order.wagers, *new]}
        if settings := dict(self._settings()):
            table["settings"] = settings
        return table

    def _notice(self, notice: Notice) -> dict[str, Any]:
        """A text for the display. One that names the printed qualifier names the new one instead."""
        old = self.base.dealer.qualifies if self.base.dealer else ""
        if old and old in notice.text.lower():
            new = self.draft.qualifies.strip().removesuffix(OR_BETTER)
            return {"text": f"The dealer qualifies with {new} or better", "cite": _POSTED}
        same: dict[str, Any] = msgspec.to_builtins(notice)
        return same

    def _pays(self) -> Iterator[tuple[str, dict[str, str]]]:
        for name, lines in self.draft.pays.items():
            if name not in self.base.pay:
                self.problem(f"pays/{name}", f"there is no pay table {quoted(name)}")
                continue
            known, changed = self.base.pay[name], {}
            for line, text in lines.items():
                if line not in known.lines:
                    self.problem(f"pays/{name}/{line}", f"the table has no line {quoted(line)}")
                elif (odds := self._odds(f"pays/{name}/{line}", text, known, line)) not in _same(known, line):
                    changed[line] = odds
            yield name, changed

    def _odds(self, field: str, text: str, table: PayTable, line: str) -> str:
        text = {"push": "pushes", "lose": LOSES, "": LOSES}.get(text.strip().lower(), text)
        try:
            return odds_text("", text, table, line)
        except InputError as error:
            self.problem(field, str(error).removeprefix(": "))
            return LOSES

    def _settings(self) -> Iterator[tuple[str, Any]]:
        for name, value in self.draft.house.items():
            rule = self.base.house_rules.get(name)
            if rule is None:
                self.problem(f"house/{name}", f"this game has no house rule {quoted(name)}")
                continue
            try:
                checked = rule.check(name, value)
            except ValueError as error:
                self.problem(f"house/{name}", str(error).removeprefix(f"house rule {name}: "))
                continue
            if checked != self.base.house(name):
                yield name, checked if isinstance(checked, bool) or not rule.money[0] else rule.written(checked)

    def _limits(self) -> Iterator[tuple[str, dict[str, str]]]:
        for name, limits in self.draft.limits.items():
            if name not in self.base.wager:
                self.problem(f"limits/{name}", f"there is no wager {quoted(name)}")
            elif changed := {
                key: text
                for key, text in self._ends(f"limits/{name}", limits).items()
                if text != getattr(self.base.wager[name], key)
            }:
                yield name, changed

    def _ends(self, field: str, limits: Limits | SideBet) -> dict[str, str]:
        given = {key: text for key, text in (("least", limits.least.strip()), ("most", limits.most.strip())) if text}
        amounts = {}
        for key, text in given.items():
            try:
                amounts[key] = cents(text)
            except InputError as error:
                self.problem(f"{field}/{key}", error)
        if len(amounts) == 2 and amounts["least"] > amounts["most"]:
            self.problem(f"{field}/most", f"the most must be at least the least: {given['least']} or more")
        return given

    def _side_bet(self, field: str, bet: SideBet, wagers: dict[str, Any], pay: dict[str, Any]) -> None:
        table, name = layout(self.base), bet.name
        if not name or not bet.label.isprintable():
            self.problem(f"{field}/label", "give the bet a name, with letters or digits")
            return
        if name in self.base.wager or name in self.base.pay or name in wagers:
            self.problem(f"{field}/label", f"{quoted(bet.label)} is taken: choose a different name")
            return
        if bet.ranking not in RANKINGS:
            self.problem(f"{field}/ranking", f"there is no ranking {quoted(bet.ranking)}")
            return
        first = next((each for each in self.base.wager if each in table.wagers), "")
        wager = {"label": bet.label.strip(), "needs": [bet.needs or first], "cards": bet.cards, "pays": name}
        wager |= {"folded": bet.folded} if bet.folded else {}
        wagers[name] = wager | self._ends(field, bet) | {"cite": _POSTED}
        blank = PayTable(bet.label, {})
        lines = {
            line: odds
            for line, text in bet.lines.items()
            if (odds := self._odds(f"{field}/lines/{line}", text, blank, line)) != LOSES
        }
        if not lines:
            self.problem(f"{field}/lines", "write what at least one hand pays, for example 3 to 1")
        pay[name] = {"title": bet.label.strip(), "ranking": bet.ranking, "cite": _POSTED, "lines": lines}


def _same(table: PayTable, line: str) -> tuple[str, str]:
    """What a line pays, as printed and as it is written here: 1.5 to 1 is 3 to 2."""
    return table.lines[line], str(table.odds(line) or table.lines[line])


def _loaded(draft: RulesDraft, text: str) -> RuleSet:
    """Load the text as if it were in the game's folder. The folder is temporary and has no other files."""
    with tempfile.TemporaryDirectory(prefix="cardroom-") as folder:
        path = Path(folder) / draft.game / f"{draft.set or NAMELESS}.toml"
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
        return load(path, draft.game)


# -- problems ---------------------------------------------------------------------------------------------------------


def _placed(draft: RulesDraft, message: str) -> DraftProblem:
    """The loader's error, with the field of the draft that it is about."""
    why = message.removeprefix(f"{draft.set or NAMELESS}.toml: ").removeprefix("settings: ")
    bets = {bet.name: place for place, bet in enumerate(draft.side_bets)}
    if match := re.match(r"house rule (\w+): ", why):
        return DraftProblem(f"house/{match[1]}", why[match.end() :])
    for start, field in (("seats.most: ", "seats"), ("dealer.qualifies: ", "qualifies"), ("dealer: ", "qualifies")):
        if why.startswith(start):
            return DraftProblem(field, why.removeprefix(start))
    if match := re.match(r"(wager|pay)\.([^.:]+)(?:\.(\w+))?(?:\.(?:'([^']*)'|([^:]*)))?: ", why):
        part, name, key, line = match[1], match[2], match[3] or "", match[4] or match[5] or ""
        rest = why[match.end() :]
        if name in bets:
            within = {"pays": "lines", "": "label", "title": "label"}.get(key, key)
            return DraftProblem(f"side_bets/{bets[name]}/{within}{'/' + line if line else ''}", rest)
        if part == "pay" and line:
            return DraftProblem(f"pays/{name}/{line}", rest)
        if part == "wager" and key in ("least", "most"):
            return DraftProblem(f"limits/{name}/{key}", rest)
    return DraftProblem("", why)
