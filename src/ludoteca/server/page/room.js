// A room: the line to it, and everything drawn from its table.

import { main, line, h, redraw, remember, recall, rememberRoom, ask, roleName, optionTitle, aboutGame, button, field, nameInput, newId, drawOptions, readOptions } from "/tools.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const SILENCE_MS = 25000;
let room = null; // the room on screen, or null at home

export function enterRoom(code) {
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

export function leaveRoom() {
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
  } else if (message.type === "board") {
    room.drawn = message;
    if (room.table) redraw(room.parts.board, room.table.view && drawBoard());
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
  if (table.view && !hasBoard(table.room.game)) room.socket.send(JSON.stringify({ type: "show" }));
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

/** The games that this page draws; the others are shown by their text boards. */
const hasBoard = (name) => name === "flooding";

function drawBoard() {
  const { room: info, view, choices, you } = room.table;
  if (you.curtain && info.phase === "playing") return drawCurtain();
  if (hasBoard(info.game)) return drawIsland(view, choices);
  const moves = (choices.moves ?? []).map((move, place) => button(String(move), () => sendOn("move", info.to_move, { move: String(move) }), { id: `choice-${place}` }));
  return h("div", { class: "card" }, h("pre", { class: "text-board", tabindex: 0, "aria-label": "The board" }, room.drawn?.text ?? ""), h("div", { class: "inline" }, moves));
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

addEventListener("online", () => room && !room.socket && connect());
setInterval(keepAlive, 10000);
