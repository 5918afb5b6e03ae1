"""The provenance of analyzed rules for reports and certificates: document, differences from it, software version."""

from typing import Any

from cardroom.rulebook import Difference, Origin, RuleSet, origin
from cardroom.version import __version__, commit

__all__ = ["difference_fields", "provenance"]


def provenance(rules: RuleSet, made: Origin | None = None) -> dict[str, Any]:
    """The origin of a rule set, for JSON. `source.says` is the line to print.

    >>> from cardroom.rulebook import rule_set
    >>> fields = provenance(rule_set("ez-baccarat", "standard"))
    >>> fields["edited"], fields["extends"], [each["what"] for each in fields["differences"]]
    (True, 'ez-baccarat/500-club', ['dragon_seven_pushes'])
    """
    made, at = made or origin(rules), commit()
    source = {"document": rules.source.document, "section": rules.source.section, "date": rules.source.date}
    return {
        "source": source | {"says": made.source},
        "edited": made.edited,
        "extends": made.base and f"{made.base.game}/{made.base.rules}",
        "differences": [difference_fields(each) for each in made.differences],
        "digest": rules.digest,
        "cardroom": __version__,
        "commit": at and at.short,
        "uncommitted": at and at.changed,
    }


def difference_fields(difference: Difference) -> dict[str, str]:
    """A difference for JSON, with its sentence."""
    return difference._asdict() | {"words": difference.words}
