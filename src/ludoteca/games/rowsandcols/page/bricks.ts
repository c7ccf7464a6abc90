// The drawings of the bricks: six shapes in six colours. Every colour also has its own inlay, so colour is never the only cue.

export interface Paint {
  /** The colour on dark lacquer. */
  colour: string;
  /** The inlay along the edge, around the origin: lines, or filled shapes. */
  line?: { path: string; width: number; dash?: string };
  fill?: string;
}

const dot = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const FRAME = "M-40-30Q-40-37-33-37H33Q40-37 40-30V30Q40 37 33 37H-33Q-40 37-40 30Z";

/** Frame, corners, bars, beads, two lines, dots: distinct without colour. In the order of the rules. */
export const PAINTS: Record<string, Paint> = {
  b: { colour: "#4c9bff", line: { path: FRAME, width: 4.5 } },
  r: { colour: "#f8563f", fill: "M-42-39H-19L-42-16ZM42-39H19L42-16ZM-42 39H-19L-42 16ZM42 39H19L42 16Z" },
  g: { colour: "#3cc06a", line: { path: "M-15-37H15M-15 37H15M-40-13V13M40-13V13", width: 7 } },
  y: { colour: "#ffd443", line: { path: FRAME, width: 6, dash: "0.1 11.9" } },
  c: { colour: "#5fe0ee", line: { path: "M-37-37H37M-37 37H37", width: 5.5 } },
  p: { colour: "#ff86c3", fill: [-35, 35].flatMap((x) => [-31, 31].map((y) => dot(x, y, 6.5))).join("") },
};

export interface Shape {
  body: string;
  /** Cut out, so that the lacquer shows. */
  hole?: string;
}

const turned = (angle: number, far: number): [number, number] => [far * Math.sin(angle), -far * Math.cos(angle)];
const round = (value: number): string => value.toFixed(1);

function petals(count: number, far: number, r: number): string {
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = turned((index * 2 * Math.PI) / count, far);
    return dot(Number(round(x)), Number(round(y)), r);
  }).join("");
}

/** Return rays that do not touch their disc. */
function rays(count: number, near: number, far: number, half: number): string {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index * 2 * Math.PI) / count;
    const points = [turned(angle - half, near), turned(angle, far), turned(angle + half, near)];
    return `M${points.map((point) => point.map(round).join(" ")).join("L")}Z`;
  }).join("");
}

function star(tips: number, near: number, far: number): string {
  const points = Array.from({ length: tips * 2 }, (_, index) => turned((index * Math.PI) / tips, index % 2 ? near : far));
  return `M${points.map((point) => point.map(round).join(" ")).join("L")}Z`;
}

/** Shapes around the origin, about 60 by 60; in the order of the rules. */
export const SHAPES: Record<string, Shape> = {
  c: { body: dot(0, 0, 25) },
  s: { body: "M-22-22H22V22H-22Z" },
  r: { body: "M0-31 20 0 0 31-20 0Z" },
  f: { body: petals(5, 17, 12), hole: dot(0, 0, 8) },
  u: { body: dot(0, 0, 14) + rays(8, 18, 31, 0.3) },
  t: { body: star(5, 12.5, 31) },
};

export const COLOUR_LETTERS = Object.keys(PAINTS);
export const SHAPE_LETTERS = Object.keys(SHAPES);
