"""Engines: rules → an explored graph, behind one contract; `choose` picks one and says why."""
