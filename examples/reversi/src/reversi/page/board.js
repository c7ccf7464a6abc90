// The board of Reversi, drawn by the board kit. A board knows no rules: `choices` says where a disc may go.
import { defineBoard, defineTurnLine } from "/kit/1/kit.js";

const disc = (face, edge) => `<circle cx="50" cy="53" r="38" fill="${edge}"/><circle cx="50" cy="49" r="38" fill="${face}" stroke="${edge}" stroke-width="2"/>`;
const PIECES = { x: disc("#2b3037", "#111418"), o: disc("#faf7ef", "#b9b19c") };
const NAMES = { x: "role_black", o: "role_white", ".": "empty" };

export const layout = { hand: "none", shape: "square", mood: () => "linear-gradient(160deg, #d5e8dc, #f1ead8)" };

export default defineBoard(({ table, api }) => {
  const { rows, seat } = table.view;
  const moves = table.choices.moves ?? [];
  const cells = rows.flatMap((row, y) =>
    [...row].map((mark, x) => {
      const name = `${"abcdefgh"[x]}${y + 1}`;
      return { name, label: api.translate(NAMES[mark]), piece: mark === "." ? null : mark, move: moves.includes(name) ? name : null };
    }),
  );
  return {
    prompt: promptOf(moves, seat, api),
    grid: { columns: 8, rows: 8, cells, pieces: PIECES, ground: "#2f7d5b", lines: "#1d5a40" },
    buttons: moves[0] === "pass" ? [{ label: api.translate("pass"), move: "pass" }] : [],
  };
});

export const TurnLine = defineTurnLine(({ entries, api }) => {
  const text = entries[0]?.texts[0];
  const { seat } = entries[0] ?? { seat: null };
  if (!text || seat === null) return {};
  if (text.code === "passed") return { text: api.translate("page_passed") };
  const mark = seat === 0 ? "x" : "o";
  return { pieces: [{ svg: PIECES[mark], label: api.translate(NAMES[mark]) }], text: String(text.params.square), points: `+${text.params.count}` };
});

function promptOf(moves, seat, api) {
  if (moves[0] === "pass") return api.translate("page_must_pass");
  if (moves.length) return api.translate("choose");
  return seat === null ? "" : api.translate("page_wait", { player: api.playerName(seat) });
}
