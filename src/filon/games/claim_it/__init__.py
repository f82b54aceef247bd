"""Claim It!: push your luck with three dice on a map of 36 parcels."""
