"""The workshop: drafts of rule sets, their exact figures, and the operator's folder in which they are saved."""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.web.workshop.draft import NAMELESS, CheckedDraft, DraftProblem, RulesDraft, check_draft
    from cardroom.web.workshop.folder import NO_FOLDER, folder_of, save
    from cardroom.web.workshop.form import WorkshopForm, WorkshopGame, form_of, workshop_games
    from cardroom.web.workshop.job import DraftJob, WorkshopFigures
    from cardroom.web.workshop.runs import DraftRuns, Run
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
