"""Bots think here: a queue of questions, and a pool of worker processes that answer them."""
