"""The workshop: an operator changes a rule set, sees its exact figures, saves it, and opens a practice table on it.

A draft is data. The server stores nothing until the operator saves it; then the books record who saved it and why.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

import msgspec
from litestar import Controller, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody

from cardroom.analysis import has_analysis
from cardroom.errors import InputError
from cardroom.rulebook.differences import differences
from cardroom.web.api.bodies import Body, Words
from cardroom.web.api.certificates import TYPES
from cardroom.web.api.context import HttpRequest, address, server_of, workers_of
from cardroom.web.api.figures import known_figures
from cardroom.web.api.lobby import OpenedTable, listed_games
from cardroom.web.api.trainer import forget_trainer_games
from cardroom.web.orders import RULES_SAVED
from cardroom.web.people import RateLimiter, needs, signed_in, token_scope
from cardroom.web.workshop import (
    NAMELESS,
    NO_FOLDER,
    CheckedDraft,
    DraftJob,
    DraftProblem,
    DraftRuns,
    RulesDraft,
    Run,
    WorkshopFigures,
    WorkshopForm,
    WorkshopGame,
    check_draft,
    folder_of,
    form_of,
    save,
    workshop_games,
)

__all__ = ["WorkshopApi"]

_CHECKS = RateLimiter(most=120, a_second=4)
"""Limit of drafts for one operator."""
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


class WorkshopGames(msgspec.Struct, frozen=True):
    """The rule sets that can be changed."""

    games: list[WorkshopGame]


class WorkshopFormAndFolder(msgspec.Struct, frozen=True):
    """What can be changed in a rule set, and whether drafts of its game can be saved."""

    form: WorkshopForm
    saves: bool
    """Whether the room has a folder for rule sets of this game."""
    why: str
    """Why not, and what to do."""


class DraftAnswer(msgspec.Struct, frozen=True):
    """A draft after all checks."""

    problems: tuple[DraftProblem, ...]
    """Empty if it can be used."""
    toml: str
    """The file that it would be saved as; empty with problems."""
    digest: str
    differences: list[str]
    """Every difference from the rule set that it changes, in words."""


class DraftToCompute(Body, frozen=True):
    """A draft whose figures are wanted, or its certificate."""

    draft: RulesDraft
    certificate: bool = False


class WorkshopRun(msgspec.Struct, frozen=True):
    """A computation."""

    id: str
    """Empty if the draft has problems."""
    state: str
    """refused, waiting, in progress, cancelling, cancelled, failed or done."""
    problems: tuple[DraftProblem, ...] = ()
    about: str = ""
    """What is being counted now."""
    done: int = 0
    total: int = 0
    why: str = ""
    """Why it failed."""
    figures: WorkshopFigures | None = None
    files: tuple[str, ...] = ()
    """The files of the certificate."""


class DraftToSave(Body, frozen=True):
    """A draft to save under its name, and the reason."""

    draft: RulesDraft
    why: Words


class SavedDraft(msgspec.Struct, frozen=True):
    """A rule set that was saved."""

    game: str
    set: str
    file: str
    """The name of the file."""
    digest: str


class WorkshopApi(Controller):
    """The workshop, for operators."""

    path = "/workshop"
    tags = ("workshop",)
    guards = (needs("operator"),)
    opt = token_scope("operate")

    @get("/", sync_to_thread=True)
    def games(self) -> WorkshopGames:
        """The rule sets that can be changed."""
        return WorkshopGames(workshop_games())

    @get("/games/{slug:str}/{rules:str}", sync_to_thread=True)
    def form(self, slug: FromPath[str], rules: FromPath[str]) -> WorkshopFormAndFolder:
        """What can be changed in a rule set: pays, house rules, limits, seats, side bets."""
        try:
            form = form_of(slug, rules)
        except InputError as error:
            raise NotFoundException(str(error)) from None
        saves = folder_of(slug) is not None
        return WorkshopFormAndFolder(form, saves, "" if saves else NO_FOLDER)

    @post("/check", status_code=200)
    async def check(self, request: HttpRequest, data: JSONBody[RulesDraft]) -> DraftAnswer:
        """Check a draft, and return it as a TOML file."""
        checked = await _checked(request, data)
        if checked.game is None:
            return DraftAnswer(checked.problems, "", "", [])
        rules = checked.game.rules
        changes = [each.words for each in differences(checked.base, rules)]
        return DraftAnswer((), checked.text, rules.digest, changes)

    @post("/runs", status_code=202)
    async def start(self, request: HttpRequest, data: JSONBody[DraftToCompute]) -> WorkshopRun:
        """Start to compute the exact figures of a draft, or its certificate. Each operator has one computation at a
        time: the unfinished one is cancelled."""
        checked = await _checked(request, data.draft)
        if checked.game is None:
            return WorkshopRun("", "refused", checked.problems)
        rules = checked.game.rules
        if not has_analysis(rules):
            raise InputError(f"{rules.name} has no exact analysis, so there are no figures.")
        encode = msgspec.json.encode
        known = {each["wager"]: each["edge"]["exact"] for each in known_figures(checked.base) or ()}
        job = DraftJob(data.draft.game, encode(rules), encode(checked.base), known, data.certificate)
        return _shown(_runs(request).start(signed_in(request).name, job, data.draft.set or NAMELESS))

    @get("/runs/{run:str}", sync_to_thread=False)
    def state(self, request: HttpRequest, run: FromPath[str]) -> WorkshopRun:
        """The state of one's own computation, with the figures when it is done."""
        return _shown(_run(request, run))

    @post("/runs/{run:str}/cancel", status_code=200)
    async def cancel(self, request: HttpRequest, run: FromPath[str]) -> WorkshopRun:
        """Cancel one's own computation. If it does not end at once, its process is killed."""
        found = _run(request, run)
        await workers_of(request).read(lambda: _runs(request).cancel(found))
        return _shown(found)

    @get("/runs/{run:str}/files/{kind:str}", sync_to_thread=False)
    def file(self, request: HttpRequest, run: FromPath[str], kind: FromPath[str]) -> Response[str]:
        """A file of the certificate: `html` to read, `json` with everything, `lines.csv` and `wagers.csv` as tables."""
        found = _run(request, run)
        if kind not in found.files:
            raise NotFoundException(f"There is no such file. The files of a certificate are {', '.join(TYPES)}.")
        text = found.files[kind]
        headers = {"content-disposition": f'attachment; filename="{found.job.game}.{found.name}.{kind}"'}
        if style := _STYLE.search(text) if kind == "html" else None:
            digest = b64encode(sha256(style[1].encode()).digest()).decode()
            headers["content-security-policy"] = (
                f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'none'"
            )
        return Response(text, headers=headers, media_type=TYPES[kind])

    @post("/save")
    async def save(self, request: HttpRequest, data: JSONBody[DraftToSave]) -> SavedDraft:
        """Save a draft as a TOML file in the room's folder. No file is ever replaced."""
        who, server = signed_in(request).name, server_of(request)
        checked = await _checked(request, data.draft)
        path = await workers_of(request).read(lambda: save(data.draft, checked))
        saved = SavedDraft(data.draft.game, data.draft.set, path.name, checked.playable.rules.digest)
        try:
            after = msgspec.to_builtins(saved) | {"extends": data.draft.base}
            await server.note(RULES_SAVED, who=who, why=data.why, after=after)
        except BaseException:
            path.unlink()  # what the books do not know must not be there
            raise
        listed_games.cache_clear()
        forget_trainer_games()
        return saved

    @post("/table")
    async def table(self, request: HttpRequest, data: JSONBody[RulesDraft]) -> OpenedTable:
        """Open a practice table on a draft, with bots, for play money. It need not be saved."""
        who, text = signed_in(request), msgspec.json.encode(data)
        if not data.set:  # tables of different drafts must not share a name
            data = msgspec.structs.replace(data, set=f"{NAMELESS}-{sha256(text).hexdigest()[:12]}")
        game = (await _checked(request, data)).playable
        opened = OpenedTable(await server_of(request).tables.open_practice(who, game, address=address(request)))
        workers_of(request).warm_up_game(game)
        return opened


async def _checked(request: HttpRequest, draft: RulesDraft) -> CheckedDraft:
    _CHECKS.check(signed_in(request).name)
    return await workers_of(request).read(lambda: check_draft(draft))


def _runs(request: HttpRequest) -> DraftRuns:
    runs: DraftRuns = request.app.state.workshop
    return runs


def _run(request: HttpRequest, run: str) -> Run:
    found = _runs(request).find(signed_in(request).name, run)
    if found is None:
        raise NotFoundException("You have no such computation. Start it again.")
    return found


def _shown(run: Run) -> WorkshopRun:
    return WorkshopRun(run.id, run.state, (), run.about, run.done, run.total, run.why, run.figures, tuple(run.files))
