// Up and down walk over the fields of a form, so that a game can be set up without touching anything but arrows.

const STOPS = 'input:not([type=hidden]), select, textarea, button:not([tabindex="-1"]), [role=radio][tabindex="0"]';

/** An attachment for a form: ArrowUp and ArrowDown go to the field before and after, Enter submits. */
export function arrowKeys(form: HTMLFormElement): () => void {
  function key(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.target as HTMLElement).role === "radio") return send(event);
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    const here = event.target as HTMLElement;
    if (here instanceof HTMLTextAreaElement || (here instanceof HTMLInputElement && here.type === "range")) return;
    const stops = [...form.querySelectorAll<HTMLElement>(STOPS)].filter(
      (stop) => stop.tabIndex >= 0 && !stop.hasAttribute("disabled") && stop.offsetParent !== null,
    );
    const next = stops[stops.indexOf(here) + (event.key === "ArrowDown" ? 1 : -1)];
    event.preventDefault();
    next?.focus();
  }
  /** As with any other radio button. */
  function send(event: KeyboardEvent): void {
    event.preventDefault();
    form.requestSubmit();
  }
  form.addEventListener("keydown", key);
  return () => form.removeEventListener("keydown", key);
}
