import { describe, expect, it } from "vitest";
import { isTerminalLink } from "./terminalGames";

describe("a link from the terminal", () => {
  it("differs from a personal link", () => {
    expect(isTerminalLink("#terminal=p5bJ-Q6WRCi7XURvFKYCtQDJPrfjwx-Q")).toBe(true);
    expect(isTerminalLink("#p5bJ-Q6WRCi7XURvFKYCtQDJPrfjwx-Q")).toBe(false);
    expect(isTerminalLink("#terminal=short")).toBe(false);
    expect(isTerminalLink("#terminal=p5bJ-Q6WRCi7XURvFKYCtQDJPrfjwx-Q&more")).toBe(false);
  });
});
