// A QR code drawn here: the key of a personal link is sent nowhere.

import { encode } from "uqr";

/** The light margin around a code that readers need. */
export const QUIET = 4;

/** The size of a code with its margin, and the path of its dark cells. */
export function drawQr(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const rows = data.map((row, y) => {
    let drawn = "";
    for (let x = 0; x < size; x++) {
      let end = x;
      while (row[end]) end++;
      if (end > x) drawn += `M${x} ${y}h${end - x}v1H${x}z`;
      x = end;
    }
    return drawn;
  });
  return { size, path: rows.join("") };
}
