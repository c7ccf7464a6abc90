import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inline, parse, type Block, type Inline } from "./markdown";

const rules = (file: string): string => readFileSync(new URL(`../../../src/ludoteca/games/${file}`, import.meta.url), "utf8");

const plain = (text: Inline[]): string => text.map((part) => part.text).join("");

/** Everything that a reader would see of a page. */
function read(block: Block): string[] {
  if (block.kind === "code") return [block.text];
  if (block.kind === "list") return block.items.map(plain);
  if (block.kind === "pictures") return block.pictures.map(({ text }) => plain(text));
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

  it("reads pictures: a step, moves from there, a hint and the part to show", () => {
    const blocks = parse("Text\n\n![**Walk** on.](step:3)\n![Then (so) flood.](step:5 moves:b2 | c3 d3 hint:d3 d4 part:c2 e4)\n");
    expect(blocks[1]).toEqual({
      kind: "pictures",
      pictures: [
        { text: inline("**Walk** on."), step: 3, moves: [], hint: null, part: [] },
        { text: inline("Then (so) flood."), step: 5, moves: ["b2", "c3 d3"], hint: "d3 d4", part: ["c2", "e4"] },
      ],
    });
    expect(parse("![a](step:2 moves:bc@-1,2 | end part:-1,0 3,0)")).toEqual([
      { kind: "pictures", pictures: [{ text: inline("a"), step: 2, moves: ["bc@-1,2", "end"], hint: null, part: ["-1,0", "3,0"] }] },
    ]);
  });

  it("takes no other address for a picture", () => {
    for (const line of ["![a](https://example.org/x.png)", "![a](step:x)", "![](step:1)", "![a](step:1 more:2)", "a ![b](step:1)", "![a](step:1)\nb"])
      expect(parse(line).map((block) => block.kind), line).toEqual(["paragraph"]);
  });

  it("makes nothing of nothing", () => {
    expect(parse("")).toEqual([]);
    expect(parse("\n \n\n")).toEqual([]);
  });
});

describe.each(["flooding", "latice", "rowsandcols", "waffe", "wege"].flatMap((game) => [`${game}/page/rules.md`, `${game}/page/rules-short.md`]))("%s", (file) => {
  const markdown = rules(file);
  const blocks = parse(markdown);

  it("begin with one title, then go on in second headings", () => {
    const levels = blocks.flatMap((block) => (block.kind === "heading" ? [block.level] : []));
    expect(levels[0]).toBe(1);
    expect(new Set(levels.slice(1))).toEqual(new Set([2]));
    expect(levels).toHaveLength(markdown.split("\n").filter((line) => line.startsWith("#")).length);
  });

  it("lose no word, and show no mark", () => {
    const seen = blocks.filter(({ kind }) => kind !== "code").flatMap(read).join(" ");
    expect(seen).not.toMatch(/\*\*|`|^#|\||\]\(/m);
    const words = markdown
      .replace(/^ {4}.*$/gm, "")
      .replace(/^!\[(.+)\]\(.+\)$/gm, "$1")
      .replace(/^[|\s:-]+$/gm, "\n")
      .replace(/^\s*(#+|-|\d+\.) /gm, "")
      .replace(/\*\*|[*`|]/g, "")
      .split(/\s+/)
      .filter(Boolean);
    expect(seen.split(/\s+/).filter(Boolean)).toEqual(words);
  });

  it("have pictures", () => {
    const pictures = blocks.flatMap((block) => (block.kind === "pictures" ? block.pictures : []));
    expect(pictures).toHaveLength(markdown.split("\n").filter((line) => line.startsWith("![")).length);
    expect(pictures.length).toBeGreaterThanOrEqual(4);
    if (file.endsWith("rules-short.md")) expect(pictures.length).toBeLessThanOrEqual(6);
  });

  it("have lists with all their items", () => {
    const items = blocks.flatMap((block) => (block.kind === "list" ? block.items : []));
    expect(items).toHaveLength(markdown.split("\n").filter((line) => /^- /.test(line)).length);
  });
});
