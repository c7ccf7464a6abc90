// The page of the house: a home that opens rooms, and a room that plays any game through its text.

import { drawHome } from "/home.js";
import { enterRoom, leaveRoom } from "/room.js";
import { line, house, ask, go } from "/tools.js";

async function route() {
  leaveRoom();
  try {
    if (!house.games.length) house.games = await ask("/api/games");
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
route();
