// The page of the house: a home that opens rooms, and a room that plays any game through its text.

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const SILENCE_MS = 25000;
const main = document.getElementById("main");
const line = document.getElementById("line");
let room = null; // the room on screen, or null at home
let games = []; // what the house offers, as GET /api/games tells it

// Small tools

/** An element; data gets in as text or attributes only. */
function h(tag, props = {}, ...children) {
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
function redraw(section, ...children) {
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
function remember(key, value) {
  memory.set(key, value);
  try { localStorage.setItem(`ludoteca.${key}`, JSON.stringify(value)); } catch { /* private mode: this tab remembers */ }
}
function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(`ludoteca.${key}`);
    if (text !== null) return JSON.parse(text) ?? otherwise;
  } catch { /* as above */ }
  return memory.get(key) ?? otherwise;
}
const rememberRoom = (code, more) =>
  remember("rooms", { ...recall("rooms", {}), [code]: { ...recall("rooms", {})[code], at: Date.now(), ...more } });

async function ask(url, options) {
  const answer = await fetch(url, options);
  const body = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(body.text), { status: answer.status });
  return body;
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const roleName = (role) => (/^\d+$/.test(role) ? `Seat ${role}` : capital(role));
const optionTitle = (name) => capital(name.replaceAll("_", " "));
const aboutGame = (name) => games.find((game) => game.name === name);
const button = (text, onclick, props = {}) => h("button", { type: "button", onclick, ...props }, text);
const field = (label, input, help) =>
  h("div", { class: "field" }, h("label", { for: input.id }, label), input, help && h("small", {}, help));
const nameInput = (id, value = recall("name", "")) =>
  h("input", { id, type: "text", maxlength: 24, autocomplete: "off", value });
const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");

function go(path) {
  history.pushState(null, "", path);
  route();
}

// Home

function drawHome() {
  document.title = "Ludoteca";
  line.textContent = "";
  redraw(main,
    h("section", { class: "welcome" },
      h("h1", {}, "Welcome to the house of games"),
      h("p", {}, "Pick a game, set the table, and share its link. Friends play from their own device, beside you on this one, or against a bot.")),
    h("div", { class: "columns" },
      h("div", {}, games.map(drawOffer)),
      h("div", {}, drawJoin(), drawRooms())));
}

function drawJoin() {
  const code = h("input", { id: "code", type: "text", maxlength: 12, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true });
  const said = h("p", { class: "said", role: "status" });
  const join = async (event) => {
    event.preventDefault();
    const wanted = code.value.trim().toUpperCase();
    try {
      go(`/r/${(await ask(`/api/rooms/${encodeURIComponent(wanted)}`)).code}`);
    } catch (error) { said.textContent = error.message; }
  };
  return h("form", { class: "card", onsubmit: join },
    h("h2", {}, "Join a friend"), field("Code of the room", code),
    h("div", { class: "go" }, h("button", {}, "Go to the room"), said));
}

function drawRooms() {
  const known = Object.entries(recall("rooms", {})).sort((one, other) => other[1].at - one[1].at).slice(0, 12);
  const entry = ([code, { game, at }]) => h("li", {},
    h("a", { href: `/r/${code}`, "data-home": true }, code),
    ` ${aboutGame(game)?.title ?? "A game"}, ${new Date(at).toLocaleDateString("en", { day: "numeric", month: "short" })}`);
  return h("section", { class: "card" }, h("h2", {}, "Your rooms"),
    known.length ? h("ul", { class: "plain" }, known.map(entry)) : h("p", {}, "None yet. Rooms you open or visit are kept here."));
}

