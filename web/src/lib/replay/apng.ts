// Joins PNG pictures into an animated PNG: their own chunks, with sequence numbers and delays between them.

export interface ApngFrame {
  png: Uint8Array;
  /** How long it is shown. */
  ms: number;
  /** Its position on the previous frame. */
  x?: number;
  y?: number;
}

interface Chunk {
  type: string;
  data: Uint8Array;
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const CHUNK_OVERHEAD = 12; // length, type and checksum
const DISPOSE_NONE = 0;
const BLEND_OVER = 1; // the previous frame shows through transparent pixels

/** Join the pictures, which must share one pixel format. The first is complete; programs without APNG show only it. */
export function animate(frames: ApngFrame[]): Uint8Array {
  const pictures = frames.map(({ png }) => chunksOf(png));
  const [first = []] = pictures;
  const header = first.find(({ type }) => type === "IHDR");
  if (!header) throw new Error("There is no picture.");
  let number = 0;
  const parts: Uint8Array[] = [Uint8Array.from(SIGNATURE), chunk("IHDR", header.data), chunk("acTL", uint32s(frames.length, 0))];
  for (const { type, data } of first.slice(1)) {
    if (type === "IDAT") break;
    parts.push(chunk(type, data));
  }
  pictures.forEach((chunks, index) => {
    const frameHeader = chunks.find(({ type }) => type === "IHDR")?.data ?? new Uint8Array();
    if (!equalBytes(frameHeader.subarray(8), header.data.subarray(8))) throw new Error("The pictures differ in pixel format.");
    const { x = 0, y = 0, ms = 0 } = frames[index] ?? {};
    parts.push(chunk("fcTL", concat([uint32s(number++), frameHeader.subarray(0, 8), uint32s(x, y), delay(ms), Uint8Array.of(DISPOSE_NONE, index ? BLEND_OVER : 0)])));
    for (const { data } of chunks.filter(({ type }) => type === "IDAT")) {
      parts.push(index ? chunk("fdAT", concat([uint32s(number++), data])) : chunk("IDAT", data));
    }
  });
  parts.push(chunk("IEND", new Uint8Array()));
  return concat(parts);
}

export function chunksOf(png: Uint8Array): Chunk[] {
  if (!SIGNATURE.every((byte, index) => png[index] === byte)) throw new Error("This is not a PNG file.");
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const found: Chunk[] = [];
  let at = SIGNATURE.length;
  while (at + CHUNK_OVERHEAD <= png.length) {
    const length = view.getUint32(at);
    found.push({ type: String.fromCharCode(...png.subarray(at + 4, at + 8)), data: png.subarray(at + 8, at + 8 + length) });
    at += CHUNK_OVERHEAD + length;
  }
  return found;
}

export function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = concat([Uint8Array.from(type, (letter) => letter.charCodeAt(0)), data]);
  return concat([uint32s(data.length), body, uint32s(crc32(body))]);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(data: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of data) value = (TABLE[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Encode a delay in milliseconds, as a fraction; two bytes hold at most 65 seconds. */
function delay(ms: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint16(0, Math.min(0xffff, Math.round(ms)));
  view.setUint16(2, 1000);
  return new Uint8Array(view.buffer);
}

function uint32s(...values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, index) => view.setUint32(4 * index, value));
  return new Uint8Array(view.buffer);
}

function concat(parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const equalBytes = (one: Uint8Array, other: Uint8Array): boolean => one.length === other.length && one.every((byte, index) => byte === other[index]);
