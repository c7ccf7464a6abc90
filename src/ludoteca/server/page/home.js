// Home: the games, a new room, joining by code.

import { main, line, house, h, redraw, remember, recall, rememberRoom, ask, roleName, aboutGame, field, nameInput, go, drawOptions, readOptions } from "/tools.js";

export function drawHome() {
  document.title = "Ludoteca";
  line.textContent = "";
  redraw(main,
    h("section", { class: "welcome" },
      h("h1", {}, "Welcome to the house of games"),
      h("p", {}, "Pick a game, set the table, and share its link. Friends play from their own device, beside you on this one, or against a bot.")),
    h("div", { class: "columns" },
      h("div", {}, house.games.map(drawOffer)),
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
