// The lines of a card, 100 wide and high. Land and water spread around the corners, and paths and streams leave them, at right angles
// to the card's edge and always equally far from the corner: so they run on from card to card, whatever lies beside it.

/** How far land or water reaches from a corner along the edges of a card. */
export const REACH = 27;
/** How far a gnome sits from both edges of its corner. */
export const GNOME_INSET = 24;
/** Half the width of a path or stream in the middle of a card. */
const HALF_WIDTH = 12.5;
/** By how many degrees it winds there; a bridge needs it straight. */
const BEND_DEGREES = 11;

const fixed = (value: number): string => String(Math.round(value * 100) / 100);
const at = (x: number, y: number): string => `${fixed(x)} ${fixed(y)}`;

interface Band {
  /** What is filled, from the top left to the bottom right corner. */
  body: string;
  /** Its two banks. */
  banks: string;
  /** Along its middle. */
  middle: string;
}

function band(sway: number): Band {
  const angle = ((45 + sway) * Math.PI) / 180;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  // The bank above, to the right: from the upper edge past the middle to the right edge. That below is the same, turned by a half.
  const [x, y] = [50 + HALF_WIDTH * dy, 50 - HALF_WIDTH * dx];
  const [early, late] = [22, 15];
  const above = [
    [REACH, 0],
    [REACH, early],
    [x - late * dx, y - late * dy],
    [x, y],
    [x + late * dx, y + late * dy],
    [100 - early, 100 - REACH],
    [100, 100 - REACH],
  ] as const;
  const curve = (turned: boolean): string[] => above.map(([px, py]) => (turned ? at(100 - px, 100 - py) : at(px, py)));
  const write = ([start, ...rest]: string[], first: string): string => `${first}${start}C${rest.join(" ")}`;
  const [one, other] = [curve(false), curve(true)];
  return {
    body: `M0 0${write(one, "L")}L100 100${write(other, "L")}Z`,
    banks: write(one, "M") + write(other, "M"),
    middle: `M0 0C18 18 ${at(50 - 20 * dx, 50 - 20 * dy)} 50 50S82 82 100 100`,
  };
}

export const WINDING = band(BEND_DEGREES);
export const STRAIGHT = band(0);

/** Corners that nothing joins: a quarter of a pond or of an island each. */
const quarter = (x: number, y: number, sx: number, sy: number): [string, string] => {
  const arc = `${at(x + sx * REACH, y)}A${REACH} ${REACH} 0 0 ${sx * sy > 0 ? 1 : 0} ${at(x, y + sy * REACH)}`;
  return [`M${at(x, y)}L${arc}Z`, `M${arc}`];
};
const pair = (one: [string, string], other: [string, string]): { body: string; banks: string } => ({ body: one[0] + other[0], banks: one[1] + other[1] });

export const FALLING = pair(quarter(0, 0, 1, 1), quarter(100, 100, -1, -1));
export const RISING = pair(quarter(100, 0, -1, 1), quarter(0, 100, 1, -1));
