"""One match as pure data: journal, position, who sees what, undo, clocks, seating; no I/O."""
