"""Settings for the whole suite."""

import os

from hypothesis import HealthCheck, settings

# Speed is measured in benchmarks/, never here: a busy machine must not fail a test. In the suite the examples are the
# same in every run; a proof (`make proof`) looks at many more, and at others each time.
common = {"deadline": None, "print_blob": True, "suppress_health_check": list(HealthCheck)}
settings.register_profile("suite", derandomize=True, **common)
settings.register_profile("proof", max_examples=1000, **common)
settings.load_profile("proof" if os.environ.get("CARDROOM_PROOF") else "suite")
