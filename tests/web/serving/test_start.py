"""What a server loads when it starts."""

import subprocess
import sys


def test_a_server_loads_neither_numpy_nor_numba():
    """They take a second and 70 MB. The processes that compute figures load them."""
    code = "import sys, cardroom.web.serving.app; print(*{'numpy', 'numba'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
