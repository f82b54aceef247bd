"""Use cases: what people, pages and programs may ask of Filon, over any kind of connection.

`server` answers these requests over HTTP and sockets, `browser` answers them in the page itself.
Nothing here needs a network, a database or a web library.
"""
