// Arrow keys move through the fields of a form, so that a game can be set up with arrow keys alone.

const STOPS = 'input:not([type=hidden]), select, textarea, button:not([tabindex="-1"]), [role=radio][tabindex="0"]';

/** Attach to a form: ArrowUp and ArrowDown go to the previous and the next field, Enter submits. */
export function arrowKeys(form: HTMLFormElement): () => void {
  function key(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.target as HTMLElement).role === "radio") return submit(event);
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    const field = event.target as HTMLElement;
    if (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "range")) return;
    const stops = [...form.querySelectorAll<HTMLElement>(STOPS)].filter(
      (stop) => stop.tabIndex >= 0 && !stop.hasAttribute("disabled") && stop.offsetParent !== null,
    );
    const next = stops[stops.indexOf(field) + (event.key === "ArrowDown" ? 1 : -1)];
    event.preventDefault();
    next?.focus();
  }
  /** Enter on a radio button submits, as in any form. */
  function submit(event: KeyboardEvent): void {
    event.preventDefault();
    form.requestSubmit();
  }
  form.addEventListener("keydown", key);
  return () => form.removeEventListener("keydown", key);
}
