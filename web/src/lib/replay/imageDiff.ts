// The difference between two pictures: the smallest part that holds every change, transparent where nothing changed.

export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

/** Return the part of `after` that differs from `before`: one transparent pixel if nothing changed. Both are opaque, with four bytes per pixel. */
export function changedPart(before: Uint8ClampedArray, after: Uint8ClampedArray, width: number): Part {
  const [old, now] = [pixels(before), pixels(after)];
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let index = 0; index < now.length; index++) {
    if (now[index] === old[index]) continue;
    const [x, y] = [index % width, Math.floor(index / width)];
    if (top < 0) top = y;
    bottom = y;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  if (top < 0) return { x: 0, y: 0, width: 1, height: 1, data: new Uint8ClampedArray(4) };
  const [partWidth, partHeight] = [right - left + 1, bottom - top + 1];
  const part = new Uint32Array(partWidth * partHeight);
  for (let y = 0; y < partHeight; y++) {
    for (let x = 0; x < partWidth; x++) {
      const index = (top + y) * width + left + x;
      if (now[index] !== old[index]) part[y * partWidth + x] = now[index] ?? 0;
    }
  }
  return { x: left, y: top, width: partWidth, height: partHeight, data: new Uint8ClampedArray(part.buffer) };
}

const pixels = (data: Uint8ClampedArray): Uint32Array => new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
