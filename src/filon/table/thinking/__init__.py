"""Thinking as a service: worker processes, the line before them, and who is given what budget."""
