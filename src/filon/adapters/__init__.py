"""The games as research environments: PettingZoo, Gymnasium, OpenSpiel."""

from filon.extras import need

need("research", "filon.adapters")
