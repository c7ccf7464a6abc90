// QR codes drawn in the browser, so that the key of a personal link is sent nowhere.

import { encode } from "uqr";

/** The quiet zone that readers need around a code, in modules. */
export const QUIET = 4;

/** Return the size of a code with its margin, and the path of its dark modules. */
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
