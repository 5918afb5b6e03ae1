"""Finished rounds as files, and the house's signature under them.

It offers `Record`, writing and replaying one, and signing keys. It reads no file itself, and it knows no table.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.play.records.file import (
        Opening,
        Outcome,
        Record,
        RecordError,
        RulesOf,
        chains_of,
        compare,
        compare_opening,
        make_record,
        outcome_of,
        public,
        record,
        reopen,
        replay,
        shuffle_key,
        transcript_key,
    )
    from cardroom.play.records.signing import EarlierKey, house_key, key_list, public_key, signature
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
