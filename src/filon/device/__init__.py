"""Filon on one device, without a server: the same tables behind the same messages, kept here."""
