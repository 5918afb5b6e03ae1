"""HTTP routes and the WebSocket. They check the caller's rights, call the packages below, and encode the response.

This package has no state except rate limits and caches.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.web.api.books import BooksApi, known_edges
    from cardroom.web.api.cage import CageApi
    from cardroom.web.api.certificates import CertificatesApi
    from cardroom.web.api.coach import CoachApi
    from cardroom.web.api.context import LOOPBACK, HttpRequest, server_of
    from cardroom.web.api.daily import DailyApi, daily_summary
    from cardroom.web.api.floor import FloorApi
    from cardroom.web.api.friends import FriendsApi
    from cardroom.web.api.history import HistoryApi
    from cardroom.web.api.invitation import InvitationApi, lobby_now, picked_games
    from cardroom.web.api.learning import LearningApi
    from cardroom.web.api.lobby import ListedGame, LobbyApi, listed_games, listed_tables
    from cardroom.web.api.people import PeopleApi, me_of
    from cardroom.web.api.problems import PROBLEM, NeedsConfirmation, Problem, check_accepted, problem, problem_body
    from cardroom.web.api.processes import ProcessesApi
    from cardroom.web.api.request_ids import RequestIds, current_request
    from cardroom.web.api.requests import RequestsApi
    from cardroom.web.api.review import ReviewApi
    from cardroom.web.api.rules_text import rules_page
    from cardroom.web.api.shared_review import SharedReviewApi
    from cardroom.web.api.today import TodayApi
    from cardroom.web.api.tokens import TokensApi
    from cardroom.web.api.trainer import TrainerApi
    from cardroom.web.api.users import UsersApi
    from cardroom.web.api.waiting import other_answer
    from cardroom.web.api.websocket import socket
    from cardroom.web.api.wire import LONGEST
    from cardroom.web.api.workshop import WorkshopApi
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
