import { deflateSync, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { animate, chunk, chunksOf, crc32 } from "./apng";

const SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);

/** One grey pixel per byte, in one row. */
function png(...row: number[]): Uint8Array {
  const header = Uint8Array.of(0, 0, 0, row.length, 0, 0, 0, 1, 8, 0, 0, 0, 0);
  const parts = [chunk("IHDR", header), chunk("sRGB", Uint8Array.of(0)), chunk("IDAT", deflateSync(Uint8Array.of(0, ...row))), chunk("IEND", new Uint8Array())];
  return Uint8Array.from([SIGNATURE, ...parts].flatMap((part) => [...part]));
}

describe("an animated PNG", () => {
  it("has the check sum that the format asks for", () => {
    expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
    expect([...chunk("IEND", new Uint8Array()).slice(8)]).toEqual([0xae, 0x42, 0x60, 0x82]);
  });

  it("holds all pictures in order, numbered and timed", () => {
    const chunks = chunksOf(animate([{ png: png(1, 2), ms: 700 }, { png: png(3), ms: 700, x: 1 }, { png: png(5, 6), ms: 90_000 }]));
    expect(chunks.map(({ type }) => type)).toEqual(["IHDR", "acTL", "sRGB", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"]);
    expect([...(chunks[1]?.data ?? [])]).toEqual([0, 0, 0, 3, 0, 0, 0, 0]);
    const numbers = chunks.filter(({ type }) => type === "fcTL" || type === "fdAT").map(({ data }) => data[3]);
    expect(numbers).toEqual([0, 1, 2, 3, 4]);
    expect([...(chunks[3]?.data ?? [])]).toEqual([0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 188, 3, 232, 0, 0]);
    expect([...(chunks[5]?.data ?? [])]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 2, 188, 3, 232, 0, 1]);
    expect([...(chunks[7]?.data.slice(20, 22) ?? [])]).toEqual([255, 255]);
    expect([...inflateSync(chunks[8]?.data.slice(4) ?? new Uint8Array())]).toEqual([0, 5, 6]);
  });

  it("refuses what does not fit together", () => {
    expect(() => animate([])).toThrow();
    const other = png(1);
    other[25] = 6; // another kind of colours
    expect(() => animate([{ png: png(1), ms: 1 }, { png: other, ms: 1 }])).toThrow();
    expect(() => animate([{ png: Uint8Array.of(1, 2, 3), ms: 1 }])).toThrow();
  });
});
