import { mount } from "svelte";
import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import "@fontsource/fraunces/600.css";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import App from "./App.svelte";
import { install } from "$lib/install.svelte";
import { language } from "$lib/language";
import { isTerminalLink, openTerminalLink } from "$lib/terminalGames";

async function start(): Promise<void> {
  document.documentElement.lang = language;
  if (isTerminalLink(location.hash)) await openTerminalLink();
  const target = document.getElementById("app");
  if (target) mount(App, { target });
  install.prepare();
}

// A link from the terminal, opened in a tab that is here already.
addEventListener("hashchange", () => {
  if (isTerminalLink(location.hash)) void openTerminalLink().then(() => location.reload());
});
void start();
