"""Messages, and a table put into them: for whatever carries them, a server or a page's own worker.

Nothing here needs a network, a database or a web library.
"""
