// What is new in a picture: the smallest part that holds every change, clear where nothing changed.

export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

/** Both pictures are opaque, of four bytes a pixel, and that many pixels wide. Without a change it is one clear pixel. */
export function news(before: Uint8ClampedArray, after: Uint8ClampedArray, wide: number): Part {
  const [old, now] = [pixels(before), pixels(after)];
  let [left, right, top, bottom] = [wide, -1, -1, -1];
  for (let index = 0; index < now.length; index++) {
    if (now[index] === old[index]) continue;
    const [x, y] = [index % wide, Math.floor(index / wide)];
    if (top < 0) top = y;
    bottom = y;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  if (top < 0) return { x: 0, y: 0, width: 1, height: 1, data: new Uint8ClampedArray(4) };
  const [width, height] = [right - left + 1, bottom - top + 1];
  const part = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = (top + y) * wide + left + x;
      if (now[index] !== old[index]) part[y * width + x] = now[index] ?? 0;
    }
  }
  return { x: left, y: top, width, height, data: new Uint8ClampedArray(part.buffer) };
}

const pixels = (data: Uint8ClampedArray): Uint32Array => new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
