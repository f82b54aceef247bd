"""A stand-in for librt in the page, where rules run as plain Python."""
