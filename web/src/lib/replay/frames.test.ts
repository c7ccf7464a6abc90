import { describe, expect, it } from "vitest";
import type { Frame, Replay } from "$lib/wire";
import { wholeLog } from "./frames";

const text = (words: string): Frame["texts"][number] => ({ code: "", params: {}, text: words });
function frame(move: number, scores: number[], between: string[] = []): Frame {
  return { move, seat: move ? (move - 1) % 2 : null, by: null, at: move, texts: move ? [text(`Move ${move}.`)] : [], texts_between: between.map(text), to_move: move % 2, turn: move, scores, view: {}, board: null };
}
const replay = (...frames: Frame[]): Replay => ({ seq: 0, room: { seats: [{}, {}] }, perspective: null, own_seats: [], perspectives: [], frames }) as unknown as Replay;

describe("the log of a replay", () => {
  it("has every move and what happened between them", () => {
    const entries = wholeLog(replay(frame(0, [0, 0]), frame(1, [1, 0], ["Bo left."]), frame(2, [1, 2])));
    expect(entries.map(({ move, texts }) => [move, texts[0]?.text])).toEqual([
      [1, "Move 1."],
      [0, "Bo left."],
      [2, "Move 2."],
    ]);
    expect(new Set(entries.map(({ seq }) => seq)).size).toBe(3);
  });
});