function drawOffer(game) {
  const [fewest, most] = game.seats;
  const id = (part) => `new-${game.name}-${part}`;
  const seats = h("div", {});
  const count = h("select", { id: id("count"), onchange: () => drawSeats() },
    Array.from({ length: most - fewest + 1 }, (_, more) => h("option", {}, String(fewest + more))));
  const legs = h("select", { id: id("legs") }, h("option", { value: 1 }, "One game"), h("option", { value: 2 }, "Two legs, changing seats"));
  const said = h("p", { class: "said", role: "status" });
  const drawSeats = () => seats.replaceChildren(...Array.from({ length: Number(count.value) }, (_, seat) => drawWish(game, seat, id)));
  drawSeats();
  const open = async (event) => {
    event.preventDefault();
    const wishes = [...seats.children].map((row) => row.wish());
    const wish = { game: game.name, options: readOptions(game, id("option")), seats: wishes };
    if (wishes.length === 2) wish.legs = Number(legs.value);
    try {
      const { code, token } = await ask("/api/rooms", { method: "POST", body: JSON.stringify(wish) });
      rememberRoom(code, { token, game: game.name });
      go(`/r/${code}`);
    } catch (error) { said.textContent = error.message; }
  };
  return h("form", { class: "card", onsubmit: open },
    h("h2", {}, game.title), h("p", {}, game.about),
    most > fewest && field("Seats", count), seats, drawOptions(game, {}, id("option")),
    most === 2 && field("Length of the match", legs),
    h("div", { class: "go" }, h("button", { class: "main" }, "Open the room"), said));
}

/** One seat of a room to be: who shall sit there. */
function drawWish(game, seat, id) {
  const role = roleName(game.roles[seat] ?? String(seat + 1));
  const name = nameInput(id(`name-${seat}`), seat ? "" : undefined);
  const named = field("Name", name);
  const kind = h("select", { id: id(`kind-${seat}`), value: seat ? "open" : "me", onchange: () => settle() },
    h("option", { value: "me" }, "Me, here"), h("option", { value: "friend" }, "A friend, here"),
    h("option", { value: "open" }, "Open by link"),
    game.bots.map((bot) => h("option", { value: bot.level }, `Bot, level ${bot.level}: ${bot.name}`)));
  const note = h("small", {});
  const settle = () => {
    const here = ["me", "friend"].includes(kind.value);
    named.classList.toggle("unseen", !here);
    name.required = here;
    if (kind.value === "me" && !name.value) name.value = recall("name", "");
    const bot = game.bots.find((one) => String(one.level) === kind.value);
    note.textContent = bot?.about ?? { me: "You play from this device.", friend: "At this device too.", open: "Whoever has the link." }[kind.value];
  };
  settle();
  const row = h("fieldset", { class: "pair" }, h("legend", {}, role),
    h("div", { class: "field" }, h("label", { for: kind.id }, "Who plays"), kind, note), named);
  row.wish = () => {
    if (kind.value === "me") remember("name", name.value);
    if (["me", "friend"].includes(kind.value)) return { kind: "here", name: name.value };
    return kind.value === "open" ? { kind: "open" } : { kind: "bot", level: Number(kind.value) };
  };
  return row;
}

const drawOptions = (game, values, id) => game.options.map((option) => {
  const value = values[option.name] ?? option.default;
  const props = { id: `${id}-${option.name}` };
  const input = {
    whole: () => h("input", { ...props, type: "number", min: option.low, max: option.high, step: option.step, required: true, value }),
    switch: () => h("input", { ...props, type: "checkbox", checked: value }),
    choice: () => h("select", { ...props, value }, option.choices.map((choice) => h("option", {}, choice))),
  }[option.kind]();
  return field(optionTitle(option.name), input, `${option.help} ${option.kind === "whole" ? capital(option.bounds) + "." : ""}`);
});

const readOptions = (game, id) => Object.fromEntries(game.options.map((option) => {
  const input = document.getElementById(`${id}-${option.name}`);
  delete input.dataset.dirty;
  return [option.name, { whole: () => Number(input.value), switch: () => input.checked, choice: () => input.value }[option.kind]()];
}));

// The line to a room

function enterRoom(code) {
  const part = (name, tag = "section") => h(tag, { class: name });
  room = { code, socket: null, table: null, present: null, logs: new Map(), pending: new Map(), resent: new Set(), chosen: [], cursor: "a1", tries: 0, heard: 0, sure: false };
  room.parts = Object.fromEntries(["head", "over", "board", "asks", "gather", "players", "actions"].map((name) => [name, part(name)]));
  room.log = h("ol", { class: "log", role: "log", tabindex: 0, "aria-label": "What happened" });
  room.said = h("p", { class: "said", role: "status" });
  room.move = drawMoveForm();
  const { head, over, board, asks, gather, players, actions } = room.parts;
  main.replaceChildren(head, h("div", { class: "columns room" },
    h("div", {}, gather, board, over, room.move, room.said, asks),
    h("div", {}, players, actions, h("section", { class: "card" }, h("h2", {}, "What happened"), room.log))));
  redraw(head, h("h1", {}, `Room ${code}`));
  room.move.hidden = true;
  connect();
}

