// A board with a hand: a card is laid on the pile, or pressed once it is marked to be swapped.
import { defineBoard, defineTurnLine } from "/kit/1/kit.js";

const card = (number) => `<rect x="8" y="4" width="84" height="92" rx="10" fill="#fff" stroke="#333" stroke-width="4"/><text x="50" y="66" font-size="44" text-anchor="middle">${number}</text>`;

export const layout = { hand: "below" };
export const statusNote = (view) => `${view.deck} in the deck`;

export default defineBoard(({ table }) => {
  const { view, you } = table;
  const moves = table.choices.moves ?? [];
  const held = view.hands[you.seat ?? 0] ?? [];
  const all = [...held, ...view.played];
  const last = view.played.at(-1);
  return {
    prompt: moves.includes("end") ? "End your turn." : "Lay a card on the pile.",
    note: `${view.points[0]} points`,
    grid: {
      columns: 2,
      rows: 1,
      pieces: Object.fromEntries(all.map((number) => [`card ${number}`, card(number)])),
      cells: [
        { name: "pile", label: last ? `card ${last}` : "empty", piece: last ? `card ${last}` : null, ground: "#ddeecc" },
        { name: "end", label: "end of the turn", move: moves.includes("end") ? "end" : null },
      ],
    },
    hand: {
      label: "Your cards",
      emptyText: "No cards",
      pieces: held.map((number) => ({
        id: String(number),
        piece: `card ${number}`,
        label: `card ${number}`,
        targets: moves.includes(`play ${number}`) ? { pile: `play ${number}` } : {},
      })),
    },
    buttons: [{ label: "End turn", move: "end", allowed: moves.includes("end"), question: { text: "Sure?", yes: "Yes, end it", no: "Not yet" } }],
  };
});

export const TurnLine = defineTurnLine(({ entries }) => ({ text: entries.map(({ texts }) => texts[0].code).join(", "), points: "+1" }));
