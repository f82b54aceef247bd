"""Tables over the network: the API, the socket and what goes over them."""

from filon.extras import need

need("server", "filon.server")
