// Parse the subset of Markdown that rules pages use. The result is data; nothing is inserted into the page as HTML.

export type Inline = { kind: "text" | "strong" | "em" | "code"; text: string };

export type Block =
  | { kind: "heading"; level: number; text: Inline[] }
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "code"; text: string }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "pictures"; pictures: Picture[] };

/** A position of the game's lesson that the board draws, and the sentence that belongs to it. */
export interface Picture {
  text: Inline[];
  /** A step of the lesson, from 1 up. */
  step: number;
  /** Moves made from there. */
  moves: string[];
  /** A move to draw as a hint. */
  hint: string | null;
  /** What to show: cells, or parts that the board names, and all between them; the whole board unless given. `board` is all of it, larger. */
  part: string[];
}

const MARKS = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`)/;
const PICTURE = /^!\[(.+)\]\(step:(\d+)((?: +(?:moves|hint|part):[^)]+)?)\)$/;
const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/;

export function inline(text: string): Inline[] {
  return text
    .split(MARKS)
    .filter(Boolean)
    .map((part): Inline => {
      if (part.length > 4 && part.startsWith("**")) return { kind: "strong", text: part.slice(2, -2) };
      if (part.length > 2 && part.startsWith("`")) return { kind: "code", text: part.slice(1, -1) };
      if (part.length > 2 && MARKS.test(part)) return { kind: "em", text: part.slice(1, -1) };
      return { kind: "text", text: part };
    });
}

export function parse(markdown: string): Block[] {
  return chunks(markdown).map(block);
}

/** Group the lines into blocks: separated by blank lines or headings, or fenced. */
function chunks(markdown: string): string[][] {
  const found: string[][] = [];
  let open: string[] = [];
  let fenced = false;
  const close = (): void => {
    if (open.some((line) => line.trim())) found.push(open);
    open = [];
  };
  for (const line of markdown.split("\n")) {
    const fence = line.startsWith("```");
    const alone = /^#{1,6} /.test(line);
    const starts = ITEM.test(line) && open.length > 0 && !ITEM.test(open[0] ?? "");
    if (!fenced && (!line.trim() || fence || alone || starts)) close();
    if (fenced || line.trim()) open.push(line);
    if (fence) fenced = !fenced;
    if ((fence && !fenced) || (alone && !fenced)) close();
  }
  close();
  return found;
}

function block(lines: string[]): Block {
  const first = lines[0] ?? "";
  if (first.startsWith("```")) return { kind: "code", text: lines.slice(1, -1).join("\n") };
  if (lines.every((line) => line.startsWith("    "))) return { kind: "code", text: lines.map((line) => line.slice(4)).join("\n") };
  const heading = /^(#{1,6}) (.*)$/.exec(first);
  if (heading) return { kind: "heading", level: heading[1]?.length ?? 1, text: inline(heading[2] ?? "") };
  if (first.startsWith("|")) return table(lines);
  const pictures = lines.map(picture);
  if (pictures.every((one) => one !== null)) return { kind: "pictures", pictures };
  const item = ITEM.exec(first);
  if (item) return { kind: "list", ordered: item[1] !== undefined, items: items(lines) };
  return { kind: "paragraph", text: inline(lines.map((line) => line.trim()).join(" ")) };
}

/** Read `![sentence](step:3 moves:b3 | c3 hint:c4 part:a1 d4)`; null for anything else. */
function picture(line: string): Picture | null {
  const found = PICTURE.exec(line.trim());
  if (!found) return null;
  const words = Object.fromEntries((found[3] ?? "").split(/ +(?=(?:moves|hint|part):)/).map((word) => [word.split(":")[0], word.slice(word.indexOf(":") + 1).trim()]));
  return {
    text: inline(found[1] ?? ""),
    step: Number(found[2]),
    moves: words["moves"]?.split(/ *\| */) ?? [],
    hint: words["hint"] ?? null,
    part: words["part"]?.split(/ +/) ?? [],
  };
}

function items(lines: string[]): Inline[][] {
  const texts: string[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) texts.push(item[2] ?? "");
    else texts.push(`${texts.pop() ?? ""} ${line.trim()}`);
  }
  return texts.map(inline);
}

function table(lines: string[]): Block {
  const rows = lines
    .filter((line) => !/^[|\s:-]+$/.test(line))
    .map((line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => inline(cell.trim())));
  return { kind: "table", head: rows[0] ?? [], rows: rows.slice(1) };
}
