"""The one small family of refusals; each has a code that the catalogues put into words."""


class Refusal(ValueError):
    """Bad input: a code, the facts that go into its sentence, and nothing changed."""

    def __init__(self, code: str, /, **facts: object) -> None:
        details = ", ".join(f"{name}: {value}" for name, value in facts.items())
        super().__init__(f"{code} ({details})" if details else code)
        self.code = code
        self.facts = facts
