"""A submission as one plain value, for JSON."""

import json
from typing import Any

from cardroom.analysis import has_report
from cardroom.analysis.certificate import certificate
from cardroom.analysis.engine import Engine
from cardroom.analysis.store import stored_analysis
from cardroom.clauses import clauses_of
from cardroom.play import Game
from cardroom.rulebook.house_rules import NO_DOCUMENT
from cardroom.show.rules import silent_choices
from cardroom.submission.chapter import chapter, functions, scores
from cardroom.submission.departures import departures
from cardroom.submission.played import PlayedRounds
from cardroom.submission.readings import readings_of
from cardroom.version import version

__all__ = ["FORMAT", "submission", "to_json"]

FORMAT = "cardroom-submission-1"


def submission(
    game: Game, played: PlayedRounds, stacks: dict[int, int], compared: int, seed: str, engine: Engine, date: str
) -> dict[str, Any]:
    """Assemble everything about a game. `compared` rounds value a departure that has no exact worth."""
    rules = game.rules
    rows = chapter(rules)
    reading = _reading(game)
    return {
        "format": FORMAT,
        "game": game.slug,
        "name": rules.name,
        "rules": rules.rules,
        "document": "" if rules.id == NO_DOCUMENT else rules.source.document,
        "id": rules.id,
        "section": rules.source.section,
        "digest": rules.digest,
        "script": game.version,
        "program": version(),
        "date": date,
        "seed": seed,
        "chapter": rows,
        "functions": functions(rules),
        "reading": reading,
        "rulings": [
            {"section": part["title"], "rule": row["rule"], "says": row["says"], "why": row["why"]}
            for part in rows
            for row in part["rules"]
            if row["standing"] == "ruling"
        ],
        "departures": departures(game, stacks, compared, seed),
        "clauses": _clauses(game, played),
        "mutation": scores(rules),
        "exact": certificate(game, stored_analysis(game, engine)) if has_report(rules) else None,
        "rounds": [
            {
                "number": each.number,
                "shuffle": each.record.opening.shuffle,
                "net": dict(each.record.outcome.net),
                "record": each.record.hash,
                "events": each.events,
            }
            for each in played.resettled
        ],
        "questions": _questions(game, reading),
    }


def to_json(made: dict[str, Any]) -> str:
    """The submission as JSON, the same for the same value."""
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _reading(game: Game) -> dict[str, Any] | None:
    found = readings_of(game.rules)
    if found is None:
        return None
    facts = [
        {
            "id": each.id,
            "value": each.value,
            "cite": each.cite,
            "compared_with": each.looks_at,
            "agrees": not each.right,
        }
        | ({"unclear": each.unclear} if each.unclear else {})
        | ({"ours": each.ours, "right": each.right, "why": each.why} if each.right else {})
        for each in found.facts
    ]
    return {"document": found.document, "chapter": found.chapter, "facts": facts}


def _clauses(game: Game, played: PlayedRounds) -> dict[str, Any]:
    listed = [
        {
            "clause": each.name,
            "family": each.family,
            "says": each.says,
            "cite": each.cite,
            "rounds": played.rounds,
            "violations": played.counts.get(each.name, 0),
        }
        for each in clauses_of(game.rules)
    ]
    return {"rounds": played.rounds, "violations": len(played.wrong), "clauses": listed}


def _questions(game: Game, reading: dict[str, Any] | None) -> list[dict[str, Any]]:
    """What the document leaves open: texts that can be read otherwise, and choices where it is silent.

    If the program agrees with the second reading of a text, that is what is in force.
    """
    facts = reading["facts"] if reading else []
    open_ = [
        {
            "question": each["id"],
            "text": ". ".join(text for text in (each.get("unclear"), each.get("why")) if text),
            "cite": each["cite"],
            "ours": each.get("ours", each["value"]),
        }
        for each in facts
        if each.get("unclear") or each.get("right") == "question"
    ]
    silent = [
        {"question": each.name, "text": each.says, "cite": each.cite, "ours": each.value}
        for each in silent_choices(game)
    ]
    return [*open_, *silent]
