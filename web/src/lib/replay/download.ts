// Files for the visitor: pictures as SVG and PNG, and whatever else is saved.

import { animate, type Still } from "./apng";
import { news } from "./imageDiff";
import type { Picture } from "./picture";

/** Offered as a download under a name. */
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
  const { canvas } = await painted(picture, width, Math.round((width * picture.height) / picture.width));
  save(`${name}.png`, await pngOf(canvas), "image/png");
}

/** On a canvas of that size, as large as fits, on its own ground. */
export async function painted(picture: Picture, width: number, height: number): Promise<CanvasRenderingContext2D> {
  const image = new Image();
  // A data address: the content security policy lets images come from those, and a canvas stays readable.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`;
  await image.decode();
  const pen = sheet(width, height);
  pen.fillStyle = picture.ground;
  pen.fillRect(0, 0, width, height);
  const scale = Math.min(width / picture.width, height / picture.height);
  const [wide, high] = [picture.width * scale, picture.height * scale];
  pen.drawImage(image, (width - wide) / 2, 0, wide, high);
  return pen;
}

function sheet(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) throw new Error("This browser cannot draw pictures.");
  return pen;
}

/** All pictures as one that moves, of one size in which the largest has room; each holds only what is new in it. */
export async function moving(pictures: Picture[], width: number, times: number[], made: () => boolean): Promise<Uint8Array | null> {
  const height = Math.round(width * Math.max(...pictures.map((one) => one.height / one.width)));
  const stills: Still[] = [];
  let before: Uint8ClampedArray | null = null;
  for (const [index, picture] of pictures.entries()) {
    const pen = await painted(picture, width, height);
    const { data } = pen.getImageData(0, 0, width, height);
    const { x, y, width: wide, height: high, data: fresh } = before ? news(before, data, width) : { x: 0, y: 0, width, height, data };
    const part = sheet(wide, high);
    part.putImageData(new ImageData(fresh, wide, high), 0, 0);
    stills.push({ png: await pngOf(part.canvas), ms: times[index] ?? 0, x, y });
    before = data;
    if (!made()) return null;
  }
  return animate(stills);
}

async function pngOf(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("This browser cannot save pictures.");
  return new Uint8Array(await blob.arrayBuffer());
}
