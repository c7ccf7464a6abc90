// The drawings of the tiles: six shapes in six colours. Every colour also has its own rim, so colour is never the only cue.

export interface Glaze {
  face: string;
  light: string;
  side: string;
}

/** The shades of each colour: the face, the light upper edge and the dark side. */
export const GLAZES: Record<string, Glaze> = {
  r: { face: "#d23c2a", light: "#ec6a52", side: "#86190f" },
  y: { face: "#eeb01f", light: "#ffd766", side: "#9c6407" },
  g: { face: "#3f9150", light: "#6cbf74", side: "#1c5530" },
  b: { face: "#2757b0", light: "#5486db", side: "#122f6c" },
  c: { face: "#35b5cd", light: "#86e2ef", side: "#15717f" },
  m: { face: "#b9307d", light: "#df6cab", side: "#6d144a" },
};

export interface Drawing {
  /** Filled in cream. */
  body: string;
  /** Lines in cream, each with its width. */
  lines?: [number, string][];
  /** In the colour of the tile, filled and as lines. */
  marks?: string;
  veins?: string;
  /** The centre of the flower, in gold. */
  heart?: string;
}

const circle = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** Shapes around the origin, 90 by 90. */
export const SHAPES: Record<string, Drawing> = {
  f: { body: petals(6), heart: circle(0, 0, 12) },
  b: {
    body: "M-42-10-26-20C-22-30-8-30-4-20 2-14 8-10 14-12 18-26 28-36 42-40 40-22 34-8 24 2L42 16C34 20 24 20 16 16 4 28-14 28-24 16-32 8-30-2-32-8Z",
    marks: `${circle(-17, -16, 3.5)}M-10-4C-8 10 4 16 18 6 8 8 0 4-2-6Z`,
  },
  t: {
    body: "M-22 0a22 25 0 1 0 44 0a22 25 0 1 0-44 0ZM-9-34a9 9 0 1 0 18 0a9 9 0 1 0-18 0ZM-16-18C-26-32-38-30-42-22-34-20-28-14-22-8ZM16-18C26-32 38-30 42-22 34-20 28-14 22-8ZM-18 14C-28 18-32 28-28 36-22 32-16 28-10 24ZM18 14C28 18 32 28 28 36 22 32 16 28 10 24ZM-4 24 0 36 4 24Z",
    veins: "M0-13 11-6V8L0 15-11 8V-6ZM0-13V-22M11-6 18-11M11 8 18 13M0 15V23M-11 8-18 13M-11-6-18-11",
  },
  d: {
    body: "M-42 8C-36 4-34 0-32-6-26-24-12-32 0-32 2-40 8-44 14-44 12-38 12-34 14-28 28-20 34-6 34 10 40 14 44 22 42 32 36 26 32 24 28 24 24 28 18 32 12 32 14 24 20 16 24 12 20 0 10-6-2-6-4 2-8 8-14 10-14 4-14 0-14-4-22-2-28 4-32 10-36 12-42 12-42 8Z",
    marks: circle(-22, -11, 3),
  },
  e: {
    body: "M-34 40C-30 26-26 16-18 6-24-14 0-38 36-40 36-34 34-28 31-22L20-20 27-13C24-6 19 1 13 6L3 6 7 12C0 16-8 17-14 14-22 22-27 30-29 42Z",
    veins: "M-16 12C-6-6 6-18 22-28M-7-2-8-14M2-12 2-23M-3-6 9-5M8-17 19-17",
  },
  l: {
    body: "M36-43C37-34 34-24 25-19L16-17C14-27 24-40 36-43Z",
    lines: [
      [6, "M15-20C9-14 9-4 3 5L-3 9C-12 17-34 12-37 27-37 39-24 42-10 36M20-10 36-10 38 4M10-20-3-31-15-26M8 6 23 12 20 27M2-1-14-9-27 0"],
      [15, "M17-20C10-13 11-4 5 3"],
      [10, "M5 3Q-2 9-10 13"],
      [3.5, "M38 2 30 9M38 2 38 11M38 2 45 8M-13-27-23-31M-13-27-23-25M-13-27-20-18M20 25 12 31M20 25 19 35M20 25 27 32M-25-1-35-3M-25-1-34 5M-25-1-27 8"],
    ],
    marks: `${circle(28, -31, 2.2)}${circle(13, -11, 2.4)}${circle(9, -2, 2.4)}${circle(1, 6, 2)}`,
  },
};

/** Return petals around the origin. */
function petals(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index * 2 * Math.PI) / count;
    const at = (x: number, y: number): string =>
      [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)].map((one) => one.toFixed(1)).join(" ");
    return `M${at(0, -6)}C${at(-20, -18)} ${at(-18, -42)} ${at(0, -42)}S${at(20, -18)} ${at(0, -6)}Z`;
  }).join("");
}

export interface Rim {
  /** The distance of a rounded frame from the centre, and its dash pattern. */
  frame: number | null;
  dash?: string;
  /** An ornament for each corner, drawn for the top left one. */
  corner?: string;
}

/** Line, beads, dashes, double line, shells, diamonds: distinct without colour. */
export const RIMS: Record<string, Rim> = {
  r: { frame: 42 },
  y: { frame: 41, dash: "0.1 9.4" },
  g: { frame: 42, dash: "15 8" },
  b: { frame: 42, corner: "M-42-24V-34A8 8 0 0 1-34-42H-24L-42-24Z" },
  c: { frame: null, corner: "M-42-26A16 16 0 0 0-26-42M-42-34A8 8 0 0 0-34-42" },
  m: { frame: null, corner: "M-42-33-33-42-24-33-33-24Z" },
};

export const SUNS = new Set("a1 e1 i1 b2 h2 c3 g3 a5 i5 c7 g7 b8 h8 a9 e9 i9".split(" "));
export const MOON = "e5";
export const WIDTH = 9;

export const RAYS = "M0-40 9-20 29-29 20-9 40 0 20 9 29 29 9 20 0 40-9 20-29 29-20 9-40 0-20-9-29-29-9-20Z";
export const CRESCENT = "M27 18A36 36 0 1 1 0-34 29 29 0 0 0 27 18Z";
