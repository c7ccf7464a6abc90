// Turns a board into a standalone SVG picture, with the computed styles written into its elements.

export interface Picture {
  svg: string;
  width: number;
  height: number;
  /** The background colour. */
  background: string;
}

const SVG = "http://www.w3.org/2000/svg";
/** A drawing that fills at least this share of the board is the picture; otherwise everything visible is. */
const MAIN_SHARE = 0.2;
const INHERITED = [
  ..."color fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset".split(" "),
  ..."stroke-opacity stroke-miterlimit font-family font-size font-weight font-style font-variant text-anchor letter-spacing".split(" "),
  ..."dominant-baseline visibility paint-order clip-rule".split(" "),
];
const NOT_INHERITED: Record<string, string> = {
  opacity: "1",
  filter: "none",
  "clip-path": "none",
  mask: "none",
  "stop-color": "rgb(0, 0, 0)",
  "stop-opacity": "1",
};
const SKIPPED_ATTRIBUTES = /^(class|style|role|tabindex|transform|on.*|aria-.*|data-.*)$/;
const NO_TRANSFORM = /Gradient$|^pattern$/;

/** Return a picture of the board as it is now; running animations are finished first. */
export function pictureOf(board: Element): Picture {
  finishAnimations(board);
  const main = mainDrawing(board);
  const shown = main ?? board.firstElementChild ?? board;
  const background = backgroundOf(shown);
  const { width, height } = shown.getBoundingClientRect();
  const root = element("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  root.append(element("rect", { width, height, fill: background }));
  if (main) {
    const drawing = copyStyled(main, null);
    setBox(drawing, 0, 0, width, height);
    if (main.dataset.whole) drawing.setAttribute("viewBox", main.dataset.whole); // of a board that shows only a part
    root.append(drawing);
  } else root.append(...htmlToSvg(shown, shown.getBoundingClientRect()));
  addReferenced(root);
  return { svg: new XMLSerializer().serializeToString(root), width, height, background };
}

function finishAnimations(board: Element): void {
  for (const animation of board.getAnimations({ subtree: true })) {
    try {
      animation.finish();
    } catch {
      animation.cancel(); // an endless animation cannot finish
    }
  }
}

function mainDrawing(board: Element): SVGSVGElement | null {
  const area = (element: Element): number => element.getBoundingClientRect().width * element.getBoundingClientRect().height;
  const [largest] = [...board.querySelectorAll("svg")].sort((a, b) => area(b) - area(a));
  return largest && area(largest) >= MAIN_SHARE * area(board) ? largest : null;
}

/** Return the first background colour behind an element; of a gradient, its middle colour. */
function backgroundOf(from: Element): string {
  for (let element: Element | null = from; element; element = element.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const colours = backgroundImage.match(/rgba?\([^)]*\)/g);
    if (colours) return colours[colours.length >> 1] ?? "#fff";
    if (isOpaque(backgroundColor)) return backgroundColor;
  }
  return "#fff";
}

const isOpaque = (colour: string): boolean => colour !== "transparent" && !/, 0\)$/.test(colour);

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const copy = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) copy.setAttribute(key, String(value));
  return copy;
}

function setBox(drawing: SVGElement, x: number, y: number, width: number, height: number): void {
  for (const [key, value] of Object.entries({ x, y, width, height })) drawing.setAttribute(key, String(value));
}

/** Copy an element with its styles as attributes; inherited styles only where they change. */
function copyStyled(from: Element, above: CSSStyleDeclaration | null): SVGElement {
  const copy = document.createElementNS(SVG, from.localName);
  const style = getComputedStyle(from);
  for (const { name, value } of from.attributes) if (!SKIPPED_ATTRIBUTES.test(name)) copy.setAttribute(name, value);
  for (const name of INHERITED) {
    const value = style.getPropertyValue(name);
    if (value !== above?.getPropertyValue(name) || copy.hasAttribute(name)) copy.setAttribute(name, value);
  }
  for (const [name, initial] of Object.entries(NOT_INHERITED)) {
    const value = style.getPropertyValue(name);
    if (value && value !== initial) copy.setAttribute(name, value);
    else copy.removeAttribute(name);
  }
  if (from.localName === "svg" && style.overflow === "visible") copy.setAttribute("overflow", "visible");
  if (!NO_TRANSFORM.test(from.localName)) setTransform(copy, from, style);
  for (const child of from.childNodes) {
    if (child instanceof Element) {
      if (getComputedStyle(child).display !== "none") copy.append(copyStyled(child, style));
    } else if (child.nodeType === Node.TEXT_NODE) copy.append(child.textContent ?? "");
  }
  return copy;
}

