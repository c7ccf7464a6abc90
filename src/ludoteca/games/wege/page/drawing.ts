// The outlines on a card, 100 by 100. Land, water, paths and streams meet the card's edge at right angles and always at the same
// distance from the corner, so they continue on any neighbouring card.

/** How far land or water reaches from a corner along the edges of a card. */
export const REACH = 27;
/** The distance of a gnome from both edges of its corner. */
export const GNOME_INSET = 24;
/** Half the width of a path or stream in the middle of a card. */
const HALF_WIDTH = 12.5;
/** How far it bends there; on a bridge it is straight. */
const BEND_DEGREES = 11;

const fixed = (value: number): string => String(Math.round(value * 100) / 100);
const at = (x: number, y: number): string => `${fixed(x)} ${fixed(y)}`;

interface Band {
  /** The filled shape, from the top left to the bottom right corner. */
  body: string;
  /** Its two edges. */
  banks: string;
  /** Its centre line. */
  middle: string;
}

function band(sway: number): Band {
  const angle = ((45 + sway) * Math.PI) / 180;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  // The upper right bank, from the top edge past the centre to the right edge. The lower left one is the same, rotated by 180°.
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

/** Return a corner that nothing joins: a quarter disc of land or water, as fill and as edge. */
const quarter = (x: number, y: number, sx: number, sy: number): [string, string] => {
  const arc = `${at(x + sx * REACH, y)}A${REACH} ${REACH} 0 0 ${sx * sy > 0 ? 1 : 0} ${at(x, y + sy * REACH)}`;
  return [`M${at(x, y)}L${arc}Z`, `M${arc}`];
};
const pair = (one: [string, string], other: [string, string]): { body: string; banks: string } => ({ body: one[0] + other[0], banks: one[1] + other[1] });

export const FALLING = pair(quarter(0, 0, 1, 1), quarter(100, 100, -1, -1));
export const RISING = pair(quarter(100, 0, -1, 1), quarter(0, 100, 1, -1));
