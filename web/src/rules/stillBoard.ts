// Pictures for the rules: the game's own board at a step of its lesson, drawn once off the screen and copied. A copy has no
// listeners, ids of its own and nothing that can be found by name, so it never meets the board of the table beside it.

import { mount, tick, unmount } from "svelte";
import { loadBoard, type BoardApi } from "$lib/board";
import { request } from "$lib/http";
import type { Picture } from "$lib/markdown";
import { loadTranslations, type GameInfo } from "$lib/registry.svelte";
import { translator, type Translations } from "$lib/translations";
import type { TryResult } from "$lib/wire";
import { loadSteps, type StepInfo } from "../lesson/lessonRun.svelte";
import { lessonLog, lessonTable } from "../lesson/lessonTable";
import StillBoard from "./StillBoard.svelte";

/** A part of a drawn board: the copy is `width` x `height`, and of it `box` is shown. */
export interface Still {
  copy: Element;
  width: number;
  height: number;
  box: { x: number; y: number; width: number; height: number };
  /** What lies behind the board: a CSS image. */
  mood: string;
}

/** Around the cells shown, as a part of one. */
const MARGIN = 0.12;
/** Around a whole board, in pixels: at the table, too, it does not begin at the very edge. */
const EDGE = 12;
/** How names begin on a board that is being drawn. */
const NAME = "data-still-";
/** By what a part of a board is found that is no cell: `data-part` and so on. */
const PARTS = ["part", "drop", "face"];
/** For parts that are no cells. */
const WIDE = 2.2;
/** Of a board that fills its area, as StillBoard lays it out. */
const WHOLE = 560 / 480;
const NAMES = /^(id|tabindex|role|title|aria-.*|data-.*)$/;
const FRAMES = 3;

const answers = new Map<string, Promise<unknown>>();
let copies = 0;
/** One after the other: a board takes a while to draw. */
let queue: Promise<unknown> = Promise.resolve();

/** Draw a picture, if it is still wanted when its turn comes; null if it cannot be drawn. */
export function drawStill(game: GameInfo, picture: Picture, isWanted: () => boolean): Promise<Still | null> {
  const drawn = queue.then(() => (isWanted() ? draw(game, picture) : null)).catch(() => null);
  queue = drawn;
  return drawn;
}

/** Ask for something once, however often its picture is shown. */
function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  let found = answers.get(key) as Promise<T> | undefined;
  if (!found) {
    found = ask();
    answers.set(key, found);
    found.catch(() => answers.delete(key));
  }
  return found;
}

const stepsOf = (game: GameInfo): Promise<StepInfo[]> => once(`${game.name} steps`, () => loadSteps(game));
const textsOf = (game: GameInfo): Promise<Translations> => once(`${game.name} texts`, () => loadTranslations(game));
const positionOf = ({ name }: GameInfo, { step, moves }: Picture): Promise<TryResult> =>
  once(JSON.stringify([name, step, moves]), () => request<TryResult>(`/api/games/${name}/try`, { step, moves }));

async function draw(game: GameInfo, picture: Picture): Promise<Still | null> {
  const [board, translations, steps, position] = await Promise.all([loadBoard(game), textsOf(game), stepsOf(game), positionOf(game, picture)]);
  if (!board) return null;
  const learner = steps[picture.step - 1]?.seat ?? 0;
  const table = lessonTable(game, learner, position, 1, !picture.moves.length);
  const api: BoardApi = {
    game,
    actions: null,
    translate: translator(translations),
    playerName: (seat) => table.room.seats[seat]?.name ?? "",
    move: async () => false,
    undo: async () => false,
    preview: async () => null,
    announce: () => undefined,
    feedback: () => undefined,
    playSound: () => undefined,
  };
  const target = document.createElement("div");
  document.body.append(target);
  const still = mount(StillBoard, { target, props: { board, table, log: lessonLog(learner, position), api, hint: picture.hint } });
  const observer = new MutationObserver(() => hideNames(target));
  observer.observe(target, { attributes: true, childList: true, subtree: true });
  hideNames(target);
  try {
    await tick();
    for (let frame = 0; frame < FRAMES; frame += 1) await new Promise(requestAnimationFrame);
    const drawn = target.querySelector(`[${NAME}board]`);
    return drawn && { ...copyOf(drawn, picture.part), mood: board.layout.mood(table.view) };
  } finally {
    observer.disconnect();
    void unmount(still);
    target.remove();
  }
}

