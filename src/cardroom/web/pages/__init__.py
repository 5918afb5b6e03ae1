"""The files for browsers (JavaScript, style sheets, HTML, icon), and the routes that serve them.

Each folder is a page, and `parts` is shared. `table/felt/layout.js` computes where things lie on the felt, and `sw.js`
decides what is cached for use offline.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.web.pages.assets import FILES
    from cardroom.web.pages.routes import (
        PUBLIC,
        at_table,
        file,
        not_found,
        page,
        prepare,
        public_rules,
        service_worker,
        start,
        trainer,
    )
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