async function connect() {
  const here = room;
  clearTimeout(here.timer);
  line.textContent = here.tries ? "Connecting again…" : "Connecting…";
  try {
    await ask(`/api/rooms/${encodeURIComponent(here.code)}`);
  } catch (error) {
    if (room === here) [404, 400].includes(error.status) ? drawNoRoom(error.message) : retry(error.status ? error.message : "The server cannot be reached.");
    return;
  }
  if (room !== here) return;
  const socket = here.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/rooms/${here.code}/socket`);
  const mine = () => room === here && here.socket === socket;
  here.heard = Date.now();
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: recall("rooms", {})[here.code]?.token ?? null }));
  socket.onmessage = (event) => mine() && receive(JSON.parse(event.data));
  socket.onclose = () => mine() && retry("Connection lost.");
}

function retry(why) {
  const wait = Math.min(15000, 500 * 2 ** room.tries++) * (0.75 + Math.random() / 2);
  room.socket = null;
  line.textContent = `${why} Trying again${wait > 1500 ? ` in ${Math.round(wait / 1000)} seconds` : ""}…`;
  room.timer = setTimeout(connect, wait);
}

function leaveRoom() {
  if (!room) return;
  const { socket, timer } = room;
  room = null;
  clearTimeout(timer);
  socket?.close();
}

function drawNoRoom(why) {
  leaveRoom();
  line.textContent = "";
  redraw(main, h("section", { class: "welcome" }, h("h1", {}, why), h("p", {}, "Perhaps the code has a slip in it."),
    h("a", { href: "/", "data-home": true }, "To the house of games")));
}

/** A quiet line is asked for a sign of life; a dead one is given up. */
function keepAlive() {
  if (room?.socket?.readyState !== WebSocket.OPEN) return;
  if (Date.now() - room.heard > SILENCE_MS) {
    const dead = room.socket;
    retry("Connection lost.");
    dead.close();
  } else room.socket.send(JSON.stringify({ type: "ping", id: newId() }));
}

/** Commands wait for their answer, and are said again on a new line: the server knows them by their ids. */
function send(type, fields = {}) {
  const command = { type, id: newId(), ...fields };
  if (type !== "look") room.pending.set(command.id, command);
  room.said.textContent = "";
  if (room.socket?.readyState === WebSocket.OPEN) room.socket.send(JSON.stringify(command));
  else room.said.textContent = "Not connected; this is sent when the line is back.";
}
const sendOn = (type, seat, fields = {}) => send(type, { seat, on: room.table.on, ...fields });

function receive(message) {
  room.heard = Date.now();
  if (message.type === "welcome") {
    room.tries = 0;
    line.textContent = "Connected";
    room.origin = message.url ?? location.origin;
    rememberRoom(room.code, { token: message.token });
    for (const [id, command] of room.pending) {
      room.resent.add(id);
      room.socket.send(JSON.stringify(command));
    }
    if (room.resent.size) room.said.textContent = "";
  } else if (message.type === "refused") {
    room.pending.delete(message.re);
    room.said.textContent = message.text;
  } else if (message.type === "table") takeTable(message);
  else if (message.type === "presence") {
    room.present = message;
    if (room.table) drawPlayers();
  }
}

function takeTable(table) {
  for (const id of table.re) room.pending.delete(id);
  if (room.table && room.table.on !== table.on) {
    Object.assign(room, { chosen: [], sure: false });
    if (table.re.length) room.move.elements.move.value = "";
  }
  if (!room.table) rememberRoom(room.code, { game: table.room.game });
  if (table.stale.some((id) => !room.resent.has(id))) room.said.textContent = "The table had changed; here it is as it stands.";
  room.table = table;
  drawRoom();
  drawLog();
}

// The room

const game = () => aboutGame(room.table.room.game);
const seatName = (seat) => room.table.room.seats[seat].name || roleName(room.table.room.seats[seat].role);
const fullName = (seat) => (room.table.room.seats[seat].name ? `${seatName(seat)} (${roleName(room.table.room.seats[seat].role)})` : seatName(seat));
const names = (seats) => seats.map(seatName).join(", ");
const mine = (seat) => room.table.you.seats.includes(seat);
/** The seat this device speaks for: the one to move where it is ours, else the one that looks. */
const speaker = () => {
  const { room: info, you } = room.table;
  return mine(info.to_move) ? info.to_move : you.seat ?? you.seats[0] ?? null;
};

function drawRoom() {
  const { room: info, you } = room.table;
  const playing = info.phase === "playing";
  drawHead();
  redraw(room.parts.over, ["over", "closed"].includes(info.phase) && drawOver());
  redraw(room.parts.gather, info.phase === "gathering" && drawGathering());
  redraw(room.parts.board, room.table.view && drawBoard());
  redraw(room.parts.asks, playing && drawAsks());
  redraw(room.parts.actions, playing && you.seats.length > 0 && drawActions());
  room.move.hidden = !playing || !you.seats.length || you.curtain;
  drawPlayers();
}

function headline() {
  const { room: info, you } = room.table;
  if (info.phase === "gathering") return "Waiting until every seat is taken";
  if (info.phase === "closed") return "This room is closed";
  if (info.phase === "over") return `The game is over. ${winners(info.result)}`;
  const seat = info.to_move, who = info.seats[seat];
  if (mine(seat)) return you.seats.length > 1 ? `${fullName(seat)} is to move` : `Your turn, ${fullName(seat)}`;
  return who.kind === "bot" ? `${fullName(seat)} is thinking…` : `Waiting for ${fullName(seat)}`;
}

function drawHead() {
  const { room: info, you } = room.table;
  const leg = info.match.legs > 1 && info.match.leg ? ` · leg ${info.match.leg} of ${info.match.legs}` : "";
  document.title = `${mine(info.to_move) ? "● " : ""}${headline()} · ${game().title}`;
  redraw(room.parts.head, h("p", { class: "over-title" }, `${game().title} · room ${room.code}${leg}${you.seats.length ? "" : " · you are watching"}`),
    h("h1", { "aria-live": "polite", class: mine(info.to_move) ? "yours" : "" }, headline()));
}

function drawPlayers() {
  const { room: info } = room.table;
  const state = (seat, number) => [
    mine(number) && (room.table.you.seats.length > 1 ? "at this device" : "you"), seat.kind === "bot" && `bot, level ${seat.level}`, seat.resigned && "resigned",
    seat.kind === "person" && seat.away && "away, the house plays",
    seat.kind === "person" && !seat.away && room.present && !room.present.seats[number] && "not connected"].filter(Boolean).join(", ");
  const row = (seat, number) => h("li", { class: info.to_move === number ? "turn" : "" },
    h("span", { class: "mark", "aria-hidden": "true" }, info.to_move === number ? "▶" : ""),
    info.to_move === number && h("span", { class: "heard" }, "To move: "),
    h("span", { class: "who" }, seat.kind === "free" ? h("i", {}, "free") : h("b", {}, seatName(number)),
      h("small", {}, [roleName(seat.role), state(seat, number)].filter(Boolean).join(", "))),
    info.scores && h("span", { class: "score" }, h("small", {}, "score"), ` ${info.scores[number]}`),
    info.match.legs > 1 && info.match.leg > 0 && h("span", { class: "score" }, h("small", {}, "match"), ` ${info.match.totals[number]}`));
  const watchers = room.present?.watchers;
  redraw(room.parts.players, h("div", { class: "card" }, h("h2", {}, "At the table"), h("ul", { class: "plain seats" }, info.seats.map(row)),
    h("small", { class: "foot" }, watchers ? `${watchers} watching` : "")));
}

function drawGathering() {
  const { room: info, you } = room.table;
  const suggestion = you.seats.length ? "" : recall("name", "");
  const free = (seat) => {
    const name = nameInput(`sit-${seat}`, suggestion);
    const level = h("select", { id: `bot-${seat}` }, game().bots.map((bot) => h("option", { value: bot.level }, `${bot.level}: ${bot.name}`)));
    const sit = (event) => {
      event.preventDefault();
      if (!you.seats.length) remember("name", name.value);
      send("sit", { seat, name: name.value });
    };
    return [h("form", { class: "inline", onsubmit: sit }, field(you.seats.length ? "Name of a friend here" : "Your name", name), h("button", { id: `sitb-${seat}`, class: you.seats.length ? "" : "main" }, "Sit down")),
      you.host && game().bots.length > 0 && h("div", { class: "inline" }, field("Bot, level", level), button("Seat the bot", () => send("seat_bot", { seat, level: Number(level.value) })))];
  };
  const taken = (seat) => h("p", { class: "inline" }, h("b", {}, info.seats[seat].kind === "bot" ? `Bot ${seatName(seat)}` : seatName(seat)),
    (mine(seat) || you.host) && button(mine(seat) ? "Stand up" : "Free the seat", () => send("stand", { seat }), { id: `stand-${seat}` }));
  const seats = info.seats.map((seat, number) => h("fieldset", {}, h("legend", {}, roleName(seat.role)), seat.kind === "free" ? free(number) : taken(number)));
  return [drawShare(), h("div", { class: "card" }, h("h2", {}, "Seats"), h("p", {}, "The game begins by itself when the last seat is taken."), seats), drawOptionsCard()];
}

function drawShare() {
  const link = h("input", { id: "share", type: "text", readonly: true, value: `${room.origin ?? location.origin}/r/${room.code}` });
  const said = h("small", { role: "status" }, "Whoever opens it may sit down or watch.");
  const copy = async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      said.textContent = "Copied.";
    } catch { said.textContent = "The link is selected; copy it with Ctrl+C, or by holding it."; }
  };
  return h("div", { class: "card" }, h("h2", {}, "Invite"), h("div", { class: "inline" }, field("Link to this room", link), button("Copy the link", copy, { id: "copy" })), said);
}

function drawOptionsCard() {
  const { room: info, you } = room.table;
  if (!game().options.length) return null;
  const card = (tag, props, ...more) => h(tag, { class: "card", ...props }, h("h2", {}, "Options"), ...more);
  if (!you.seats.length && !you.host) return card("div", {}, facts(info.options));
  const set = (event) => {
    event.preventDefault();
    send("set_options", { options: readOptions(game(), "option") });
  };
  return card("form", { onsubmit: set }, drawOptions(game(), info.options, "option"), h("button", { id: "set-options" }, "Change the options"));
}

const facts = (values) => h("dl", { class: "facts" }, Object.entries(values).map(([name, value]) => [h("dt", {}, optionTitle(name)),
  h("dd", {}, value !== null && typeof value === "object" ? h("pre", {}, JSON.stringify(value, null, 1)) : String(value ?? "none"))]));

function drawMoveForm() {
  const move = (event) => {
    event.preventDefault();
    sendOn("move", speaker(), { move: event.target.elements.move.value.trim() });
  };
  return h("form", { class: "inline move", onsubmit: move },
    field("Or type a move", h("input", { id: "move", name: "move", type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false" })), h("button", {}, "Play"));
}

function drawBoard() {
  const { room: info, view, choices, you } = room.table;
  if (you.curtain && info.phase === "playing") return drawCurtain();
  if (info.game === "flooding") return drawIsland(view, choices);
  const moves = (choices.moves ?? []).map((move, place) => button(String(move), () => sendOn("move", info.to_move, { move: String(move) }), { id: `choice-${place}` }));
  return h("div", { class: "card" }, facts(view), h("div", { class: "inline" }, moves));
}

function drawCurtain() {
  const seat = room.table.room.to_move;
  if (!mine(seat)) return h("div", { class: "card curtain" }, h("p", {}, `${fullName(seat)} is to move, on another device.`));
  return h("div", { class: "card curtain" }, h("p", {}, `Pass the device to ${seatName(seat)}.`),
    button(`I am ${seatName(seat)}; show my side`, () => send("look", { seat }), { class: "main", id: "look" }));
}

function drawIsland(view, choices) {
  const wet = new Set(view.flooded), open = new Set(choices.fields ?? []);
  const columns = [...LETTERS.slice(0, view.size)];
  const cell = (name) => {
    const here = name === view.journeyman, flooded = wet.has(name), chosen = room.chosen.includes(name);
    const what = [here && "journeyman", flooded ? "flooded" : "dry", open.has(name) && "can be chosen"].filter(Boolean).join(", ");
    const kind = ["cell", here && "here", flooded ? "wet" : "dry", open.has(name) && "open", chosen && "chosen"].filter(Boolean).join(" ");
    const sign = chosen ? "✓" : `${flooded ? "≈" : here ? "" : "."}${here ? "J" : ""}`;
    return button(sign, () => choose(name), { id: `cell-${name}`, class: kind, role: "gridcell", tabindex: room.cursor === name ? 0 : -1,
      "aria-label": `${name}, ${what}`, "aria-selected": String(chosen), "aria-disabled": String(!open.has(name)) });
  };
  if (!columns.includes(room.cursor[0]) || Number(room.cursor.slice(1)) > view.size) room.cursor = "a1";
  const rows = columns.map((_, row) => h("div", { role: "row" }, h("span", { class: "edge", role: "rowheader" }, String(row + 1)), columns.map((letter) => cell(`${letter}${row + 1}`))));
  const board = h("div", { class: "island", role: "grid", "aria-label": "The island", onkeydown: walkCells },
    h("div", { role: "row" }, h("span", { class: "edge", role: "columnheader" }), columns.map((letter) => h("span", { class: "edge", role: "columnheader" }, letter))), rows);
  board.style.setProperty("--size", view.size);
  const day = `${view.to_move === "weather" ? "Night" : "Day"} ${view.day + (view.to_move === "journeyman" ? 1 : 0)} of ${view.last_day}`;
  return [h("p", { class: "legend" }, `${day} · . dry, ≈ flooded, J journeyman`), h("div", { class: "frame" }, board), drawEndTurn(choices)];
}

function drawEndTurn(choices) {
  if (room.table.room.phase !== "playing" || !room.table.you.seats.length) return null;
  const ours = choices.kind === "fields";
  const hint = !ours ? "Not your turn yet." : room.chosen.length ? `Chosen: ${inOrder(room.chosen).join(" ")}`
    : choices.least ? `Choose ${choices.least === choices.most ? choices.least : `${choices.least} to ${choices.most}`} on the board.` : `Choose up to ${choices.most} on the board, or none.`;
  const end = () => sendOn("move", room.table.room.to_move, { move: inOrder(room.chosen).join(" ") || choices.none });
  return h("div", { class: "endturn" }, h("span", { role: "status" }, hint),
    button("End turn", end, { id: "end", class: "main", disabled: !ours || room.chosen.length < choices.least }));
}

const inOrder = (fields) => [...fields].sort((one, other) => one.slice(1) - other.slice(1) || one.charCodeAt(0) - other.charCodeAt(0));

function choose(name) {
  const { choices, view } = room.table;
  room.cursor = name;
  room.said.textContent = "";
  if (choices.fields?.includes(name)) {
    if (room.chosen.includes(name)) room.chosen = room.chosen.filter((other) => other !== name);
    else if (choices.most === 1) room.chosen = [name];
    else if (room.chosen.length < choices.most) room.chosen.push(name);
    else room.said.textContent = `At most ${choices.most}; click a chosen one to let it go.`;
  } else if (choices.fields) room.said.textContent = `${name} cannot be chosen now.`;
  redraw(room.parts.board, drawIsland(view, choices));
}

function walkCells(event) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!step) return;
  event.preventDefault();
  const letter = LETTERS[LETTERS.indexOf(room.cursor[0]) + step[0]];
  const next = document.getElementById(`cell-${letter}${Number(room.cursor.slice(1)) + step[1]}`);
  if (!next) return;
  document.getElementById(`cell-${room.cursor}`).tabIndex = -1;
  room.cursor = next.id.slice(5);
  next.tabIndex = 0;
  next.focus();
}

function drawAsks() {
  const { offers } = room.table.room, seat = speaker(), asks = [];
  const card = (text, yes, no) => h("div", { class: "card ask" }, h("p", {}, text), yes && h("div", { class: "inline" }, button("Agree", yes), button("Decline", no)));
  if (offers.undo !== null) asks.push(mine(offers.undo) || seat === null ? card(`${seatName(offers.undo)} asks to take back a move; waiting for the answer.`)
    : card(`${seatName(offers.undo)} asks to take back the last move.`, () => sendOn("answer", seat, { yes: true }), () => sendOn("answer", seat, { yes: false })));
  if (offers.abandon.length) asks.push(offers.abandon.some(mine) || seat === null ? card(`Offered to end the game without a result: ${names(offers.abandon)}. Waiting for the answer.`)
    : card(`${names(offers.abandon)} would like to end the game without a result.`, () => sendOn("abandon", seat), () => sendOn("abandon", seat, { yes: false })));
  return asks;
}

function drawActions() {
  const { room: info, undo } = room.table, seat = speaker();
  const closed = !undo || undo.how === "closed";
  const resign = () => {
    if (room.sure) return sendOn("resign", seat);
    room.sure = true;
    redraw(room.parts.actions, drawActions());
  };
  return h("div", { class: "card" }, h("h2", {}, "Table talk"), h("div", { class: "talk" },
    button(undo?.how === "ask" ? "Ask to undo" : "Undo", () => sendOn("undo", seat), { id: "undo", disabled: closed || info.offers.undo !== null, "aria-describedby": "why" }),
    button(room.sure ? "Really resign?" : "Resign", resign, { id: "resign", class: room.sure ? "danger" : "", disabled: info.seats[seat].resigned }),
    button("Offer to end without a result", () => sendOn("abandon", seat), { id: "abandon", disabled: info.offers.abandon.length > 0 })),
    h("small", { id: "why", class: "foot two" }, undo?.why?.text ?? (undo?.how === "ask" ? "The others must agree to an undo." : "")));
}

function winners(shares) {
  if (!shares) return "It ended without a result.";
  const best = Math.max(...shares), won = shares.flatMap((share, seat) => (share === best ? [seat] : []));
  return won.length === 1 ? `${fullName(won[0])} wins.` : `A draw between ${won.map(fullName).join(" and ")}.`;
}

function drawOver() {
  const { room: info, you } = room.table;
  const asked = info.offers.again, more = info.match.leg < info.match.legs;
  const again = info.phase === "over" && you.seats.length > 0 && (asked.some(mine) ? h("p", {}, "Waiting for the others to agree.")
    : button(more ? "Play the next leg" : "Play again", () => sendOn("again", you.seats[0]), { class: "main", id: "again" }));
  return h("div", { class: "card result" }, info.phase === "closed" && info.shuffle && h("p", {}, winners(info.result)),
    info.match.result && h("p", { class: "winner" }, `The match: ${winners(info.match.result)}`),
    asked.length > 0 && !asked.some(mine) && h("p", {}, `${names(asked)} would like to play ${more ? "the next leg" : "again"}.`),
    again, again && h("small", {}, "Seats change from game to game."),
    info.shuffle && h("details", {}, h("summary", {}, "Record and shuffle"),
      h("p", {}, h("a", { href: `/api/rooms/${room.code}/record`, download: `${room.code}.json` }, "The record of this game")),
      facts({ "SHA-256_of_the_seed": info.shuffle.sha256, seed: info.shuffle.seed })));
}

/** News by perspective, so that what one player at this device was told is not shown to another. */
function drawLog() {
  const eyes = game().secrets ? room.table.you.seat : "all";
  if (!room.logs.has(eyes)) room.logs.set(eyes, new Map());
  const log = room.logs.get(eyes);
  const fresh = room.table.news.filter((entry) => !log.has(entry.seq));
  for (const entry of fresh) log.set(entry.seq, entry);
  const item = (entry) => h("li", { class: entry.move ? "made" : "" }, entry.lines.map((said) => h("p", {}, said.text)));
  if (room.eyes === eyes) room.log.append(...fresh.map(item));
  else room.log.replaceChildren(...[...log.values()].sort((one, other) => one.seq - other.seq).map(item));
  room.eyes = eyes;
  room.log.scrollTop = room.log.scrollHeight;
}

// The beginning

async function route() {
  leaveRoom();
  try {
    if (!games.length) games = await ask("/api/games");
  } catch {
    line.textContent = "The server cannot be reached; trying again…";
    setTimeout(route, 3000);
    return;
  }
  const code = /^\/r\/([^/]+)$/.exec(location.pathname)?.[1];
  code ? enterRoom(decodeURIComponent(code).toUpperCase()) : drawHome();
  scrollTo(0, 0);
}

document.addEventListener("input", (event) => { event.target.dataset.dirty = "1"; });
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-home]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.pathname);
});
addEventListener("popstate", route);
addEventListener("online", () => room && !room.socket && connect());
setInterval(keepAlive, 10000);
route();
