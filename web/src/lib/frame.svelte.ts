// Whether a page fills the window by itself, without the frame's header and width.

export const frame = $state({ isBare: false });
/** How many parts fill the window: a waiting room may leave only after the table has come. */
let owners = 0;

/** Opens the preferences, which the frame holds; pages without its header need another way to them. */
export const preferencesDialog = { open: (): void => undefined };

/** Fill the window for as long as the component that calls this in an effect lives. */
export function takeWindow(): () => void {
  owners += 1;
  frame.isBare = true;
  return () => {
    owners -= 1;
    frame.isBare = owners > 0;
  };
}
