// The board, drawn by the board kit from a description. A board knows no rules: `choices` says where one may play.
import { defineBoard } from "/kit/1/kit.js";

const PIECES = {
  x: '<path d="M26 26 74 74M74 26 26 74" stroke="#b23a48" stroke-width="12" stroke-linecap="round"/>',
  o: '<circle cx="50" cy="50" r="26" fill="none" stroke="#1f6f8b" stroke-width="12"/>',
};
const NAMES = { x: "mark_x", o: "mark_o", ".": "empty" };

export const layout = { hand: "none", shape: "square" };

export default defineBoard(({ table, api }) => {
  const { rows, to_move } = table.view;
  const legal = new Set(table.choices.moves ?? []);
  const cells = rows.flatMap((row, y) =>
    [...row].map((mark, x) => {
      const name = `${"abcdefgh"[x]}${y + 1}`;
      return { name, label: api.translate(NAMES[mark]), piece: mark === "." ? null : mark, move: legal.has(name) ? name : null };
    }),
  );
  const waiting = to_move === null ? "" : api.translate("page_wait", { player: api.playerName(to_move) });
  return {
    prompt: legal.size ? api.translate("choose") : waiting,
    grid: { columns: rows.length, rows: rows.length, cells, pieces: PIECES },
  };
});
