"""The games as research environments: PettingZoo, Gymnasium, OpenSpiel; each an optional extra."""
