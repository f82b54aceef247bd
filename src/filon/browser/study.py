"""What there is beside a device's tables: puzzles, the challenge of the day, games understood."""

from filon.app import puzzles
from filon.app.challenge import Judge
from filon.app.puzzles import SolvePuzzle
from filon.app.review_notes import ReviewNotes
from filon.app.reviewing import NONE, Reviews
from filon.app.serialize import table_info
from filon.browser.decode import read
from filon.browser.line import HERE, owner
from filon.browser.manager import DeviceHall
from filon.browser.request import Asked
from filon.browser.review_desk import DeviceDesk
from filon.challenge.run import counted
from filon.match.pace import DEFAULT
from filon.protocol.challenges import TakeChallenge
from filon.protocol.reviews import AskReview
from filon.tables.table import Table


class Study:
    """The server's own answers, for whoever holds the device."""

    def __init__(self, hall: DeviceHall) -> None:
        self.hall = hall
        # What was played here was drawn and answered here: nobody computes it a second time.
        self.judge = Judge(hall, counted)
        notes = ReviewNotes(hall.services.store, hall.services.clock)
        self.reviews = Reviews(hall, DeviceDesk(hall.brain, notes))

    async def told(self, asked: Asked) -> object:
        """The answer; None if the page asks for something else."""
        match asked.method, asked.path:
            case "GET", ["puzzles", game, number] if number.isdigit():
                return puzzles.task(game, int(number))
            case "POST", ["puzzles", game, number] if number.isdigit():
                return puzzles.solved(game, int(number), read(SolvePuzzle, asked.body).steps)
            case "GET", ["challenge"]:
                return await self.judge.told(HERE, asked.query.get("day", ""))
            case "POST", ["challenge"]:
                name = read(TakeChallenge, asked.body).name
                table = await self.judge.begin(HERE, name, HERE, DEFAULT)
                return table_info(table, owner(table.row, asked.lang))
            case "POST", ["review"]:
                return await self.reviews.bring(read(AskReview, asked.body))
            case "GET", ["review", job]:
                return await self.reviews.brought(job)
            case "GET", ["profile", "luck"]:
                return await self.reviews.luck(HERE)
        return None

    async def of_table(self, table: Table, asked: Asked) -> object:
        """The review of a match that ended: asked for, or how far it is."""
        found = await self.reviews.ended(table, asked.number("match"))
        if asked.method == "POST":
            return await self.reviews.ask(table, found)
        return await self.reviews.find(found) or NONE