/** Write a CSS transform, with its origin, as an attribute, which every program understands. */
function setTransform(copy: SVGElement, from: Element, style: CSSStyleDeclaration): void {
  if (style.transform === "none" || from.localName === "svg") return;
  let [x = 0, y = 0] = style.transformOrigin.split(" ").map(parseFloat);
  if (style.transformBox === "fill-box" && from instanceof SVGGraphicsElement) {
    const box = from.getBBox();
    [x, y] = [x + box.x, y + box.y];
  }
  copy.setAttribute("transform", x || y ? `translate(${x} ${y}) ${style.transform} translate(${-x} ${-y})` : style.transform);
}

/** Copy elements that the picture refers to (gradients, for example) from the rest of the page. */
function addReferenced(root: SVGElement): void {
  const defs = element("defs", {});
  const known = new Set([...root.querySelectorAll("[id]")].map(({ id }) => id));
  for (let again = true; again; ) {
    again = false;
    for (const id of referencedIds(root, defs)) {
      const found = known.has(id) ? null : document.getElementById(id);
      known.add(id);
      if (!found) continue;
      defs.append(copyStyled(found, found.parentElement && getComputedStyle(found.parentElement)));
      again = true;
    }
  }
  if (defs.childNodes.length) root.prepend(defs);
}

function referencedIds(...roots: SVGElement[]): Set<string> {
  const text = roots.map((root) => new XMLSerializer().serializeToString(root)).join("");
  const found = text.matchAll(/url\((?:&quot;|"|')?#([^"'&)]+)|href="#([^"]+)"/g);
  return new Set([...found].map(([, byUrl, byHref]) => byUrl ?? byHref ?? ""));
}

/** Return a part of the page as SVG: backgrounds, borders, texts and drawings. */
function htmlToSvg(from: Element, root: DOMRect): SVGElement[] {
  const style = getComputedStyle(from);
  const box = from.getBoundingClientRect();
  if (!from.checkVisibility() || style.visibility === "hidden" || style.clipPath !== "none") return [];
  if (from.matches("input, select, textarea, label, progress, button:not(:has(svg))")) return [];
  const [x, y] = [box.x - root.x, box.y - root.y];
  if (from instanceof SVGSVGElement) {
    if (!box.width) return [];
    const drawing = copyStyled(from, null);
    setBox(drawing, x, y, box.width, box.height);
    return [drawing];
  }
  const inside = [...from.childNodes].flatMap((child) =>
    child instanceof Element ? htmlToSvg(child, root) : child instanceof Text ? textLines(child, style, root) : [],
  );
  const background = backgroundAndBorders(style, x, y, box);
  if (style.overflow === "visible" || !box.width) return [...background, ...inside];
  const window = element("svg", { x, y, width: box.width, height: box.height, viewBox: `${x} ${y} ${box.width} ${box.height}` });
  window.append(...inside);
  return [...background, window];
}

function backgroundAndBorders(style: CSSStyleDeclaration, x: number, y: number, { width, height }: DOMRect): SVGElement[] {
  const [top = 0, right = 0, bottom = 0, left = 0] = ["top", "right", "bottom", "left"].map((side) => parseFloat(style.getPropertyValue(`border-${side}-width`)));
  const around = top && right && bottom && left;
  const shapes: SVGElement[] = [];
  if (around || isOpaque(style.backgroundColor)) {
    const inset = around ? top / 2 : 0;
    const rect = element("rect", { x: x + inset, y: y + inset, width: Math.max(0, width - 2 * inset), height: Math.max(0, height - 2 * inset) });
    rect.setAttribute("rx", String(Math.min(parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2)));
    rect.setAttribute("fill", isOpaque(style.backgroundColor) ? style.backgroundColor : "none");
    if (around) setStroke(rect, style, "top", top);
    shapes.push(rect);
  }
  if (!around && top) shapes.push(setStroke(element("line", { x1: x, x2: x + width, y1: y, y2: y }), style, "top", top));
  if (!around && bottom) shapes.push(setStroke(element("line", { x1: x, x2: x + width, y1: y + height, y2: y + height }), style, "bottom", bottom));
  return shapes;
}

function setStroke(shape: SVGElement, style: CSSStyleDeclaration, side: string, width: number): SVGElement {
  shape.setAttribute("stroke", style.getPropertyValue(`border-${side}-color`));
  shape.setAttribute("stroke-width", String(width));
  if (style.getPropertyValue(`border-${side}-style`) === "dashed") shape.setAttribute("stroke-dasharray", `${3 * width} ${3 * width}`);
  return shape;
}

/** Return a text line by line, as the page breaks it. */
function textLines(node: Text, style: CSSStyleDeclaration, root: DOMRect): SVGElement[] {
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
    const attributes = { x: box.x - root.x, y: box.y - root.y + box.height / 2, fill: style.color, "dominant-baseline": "central" };
    const copy = element("text", { ...attributes, "font-family": style.fontFamily, "font-size": style.fontSize, "font-weight": style.fontWeight });
    copy.textContent = text;
    return copy;
  });
}
