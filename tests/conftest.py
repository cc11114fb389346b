"""Profiles of the property tests."""

import os

from hypothesis import Phase, settings

settings.register_profile("full", print_blob=True, deadline=None)  # times are never asserted
settings.register_profile(
    "mutants", phases=[Phase.explicit, Phase.generate], database=None, deadline=None
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "full"))
