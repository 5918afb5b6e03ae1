"""Where counting runs: on this machine's cores, or on a cluster.

It offers engines that run chunks of work, and their progress. It knows no games.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.engine.engines import ENGINES, LOCAL, Engine, Local, Processes, Progress, parts
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
