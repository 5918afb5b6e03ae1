"""Settings for the whole suite."""

from hypothesis import settings

# Speed is measured in benchmarks/, never here: a busy machine must not fail a test. Examples are the same in every run.
settings.register_profile("cardroom", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("cardroom")
