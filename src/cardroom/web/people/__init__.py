"""Users: their database, names, passwords, sessions and roles. No money is here, and nothing about tables."""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.web.people.access import (
        COOKIE,
        CsrfUnlessToken,
        SessionMiddleware,
        bearer,
        check_scope,
        cookie,
        has_scope,
        needs,
        signed_in,
        token_scope,
        with_factor,
        without_cookie,
    )
    from cardroom.web.people.access_tokens import MOST_DAYS, AccessToken, AccessTokens
    from cardroom.web.people.audit import StoredPeople, people_findings, read_people, stored_people
    from cardroom.web.people.database import PeopleDatabase
    from cardroom.web.people.factors import FACTOR_NEEDED, Factors, needs_factor, note_factor_rule
    from cardroom.web.people.names import chosen_guest_name, normalize
    from cardroom.web.people.notes import note_writer, user_fields
    from cardroom.web.people.rate_limiter import RateLimiter
    from cardroom.web.people.room_store import RoomStore
    from cardroom.web.people.schema import (
        ACCESS_TOKENS,
        JUDGED,
        LEARNING,
        METADATA,
        MIGRATIONS,
        MISTAKES,
        PEOPLE,
        PUZZLES,
        RATINGS,
        SECRETS,
        SEEDS,
        SESSIONS,
    )
    from cardroom.web.people.sessions import GUEST_IDLE
    from cardroom.web.people.shared_limiter import SharedLimiter
    from cardroom.web.people.sign_in_limits import DOOR, FAILED_SIGN_IN, FailureNotes, failures_left_out
    from cardroom.web.people.store import CODE_LASTS, WRONG, CodeNeeded, Note, PeopleStore, Stop
    from cardroom.web.people.user import GUEST, READERS, ROLES, STAFF, User, check_apart
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