/** Whoever looks for a cell of the table must not find one of the board that is being drawn. */
function hideNames(target: Element): void {
  for (const element of target.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (!name.startsWith("data-") || name.startsWith(NAME)) continue;
      element.removeAttribute(name);
      element.setAttribute(name.replace("data-", NAME), value);
    }
  }
}

/** Column and row of a cell's name, `c4` or `-1,2`. */
function cellAt(name = ""): { x: number; y: number } | null {
  const [, letter, number, x, y] = /^([a-z])(\d+)$|^(-?\d+),(-?\d+)$/.exec(name) ?? [];
  if (letter) return { x: letter.charCodeAt(0) - 97, y: Number(number) - 1 };
  return x ? { x: Number(x), y: Number(y) } : null;
}

/** The width of a picture by its height, before it is drawn. */
export function shapeOf({ part }: Picture): number {
  const cells = part.map(cellAt).filter((cell) => cell !== null);
  if (!cells.length) return part.includes("board") ? WHOLE : part.length ? WIDE : 1;
  const span = (values: number[]): number => Math.max(...values) - Math.min(...values) + 1 + 2 * MARGIN;
  return span(cells.map(({ x }) => x)) / span(cells.map(({ y }) => y));
}

/** Where a part of the board is. A cell needs no element of its own: all are squares of one size. */
function find(board: Element, name: string): DOMRect | null {
  const [wanted, known] = [cellAt(name), board.querySelector(`[${NAME}cell]`)];
  const origin = cellAt(known?.getAttribute(`${NAME}cell`) ?? "");
  if (wanted && known && origin) {
    const { left, top, width: side } = known.getBoundingClientRect();
    return withMargin(left + (wanted.x - origin.x) * side, top + (wanted.y - origin.y) * side, side, side);
  }
  const found = board.querySelector(PARTS.map((kind) => `[${NAME}${kind}="${name}"]`).join());
  if (!found) return null;
  const { left, top, width, height } = found.getBoundingClientRect();
  return found.matches(`[${NAME}face]`) ? withMargin(left, top, width, height) : new DOMRect(left, top, width, height);
}

function withMargin(left: number, top: number, width: number, height: number): DOMRect {
  const margin = MARGIN * width;
  return new DOMRect(left - margin, top - margin, width + 2 * margin, height + 2 * margin);
}

function copyOf(board: Element, part: string[]): Omit<Still, "mood"> {
  const whole = board.getBoundingClientRect();
  const found = part.map((name) => find(board, name)).filter((rect) => rect !== null);
  const rects = found.length ? found : [whole];
  const [left, top] = [Math.max(whole.left, Math.min(...rects.map((one) => one.left))), Math.max(whole.top, Math.min(...rects.map((one) => one.top)))];
  const [right, bottom] = [Math.min(whole.right, Math.max(...rects.map((one) => one.right))), Math.min(whole.bottom, Math.max(...rects.map((one) => one.bottom)))];
  const copy = board.cloneNode(true) as Element;
  rename(copy);
  const edge = part.includes("board") ? EDGE : 0;
  const box = { x: left - whole.left - edge, y: top - whole.top - edge, width: right - left + 2 * edge, height: bottom - top + 2 * edge };
  return { copy, width: whole.width, height: whole.height, box };
}

/** Take all names off a copy, and give it ids of its own for what it draws with. */
function rename(copy: Element): void {
  copies += 1;
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      if (name === "id" && element.closest("svg")) element.id = `still-${copies}-${value}`;
      else if (NAMES.test(name)) element.removeAttribute(name);
      else if (name === "href") element.setAttribute(name, value.replace("#", `#still-${copies}-`));
      else if (value.includes("url(#")) element.setAttribute(name, value.replaceAll("url(#", `url(#still-${copies}-`));
    }
  }
}
