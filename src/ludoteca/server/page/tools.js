// Small tools that home and room share.

export const main = document.getElementById("main");
export const line = document.getElementById("line");
/** What the house offers, as GET /api/games tells it. */
export const house = { games: [] };

/** An element; data gets in as text or attributes only. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key !== "value" && value !== false && value != null) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(3).filter((child) => child != null && child !== false));
  if ("value" in props) node.value = props.value;
  return node;
}

/** New content for a section; what somebody is typing there, and the focus, stay. */
export function redraw(section, ...children) {
  const active = section.contains(document.activeElement) ? document.activeElement : null;
  const caret = active?.type === "text" ? [active.selectionStart, active.selectionEnd] : null;
  const typed = [...section.querySelectorAll("[data-dirty][id]")];
  section.replaceChildren(...children.flat(3).filter(Boolean));
  for (const old of typed) {
    const now = document.getElementById(old.id);
    if (now) Object.assign(now, { value: old.value, checked: old.checked }).dataset.dirty = "1";
  }
  const again = active?.id && document.getElementById(active.id);
  if (again) again.focus({ preventScroll: true });
  if (again && caret) again.setSelectionRange(...caret);
}

const memory = new Map();
export function remember(key, value) {
  memory.set(key, value);
  try { localStorage.setItem(`ludoteca.${key}`, JSON.stringify(value)); } catch { /* private mode: this tab remembers */ }
}
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(`ludoteca.${key}`);
    if (text !== null) return JSON.parse(text) ?? otherwise;
  } catch { /* as above */ }
  return memory.get(key) ?? otherwise;
}
export const rememberRoom = (code, more) =>
  remember("rooms", { ...recall("rooms", {}), [code]: { ...recall("rooms", {})[code], at: Date.now(), ...more } });

export async function ask(url, options) {
  const answer = await fetch(url, options);
  const body = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(body.text), { status: answer.status });
  return body;
}

export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
export const roleName = (role) => (/^\d+$/.test(role) ? `Seat ${role}` : capital(role));
export const optionTitle = (name) => capital(name.replaceAll("_", " "));
export const aboutGame = (name) => house.games.find((game) => game.name === name);
export const button = (text, onclick, props = {}) => h("button", { type: "button", onclick, ...props }, text);
export const field = (label, input, help) =>
  h("div", { class: "field" }, h("label", { for: input.id }, label), input, help && h("small", {}, help));
export const nameInput = (id, value = recall("name", "")) =>
  h("input", { id, type: "text", maxlength: 24, autocomplete: "off", value });
export const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");

export function go(path) {
  history.pushState(null, "", path);
  dispatchEvent(new Event("popstate"));
}

export const drawOptions = (game, values, id) => game.options.map((option) => {
  const value = values[option.name] ?? option.default;
  const props = { id: `${id}-${option.name}` };
  const input = {
    whole: () => h("input", { ...props, type: "number", min: option.low, max: option.high, step: option.step, required: true, value }),
    switch: () => h("input", { ...props, type: "checkbox", checked: value }),
    choice: () => h("select", { ...props, value }, option.choices.map((choice) => h("option", {}, choice))),
  }[option.kind]();
  return field(optionTitle(option.name), input, `${option.help} ${option.kind === "whole" ? capital(option.bounds) + "." : ""}`);
});

export const readOptions = (game, id) => Object.fromEntries(game.options.map((option) => {
  const input = document.getElementById(`${id}-${option.name}`);
  delete input.dataset.dirty;
  return [option.name, { whole: () => Number(input.value), switch: () => input.checked, choice: () => input.value }[option.kind]()];
}));
