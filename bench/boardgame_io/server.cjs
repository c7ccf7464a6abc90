// A boardgame.io server with the rules of Flooding Islands, to compare with: node server.cjs PORT SIZE
// Its matches are in memory, which is boardgame.io's default: nothing is durable. Moves can be undone, as in Ludoteca.
process.env.NODE_ENV = "production"; // as boardgame.io is deployed; without it, it is slower
const { Server, Origins, SocketIO } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const [port, size] = process.argv.slice(2).map(Number);
const number = (name) => name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * size;
const column = (field) => field % size;
const row = (field) => Math.floor(field / size);
const distances = (a, b) => [Math.abs(column(a) - column(b)), Math.abs(row(a) - row(b))];

const flooding = {
  name: "flooding",
  setup: () => ({ size, journeyman: number("a1"), flooded: Array(size * size).fill(false), day: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    // By day the journeyman walks one field and dries what is beside it; at night the weather floods up to two fields.
    play: ({ G, playerID }, text) => {
      const fields = text === "-" ? [] : text.split(" ").map(number);
      if (fields.some((field) => !(field >= 0 && field < size * size))) return INVALID_MOVE;
      if (playerID === "0") {
        const [to] = fields;
        if (fields.length !== 1 || G.flooded[to] || Math.max(...distances(G.journeyman, to)) !== 1) return INVALID_MOVE;
        G.journeyman = to;
        for (let field = 0; field < size * size; field += 1) {
          const [across, down] = distances(to, field);
          if (across + down === 1) G.flooded[field] = false;
        }
        G.day += 1;
      } else {
        if (fields.length > 2 || fields.some((field) => G.flooded[field])) return INVALID_MOVE;
        for (const field of fields) G.flooded[field] = true;
      }
    },
  },
};

// Clients answer no ping while another server has its turn.
const transport = new SocketIO({ socketOpts: { pingInterval: 3600_000, pingTimeout: 3600_000 } });
Server({ games: [flooding], origins: [Origins.LOCALHOST], transport }).run({ port, callback: () => console.log("ready") });
