"""Laws are tried on the same examples everywhere, and a slow machine breaks none."""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
