// boardgame.io's own server, in memory, with a small game of ours: tokens are drawn from an
// envelope and put on a territory, as in Le Partage du butin, and the envelope is filled again.
const { Server } = require("boardgame.io/server");

const TERRITORIES = 6;
const full = () => Array(TERRITORIES).fill(9);

const game = {
  name: "sharing",
  setup: ({ ctx }) => ({
    left: full(),
    token: null,
    territories: full().map((_, at) => ({ name: `territory ${at}`, row: [], coins: [], total: 0 })),
    seats: Array(ctx.numPlayers).fill(0).map(() => ({ points: 0, hand: 12, held: [] })),
  }),
  turn: { minMoves: 2, maxMoves: 2 },
  moves: {
    draw: ({ G, random }) => {
      const kinds = G.left.flatMap((many, kind) => Array(many).fill(kind));
      G.token = kinds[random.Die(kinds.length) - 1];
      G.left[G.token] -= 1;
      if (G.left.every((many) => many === 0)) G.left = full();
    },
    put: ({ G, playerID }, territory) => {
      const there = G.territories[territory];
      there.row.push(Number(playerID));
      if (there.row.length > 8) there.row = [];
      there.total += G.token;
      G.seats[playerID].points += G.token;
      G.token = null;
    },
  },
};

const server = Server({ games: [game], origins: ["http://localhost"] });
server.run({ port: 0 }).then(({ appServer }) => {
  console.log(`http://127.0.0.1:${appServer.address().port} ${process.pid}`);
});
