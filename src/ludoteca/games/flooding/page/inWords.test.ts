import { describe, expect, it } from "vitest";
import type { BoardApi } from "$lib/board";
import { translator } from "$lib/translations";
import { adviceOf, inWords } from "./inWords";
import english from "./locales/en.json";

const api = { translate: translator(english), playerName: (seat: number) => ["Ada", "Vera"][seat] } as unknown as BoardApi;
const said = (code: string, params: Record<string, unknown>): string => inWords({ code, params, text: "as the server says it" }, api);

describe("a day and a night in words", () => {
  it("name players, not roles", () => {
    expect(said("walked", { day: 6, field: "a7" })).toBe("Ada walked to a7.");
    expect(said("walked_and_dried", { day: 6, field: "a7", dried: ["b7", "a8"] })).toBe("Ada walked to a7 and dried b7 and a8.");
    expect(said("floods", { day: 6, fields: ["b6", "b7"] })).toBe("Vera flooded b6 and b7.");
    expect(said("floods_none", { day: 6 })).toBe("Vera flooded nothing.");
    expect(said("weather_wins", { field: "a1", days: 8 })).toBe("Ada is trapped on a1 after 8 days.");
    expect(said("table_resigned", {})).toBe("as the server says it");
  });
  it("are advised as what to do", () => {
    const text = (code: string): { code: string; params: Record<string, unknown>; text: string } => ({ code, params: {}, text: "" });
    expect(adviceOf(api, { move: "a7", texts: [text("walked")], explanations: [] }).text).toBe("Walk to a7.");
    expect(adviceOf(api, { move: "a7", texts: [text("floods")], explanations: [] }).text).toBe("Flood a7.");
    expect(adviceOf(api, { move: "-", texts: [text("floods_none")], explanations: [] }).text).toBe("Flood nothing.");
  });
});
