// An animated PNG out of single ones: the pictures' own chunks, with numbers and times between them.

export interface Still {
  png: Uint8Array;
  /** How long it is shown. */
  ms: number;
  /** Where it is laid upon what was shown before. */
  x?: number;
  y?: number;
}

interface Chunk {
  type: string;
  data: Uint8Array;
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const HEAD = 12; // of a chunk: length, type and check
const KEEP = 0;
const OVER = 1; // laid upon what is there, which shows where it is clear

/** The pictures must be of one kind. The first is whole, and what a program shows that knows no moving ones. */
export function animate(stills: Still[]): Uint8Array {
  const pictures = stills.map(({ png }) => chunksOf(png));
  const [first = []] = pictures;
  const header = first.find(({ type }) => type === "IHDR");
  if (!header) throw new Error("There is no picture.");
  let number = 0;
  const parts: Uint8Array[] = [Uint8Array.from(SIGNATURE), chunk("IHDR", header.data), chunk("acTL", words(stills.length, 0))];
  for (const { type, data } of first.slice(1)) {
    if (type === "IDAT") break;
    parts.push(chunk(type, data));
  }
  pictures.forEach((chunks, index) => {
    const own = chunks.find(({ type }) => type === "IHDR")?.data ?? new Uint8Array();
    if (!same(own.subarray(8), header.data.subarray(8))) throw new Error("The pictures are not of one kind.");
    const { x = 0, y = 0, ms = 0 } = stills[index] ?? {};
    parts.push(chunk("fcTL", joined([words(number++), own.subarray(0, 8), words(x, y), delay(ms), Uint8Array.of(KEEP, index ? OVER : 0)])));
    for (const { data } of chunks.filter(({ type }) => type === "IDAT")) {
      parts.push(index ? chunk("fdAT", joined([words(number++), data])) : chunk("IDAT", data));
    }
  });
  parts.push(chunk("IEND", new Uint8Array()));
  return joined(parts);
}

export function chunksOf(png: Uint8Array): Chunk[] {
  if (!SIGNATURE.every((byte, index) => png[index] === byte)) throw new Error("This is no PNG.");
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const found: Chunk[] = [];
  let at = SIGNATURE.length;
  while (at + HEAD <= png.length) {
    const length = view.getUint32(at);
    found.push({ type: String.fromCharCode(...png.subarray(at + 4, at + 8)), data: png.subarray(at + 8, at + 8 + length) });
    at += HEAD + length;
  }
  return found;
}

export function chunk(type: string, data: Uint8Array): Uint8Array {
  const named = joined([Uint8Array.from(type, (letter) => letter.charCodeAt(0)), data]);
  return joined([words(data.length), named, words(crc32(named))]);
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

/** Thousandths of a second; two bytes hold no more than a minute of them. */
function delay(ms: number): Uint8Array {
  const made = new DataView(new ArrayBuffer(4));
  made.setUint16(0, Math.min(0xffff, Math.round(ms)));
  made.setUint16(2, 1000);
  return new Uint8Array(made.buffer);
}

function words(...values: number[]): Uint8Array {
  const made = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, index) => made.setUint32(4 * index, value));
  return new Uint8Array(made.buffer);
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const same = (one: Uint8Array, other: Uint8Array): boolean => one.length === other.length && one.every((byte, index) => byte === other[index]);
