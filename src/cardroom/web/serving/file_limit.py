"""The limit of open files. Every connection needs one."""

from __future__ import annotations

import logging

__all__ = ["raise_file_limit"]

_log = logging.getLogger("cardroom.web")

FEW = 4096
"""A limit below this is too small for a busy room."""


def raise_file_limit() -> int:
    """Raise this process's limit of open files as far as the system allows, log it, and return it. 0 if unknown."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:  # not on Windows
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError) as error:  # some systems allow less than they state
            _log.warning("the limit of open files was not raised", extra={"limit": soft, "why": str(error)})
    if soft != resource.RLIM_INFINITY and soft < FEW:
        _log.warning("few files may be open: raise `ulimit -n` for more connections", extra={"limit": soft})
    else:
        _log.info("limit of open files", extra={"limit": soft})
    return soft
