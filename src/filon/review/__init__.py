"""A finished game understood: chances, luck, choices and an account that adds up. No I/O."""
