// Arrow keys in a group of radio buttons: left and right choose the next value and focus its button.

/** Handle a key; `onkeydown` of the element with role `radiogroup`. */
export function radioKeys(event: KeyboardEvent, values: string[], value: string, onchange: (value: string) => void): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || !values.length) return;
  event.preventDefault();
  const next = (values.indexOf(value) + step + values.length) % values.length;
  onchange(values[next] ?? value);
  (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=radio]")[next]?.focus();
}
