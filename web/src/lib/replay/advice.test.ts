import { describe, expect, it, vi } from "vitest";
import type { Advice, Frame } from "$lib/wire";
import { isSame, PositionAdvice } from "./advice.svelte";

const text = (words: string): Advice["texts"][number] => ({ code: "", params: {}, text: words });
const advice = (words: string): Advice => ({ move: "a1", texts: [text(words)], explanations: [] });

describe("advice in a replay", () => {
  it("belongs to the position it was asked for", async () => {
    const asked = new PositionAdvice(async (at) => advice(`Best ${at}.`));
    await asked.request(3);
    expect(asked.at(3)?.texts[0]?.text).toBe("Best 3.");
    expect(asked.at(4)).toBeNull();
  });

  it("is asked for once", async () => {
    const ask = vi.fn(async () => advice("Best."));
    const asked = new PositionAdvice(ask);
    await Promise.all([asked.request(3), asked.request(3)]);
    await asked.request(3);
    expect(ask).toHaveBeenCalledOnce();
  });

  it("is dropped when another position was asked about meanwhile", async () => {
    const answers: ((found: Advice) => void)[] = [];
    const asked = new PositionAdvice(() => new Promise((answer) => answers.push(answer)));
    const first = asked.request(1);
    const second = asked.request(2);
    expect(asked.isThinking(2)).toBe(true);
    answers[0]?.(advice("Old."));
    await first;
    expect(asked.at(1)).toBeNull();
    answers[1]?.(advice("New."));
    await second;
    expect(asked.at(2)?.texts[0]?.text).toBe("New.");
    expect(asked.isThinking(2)).toBe(false);
  });

  it("says why there is none, and may be asked for again", async () => {
    let fails = true;
    const asked = new PositionAdvice(async () => {
      if (fails) throw new Error("Too many questions.");
      return advice("Best.");
    });
    await asked.request(1);
    expect(asked.failure(1)).toBe("Too many questions.");
    expect(asked.failure(2)).toBe("");
    fails = false;
    await asked.request(1);
    expect(asked.failure(1)).toBe("");
    expect(asked.at(1)).not.toBeNull();
  });

  it("knows what was played", () => {
    const played = (words: string): Frame => ({ texts: [text(words)] }) as unknown as Frame;
    expect(isSame(advice("Ada walks to a1."), played("Ada walks to a1."))).toBe(true);
    expect(isSame(advice("Ada walks to a1."), played("Ada walks to b2."))).toBe(false);
    expect(isSame(advice("Ada walks to a1."), undefined)).toBe(false);
    const drawn = { texts: [text("Ada lays a stream."), text("Vera turns up a path.")] } as unknown as Frame;
    expect(isSame(advice("Ada lays a stream."), drawn)).toBe(true);
    expect(isSame(advice("Ada lays it, turned."), drawn, ({ text: said }) => said.slice(0, 8))).toBe(true);
  });
});
