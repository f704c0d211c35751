"""The ground: facts about code points, by Unicode version."""
