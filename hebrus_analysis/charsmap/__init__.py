"""One artefact, understood: a precompiled charsmap."""
