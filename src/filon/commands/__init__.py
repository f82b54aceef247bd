"""The commands of `filon`, one noun a file."""
