// Arrow keys move through the fields of a form, so that a game can be set up with arrow keys alone.

const STOPS = 'input:not([type=hidden]), select, textarea, button:not([tabindex="-1"]), a[href], summary, [role=radio][tabindex="0"], [role=spinbutton]';

/** Attach to a form or a menu: ArrowUp and ArrowDown go to the previous and the next field, but not into `data-arrow-skip`. */
export function arrowKeys(form: HTMLElement): () => void {
  function key(event: KeyboardEvent): void {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    const field = event.target as HTMLElement;
    if (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "range")) return;
    const stops = [...form.querySelectorAll<HTMLElement>(STOPS)].filter(
      (stop) => stop.tabIndex >= 0 && !stop.hasAttribute("disabled") && stop.checkVisibility() && (stop === field || !stop.closest("[data-arrow-skip]")),
    );
    const next = stops[stops.indexOf(field) + (event.key === "ArrowDown" ? 1 : -1)];
    event.preventDefault();
    next?.focus();
  }
  form.addEventListener("keydown", key);
  return () => form.removeEventListener("keydown", key);
}
