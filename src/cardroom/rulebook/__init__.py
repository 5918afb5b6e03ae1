"""Rule sets: the tables of a rule document, loaded from TOML and checked.

Each game has a folder, and each rule set a file in it: `three-card-poker-6-card-bonus/500-club.toml`. A house can add
its own folder beside the built-in one. Its files may contain `extends = "500-club"` and change only what differs. Error
messages name file, table and key.

Equal rules are one object. A digest identifies the binding part of the rules. Texts are stored and found by digest.

>>> rule_set("three-card-poker-6-card-bonus").rules
'500-club'
>>> list(rule_sets("three-card-poker-6-card-bonus"))
['500-club']
"""

from cardroom.errors import RuleBookError
from cardroom.rulebook.archive import archive_text, by_digest, keep
from cardroom.rulebook.differences import Difference, differences
from cardroom.rulebook.fees import Charge, Fee, Moment
from cardroom.rulebook.house_rules import HouseRule
from cardroom.rulebook.jackpots import Jackpot
from cardroom.rulebook.loading import AS_PRINTED, load, rule_set, rule_sets, slugs, with_house_rules
from cardroom.rulebook.origin import Origin, origin
from cardroom.rulebook.rule_set import RuleSet
from cardroom.rulebook.schema import PayTable, Wager

__all__ = [
    "AS_PRINTED",
    "Charge",
    "Difference",
    "Fee",
    "HouseRule",
    "Jackpot",
    "Moment",
    "Origin",
    "PayTable",
    "RuleBookError",
    "RuleSet",
    "Wager",
    "archive_text",
    "by_digest",
    "differences",
    "keep",
    "load",
    "origin",
    "rule_set",
    "rule_sets",
    "slugs",
    "with_house_rules",
]
