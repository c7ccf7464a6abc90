// A board as a picture that stands alone: SVG with all that style sheets say written into its elements.

export interface Picture {
  svg: string;
  width: number;
  height: number;
  /** The colour behind it. */
  ground: string;
}

const SVG = "http://www.w3.org/2000/svg";
/** A drawing that takes up so much of the board is the board; elsewhere all that is seen belongs to the picture. */
const MAIN_SHARE = 0.2;
const INHERITED = [
  ..."color fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset".split(" "),
  ..."stroke-opacity stroke-miterlimit font-family font-size font-weight font-style font-variant text-anchor letter-spacing".split(" "),
  ..."dominant-baseline visibility paint-order clip-rule".split(" "),
];
const OWN: Record<string, string> = {
  opacity: "1",
  filter: "none",
  "clip-path": "none",
  mask: "none",
  "stop-color": "rgb(0, 0, 0)",
  "stop-opacity": "1",
};
const LEFT_OUT = /^(class|style|role|tabindex|transform|on.*|aria-.*|data-.*)$/;
const NO_TRANSFORM = /Gradient$|^pattern$/;

/** The board as it is shown now; what is still moving is let arrive. */
export function pictureOf(board: Element): Picture {
  settle(board);
  const main = mainDrawing(board);
  const shown = main ?? board.firstElementChild ?? board;
  const ground = groundOf(shown);
  const { width, height } = shown.getBoundingClientRect();
  const sheet = element("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  sheet.append(element("rect", { width, height, fill: ground }));
  if (main) {
    const drawing = drawn(main, null);
    place(drawing, 0, 0, width, height);
    sheet.append(drawing);
  } else sheet.append(...pieces(shown, shown.getBoundingClientRect()));
  bring(sheet);
  return { svg: new XMLSerializer().serializeToString(sheet), width, height, ground };
}

function settle(board: Element): void {
  for (const animation of board.getAnimations({ subtree: true })) {
    try {
      animation.finish();
    } catch {
      animation.cancel(); // one without an end
    }
  }
}

function mainDrawing(board: Element): SVGSVGElement | null {
  const area = (one: Element): number => one.getBoundingClientRect().width * one.getBoundingClientRect().height;
  const [largest] = [...board.querySelectorAll("svg")].sort((one, other) => area(other) - area(one));
  return largest && area(largest) >= MAIN_SHARE * area(board) ? largest : null;
}

/** The first colour that is found behind an element; of a gradient, its middle one. */
function groundOf(from: Element): string {
  for (let one: Element | null = from; one; one = one.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(one);
    const colours = backgroundImage.match(/rgba?\([^)]*\)/g);
    if (colours) return colours[colours.length >> 1] ?? "#fff";
    if (solid(backgroundColor)) return backgroundColor;
  }
  return "#fff";
}

const solid = (colour: string): boolean => colour !== "transparent" && !/, 0\)$/.test(colour);

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function place(drawing: SVGElement, x: number, y: number, width: number, height: number): void {
  for (const [key, value] of Object.entries({ x, y, width, height })) drawing.setAttribute(key, String(value));
}

/** An element of a drawing with its styles as attributes: of those that are inherited, only where they change. */
function drawn(from: Element, above: CSSStyleDeclaration | null): SVGElement {
  const made = document.createElementNS(SVG, from.localName);
  const style = getComputedStyle(from);
  for (const { name, value } of from.attributes) if (!LEFT_OUT.test(name)) made.setAttribute(name, value);
  for (const name of INHERITED) {
    const value = style.getPropertyValue(name);
    if (value !== above?.getPropertyValue(name) || made.hasAttribute(name)) made.setAttribute(name, value);
  }
  for (const [name, usual] of Object.entries(OWN)) {
    const value = style.getPropertyValue(name);
    if (value && value !== usual) made.setAttribute(name, value);
    else made.removeAttribute(name);
  }
  if (from.localName === "svg" && style.overflow === "visible") made.setAttribute("overflow", "visible");
  if (!NO_TRANSFORM.test(from.localName)) turn(made, from, style);
  for (const child of from.childNodes) {
    if (child instanceof Element) {
      if (getComputedStyle(child).display !== "none") made.append(drawn(child, style));
    } else if (child.nodeType === Node.TEXT_NODE) made.append(child.textContent ?? "");
  }
  return made;
}

/** A transform about its origin, as an attribute, which every program understands. */
function turn(made: SVGElement, from: Element, style: CSSStyleDeclaration): void {
  if (style.transform === "none" || from.localName === "svg") return;
  let [x = 0, y = 0] = style.transformOrigin.split(" ").map(parseFloat);
  if (style.transformBox === "fill-box" && from instanceof SVGGraphicsElement) {
    const box = from.getBBox();
    [x, y] = [x + box.x, y + box.y];
  }
  made.setAttribute("transform", x || y ? `translate(${x} ${y}) ${style.transform} translate(${-x} ${-y})` : style.transform);
}

