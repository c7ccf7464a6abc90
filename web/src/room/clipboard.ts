// Copying texts, with or without a secure context.

/** Copy a text; if that is refused, select its element, to be copied by hand, and return false. */
export async function copyText(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else if (!copyBySelection(text)) throw new Error("refused");
    return true;
  } catch {
    if (shown instanceof HTMLInputElement) shown.select();
    else getSelection()?.selectAllChildren(shown);
    return false;
  }
}

/** Copy as it was done before there was a clipboard API, which needs a secure context. */
function copyBySelection(text: string): boolean {
  const opener = document.activeElement as HTMLElement | null;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  opener?.focus();
  return done;
}
