"""Tables over the network: the API, the socket and what goes over them."""
