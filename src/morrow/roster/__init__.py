"""Who is here: workspaces, agents and owners, with their zones and languages."""
