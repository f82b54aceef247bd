"""Messages that pages and programs exchange with a server or with the page's own worker.

Types only, without logic: the page's types are generated from them (tools/wire_types.py).
"""
