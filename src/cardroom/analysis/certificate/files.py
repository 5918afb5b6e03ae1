"""The files of a certificate by their names, for a server to hand out."""

from datetime import UTC, datetime

from cardroom.analysis.certificate.document import certificate_page
from cardroom.analysis.certificate.spreadsheets import lines_csv, summary_csv
from cardroom.analysis.certificate.value import certificate, to_json
from cardroom.analysis.engine import Engine
from cardroom.analysis.simulation import checked_agreement
from cardroom.analysis.store import stored_analysis
from cardroom.play import Game

__all__ = ["certificate_files"]


def certificate_files(game: Game, engine: Engine) -> dict[str, str]:
    """The files that `cardroom certify` writes for one game, with today's date."""
    report = stored_analysis(game, engine)
    made = certificate(game, report, agreement=checked_agreement(game, report))
    return {
        "html": certificate_page(made, datetime.now(UTC).date().isoformat()),
        "json": to_json(made),
        "lines.csv": lines_csv(made),
        "wagers.csv": summary_csv([made]),
    }
