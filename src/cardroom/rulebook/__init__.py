"""Rule sets: what a document says in tables, loaded from TOML and checked.

One folder a game, one file a rule set: `three-card-poker-6-card-bonus/500-club.toml`. A house lays a folder of its
own beside the built-in one; a file of its may say `extends = "500-club"` and change only what differs. The loader's
messages name file, table and key.

Equal rules are one object, and a digest names what of them binds; texts are kept and found by it.

>>> rule_set("three-card-poker-6-card-bonus").rules
'500-club'
>>> list(rule_sets("three-card-poker-6-card-bonus"))
['500-club']
"""

from cardroom.rulebook.archive import archived, by_digest, keep
from cardroom.rulebook.differences import Difference, differences
from cardroom.rulebook.fees import Charge, Fee, Moment
from cardroom.rulebook.house_rules import HouseRule
from cardroom.rulebook.jackpots import Jackpot
from cardroom.rulebook.loading import RuleBookError, load, rule_set, rule_sets, slugs, with_house_rules
from cardroom.rulebook.origin import Origin, origin
from cardroom.rulebook.rule_set import RuleSet
from cardroom.rulebook.schema import PayTable, Wager

__all__ = [
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
    "archived",
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
