import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inline, parse, type Block, type Inline } from "./markdown";

const rules = (game: string): string =>
  readFileSync(new URL(`../../../src/ludoteca/games/${game}/page/rules.md`, import.meta.url), "utf8");

const plain = (text: Inline[]): string => text.map((part) => part.text).join("");

/** Everything that a reader would see of a page. */
function read(block: Block): string[] {
  if (block.kind === "code") return [block.text];
  if (block.kind === "list") return block.items.map(plain);
  if (block.kind === "table") return [block.head, ...block.rows].flat().map(plain);
  return [plain(block.text)];
}

describe("inline", () => {
  it("knows strong, emphasis and code, and nothing else", () => {
    expect(inline("a **b c** *d* `e*f*` <g> &amp; [h](i)")).toEqual([
      { kind: "text", text: "a " },
      { kind: "strong", text: "b c" },
      { kind: "text", text: " " },
      { kind: "em", text: "d" },
      { kind: "text", text: " " },
      { kind: "code", text: "e*f*" },
      { kind: "text", text: " <g> &amp; [h](i)" },
    ]);
  });

  it("leaves stars and quotes alone that mark nothing", () => {
    for (const text of ["3 * 4 * 5", "**", "* a", "`", "a*", ""]) expect(plain(inline(text)), text).toBe(text);
    expect(inline("2 * 3 = 6").map((part) => part.kind)).toEqual(["text"]);
  });
});

describe("parse", () => {
  it("tells the kinds of blocks apart", () => {
    const blocks = parse("# A\nb\nc\n## D\n\n- e\n  f\n- g\n\n1. h\n2. i\n\n    j\n     k\n\n```\n# l\n\nm\n```\n| n | o |\n|---|:-:|\n| p | `q` |\n");
    expect(blocks.map((block) => block.kind)).toEqual(["heading", "paragraph", "heading", "list", "list", "code", "code", "table"]);
    expect(blocks.map(read)).toEqual([["A"], ["b c"], ["D"], ["e f", "g"], ["h", "i"], ["j\n k"], ["# l\n\nm"], ["n", "o", "p", "q"]]);
    expect(blocks.flatMap((block) => (block.kind === "heading" ? [block.level] : []))).toEqual([1, 2]);
    expect(blocks.flatMap((block) => (block.kind === "list" ? [block.ordered] : []))).toEqual([false, true]);
  });

  it("begins a list after a paragraph without a blank line between", () => {
    expect(parse("You may\n- lay\n- buy").map((block) => block.kind)).toEqual(["paragraph", "list"]);
  });

  it("makes nothing of nothing", () => {
    expect(parse("")).toEqual([]);
    expect(parse("\n \n\n")).toEqual([]);
  });
});

describe.each(["flooding", "latice"])("the rules of %s", (game) => {
  const markdown = rules(game);
  const blocks = parse(markdown);

  it("begin with one title, then go on in second headings", () => {
    const levels = blocks.flatMap((block) => (block.kind === "heading" ? [block.level] : []));
    expect(levels[0]).toBe(1);
    expect(new Set(levels.slice(1))).toEqual(new Set([2]));
    expect(levels).toHaveLength(markdown.split("\n").filter((line) => line.startsWith("#")).length);
  });

  it("lose no word, and show no mark", () => {
    const seen = blocks.flatMap(read).join(" ");
    expect(seen).not.toMatch(/\*\*|`|^#|\|/m);
    const words = markdown.replace(/^\s*(#+|-|\d+\.) /gm, "").replace(/\*\*|[*`]/g, "").split(/\s+/).filter(Boolean);
    expect(seen.split(/\s+/).filter(Boolean)).toEqual(words);
  });

  it("have lists with all their items", () => {
    const items = blocks.flatMap((block) => (block.kind === "list" ? block.items : []));
    expect(items).toHaveLength(markdown.split("\n").filter((line) => /^- /.test(line)).length);
  });
});