/** What is referred to but lies elsewhere in the page comes along. */
function bring(sheet: SVGElement): void {
  const defs = element("defs", {});
  const known = new Set([...sheet.querySelectorAll("[id]")].map(({ id }) => id));
  for (let again = true; again; ) {
    again = false;
    for (const id of referred(sheet, defs)) {
      const found = known.has(id) ? null : document.getElementById(id);
      known.add(id);
      if (!found) continue;
      defs.append(drawn(found, found.parentElement && getComputedStyle(found.parentElement)));
      again = true;
    }
  }
  if (defs.childNodes.length) sheet.prepend(defs);
}

function referred(...roots: SVGElement[]): Set<string> {
  const text = roots.map((root) => new XMLSerializer().serializeToString(root)).join("");
  const found = text.matchAll(/url\((?:&quot;|"|')?#([^"'&)]+)|href="#([^"]+)"/g);
  return new Set([...found].map(([, one, other]) => one ?? other ?? ""));
}

/** A part of the page as SVG: grounds, borders, words and drawings, where they are seen. */
function pieces(from: Element, sheet: DOMRect): SVGElement[] {
  const style = getComputedStyle(from);
  const box = from.getBoundingClientRect();
  if (!from.checkVisibility() || style.visibility === "hidden" || style.clipPath !== "none") return [];
  if (from.matches("input, select, textarea, label, progress, button:not(:has(svg))")) return [];
  const [x, y] = [box.x - sheet.x, box.y - sheet.y];
  if (from instanceof SVGSVGElement) {
    if (!box.width) return [];
    const drawing = drawn(from, null);
    place(drawing, x, y, box.width, box.height);
    return [drawing];
  }
  const inside = [...from.childNodes].flatMap((child) =>
    child instanceof Element ? pieces(child, sheet) : child instanceof Text ? wordsOf(child, style, sheet) : [],
  );
  const ground = groundPiece(style, x, y, box);
  if (style.overflow === "visible" || !box.width) return [...ground, ...inside];
  const window = element("svg", { x, y, width: box.width, height: box.height, viewBox: `${x} ${y} ${box.width} ${box.height}` });
  window.append(...inside);
  return [...ground, window];
}

function groundPiece(style: CSSStyleDeclaration, x: number, y: number, { width, height }: DOMRect): SVGElement[] {
  const [top = 0, right = 0, bottom = 0, left = 0] = ["top", "right", "bottom", "left"].map((side) => parseFloat(style.getPropertyValue(`border-${side}-width`)));
  const around = top && right && bottom && left;
  const made: SVGElement[] = [];
  if (around || solid(style.backgroundColor)) {
    const inset = around ? top / 2 : 0;
    const rect = element("rect", { x: x + inset, y: y + inset, width: Math.max(0, width - 2 * inset), height: Math.max(0, height - 2 * inset) });
    rect.setAttribute("rx", String(Math.min(parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2)));
    rect.setAttribute("fill", solid(style.backgroundColor) ? style.backgroundColor : "none");
    if (around) rule(rect, style, "top", top);
    made.push(rect);
  }
  if (!around && top) made.push(rule(element("line", { x1: x, x2: x + width, y1: y, y2: y }), style, "top", top));
  if (!around && bottom) made.push(rule(element("line", { x1: x, x2: x + width, y1: y + height, y2: y + height }), style, "bottom", bottom));
  return made;
}

function rule(made: SVGElement, style: CSSStyleDeclaration, side: string, width: number): SVGElement {
  made.setAttribute("stroke", style.getPropertyValue(`border-${side}-color`));
  made.setAttribute("stroke-width", String(width));
  if (style.getPropertyValue(`border-${side}-style`) === "dashed") made.setAttribute("stroke-dasharray", `${3 * width} ${3 * width}`);
  return made;
}

/** Words line by line, as the page has broken them. */
function wordsOf(node: Text, style: CSSStyleDeclaration, sheet: DOMRect): SVGElement[] {
  const lines: { text: string; box: DOMRect }[] = [];
  const range = document.createRange();
  for (const { 0: word, index } of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.trimEnd().length);
    const box = range.getBoundingClientRect();
    const line = lines.at(-1);
    if (line && Math.abs(line.box.y - box.y) < 2) line.text += ` ${word.trimEnd()}`;
    else if (box.width) lines.push({ text: word.trimEnd(), box });
  }
  return lines.map(({ text, box }) => {
    const attributes = { x: box.x - sheet.x, y: box.y - sheet.y + box.height / 2, fill: style.color, "dominant-baseline": "central" };
    const made = element("text", { ...attributes, "font-family": style.fontFamily, "font-size": style.fontSize, "font-weight": style.fontWeight });
    made.textContent = text;
    return made;
  });
}
