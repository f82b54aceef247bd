"""Filon without a server: the same requests answered in a worker of the page, tables kept there."""
