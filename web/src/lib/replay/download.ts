// Downloads: pictures as SVG, PNG and animated PNG, and other files.

import { animate, type ApngFrame } from "./apng";
import { changedPart } from "./imageDiff";
import type { Picture } from "./picture";

/** Offer content as a download. */
export function save(name: string, content: Uint8Array | string, type: string): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const saveSvg = (name: string, picture: Picture): void => save(`${name}.svg`, picture.svg, "image/svg+xml");

export async function savePng(name: string, picture: Picture): Promise<void> {
  const width = Math.round(picture.width * 2);
  const { canvas } = await paint(picture, width, Math.round((width * picture.height) / picture.width));
  save(`${name}.png`, await encodePng(canvas), "image/png");
}

/** Paint a picture on a canvas, as large as fits, on its background. */
export async function paint(picture: Picture, width: number, height: number): Promise<CanvasRenderingContext2D> {
  const image = new Image();
  // A data URL: the content security policy allows it, and the canvas stays readable.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`;
  await image.decode();
  const context = newCanvas(width, height);
  context.fillStyle = picture.background;
  context.fillRect(0, 0, width, height);
  const scale = Math.min(width / picture.width, height / picture.height);
  const [wide, high] = [picture.width * scale, picture.height * scale];
  context.drawImage(image, (width - wide) / 2, 0, wide, high);
  return context;
}

function newCanvas(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser cannot draw pictures.");
  return context;
}

/** Encode pictures as one animation, large enough for the largest; each frame holds only what changed. Return null if `onframe` returns false. */
export async function encodeAnimation(pictures: Picture[], width: number, times: number[], onframe: () => boolean): Promise<Uint8Array | null> {
  const height = Math.round(width * Math.max(...pictures.map((picture) => picture.height / picture.width)));
  const frames: ApngFrame[] = [];
  let before: Uint8ClampedArray | null = null;
  for (const [index, picture] of pictures.entries()) {
    const context = await paint(picture, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const { x, y, width: wide, height: high, data: changed } = before ? changedPart(before, data, width) : { x: 0, y: 0, width, height, data };
    const part = newCanvas(wide, high);
    part.putImageData(new ImageData(changed, wide, high), 0, 0);
    frames.push({ png: await encodePng(part.canvas), ms: times[index] ?? 0, x, y });
    before = data;
    if (!onframe()) return null;
  }
  return animate(frames);
}

async function encodePng(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("This browser cannot save pictures.");
  return new Uint8Array(await blob.arrayBuffer());
}
