"""Gold River: bid for concessions, become mayor, and hope that the dice find gold."""
