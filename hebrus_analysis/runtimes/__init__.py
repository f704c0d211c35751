"""Real implementations behind one face: what each calls a space, what it trims, how it normalizes."""
