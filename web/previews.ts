import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import UPNG from "upng-js";
import type { Plugin } from "vite";
import { decompress } from "wawoff2";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const GAMES = here("../src/ludoteca/games");
const FONT = here("node_modules/@fontsource/fraunces/files/fraunces-latin-600-normal.woff2");
/** The size that messengers and social networks expect. */
const WIDTH = 1200;
const HEIGHT = 630;
/** Colours of a picture: with a palette it is a quarter as large. */
const COLOURS = 256;

/** Draw the pictures of link previews: each game's cover with its title, and one for everything else. */
export function previews(): Plugin {
  let folder = "";
  return {
    name: "previews",
    apply: "build",
    configResolved(config) {
      folder = join(config.build.outDir, "previews");
    },
    async closeBundle() {
      const temporary = await mkdtemp(join(tmpdir(), "ludoteca-"));
      try {
        // The renderer reads fonts from files only, and no woff2.
        const font = join(temporary, "title.ttf");
        await writeFile(font, await decompress(await readFile(FONT)));
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, "ludoteca.png"), draw(await readFile(here("src/art/hero.svg"), "utf8"), "Ludoteca", font));
        for (const game of await readdir(GAMES)) {
          const art = await readFile(join(GAMES, game, "page", "art.svg"), "utf8").catch(() => null);
          if (art) await writeFile(join(folder, `${game}.png`), draw(art, await titleOf(game), font));
        }
      } finally {
        await rm(temporary, { recursive: true });
      }
    },
  };
}

/** Return the title of a game, the heading of its rules. */
async function titleOf(game: string): Promise<string> {
  const rules = await readFile(join(GAMES, game, "page", "rules.md"), "utf8").catch(() => "");
  return /^# (.+)$/m.exec(rules)?.[1] ?? game;
}

function draw(art: string, title: string, font: string): Uint8Array {
  const cover = art.replace(/<svg\b[^>]*>/, (tag) => {
    const box = /viewBox="([^"]+)"/.exec(tag)?.[1] ?? "0 0 640 400";
    return `<svg width="${WIDTH}" height="${HEIGHT}" viewBox="${box}" preserveAspectRatio="xMidYMid slice">`;
  });
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${WIDTH}" height="${HEIGHT}">
    <linearGradient id="preview-shade" x2="0" y2="1"><stop offset=".45" stop-color="#0b1827" stop-opacity="0"/><stop offset="1" stop-color="#0b1827" stop-opacity=".85"/></linearGradient>
    ${cover}
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#preview-shade)"/>
    <text x="60" y="566" font-family="Fraunces" font-weight="600" font-size="96" fill="#fdf6e3">${escape(title)}</text>
  </svg>`;
  const { pixels } = new Resvg(picture, { font: { fontFiles: [font], loadSystemFonts: false, defaultFontFamily: "Fraunces" } }).render();
  return new Uint8Array(UPNG.encode([new Uint8Array(pixels).buffer], WIDTH, HEIGHT, COLOURS));
}

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
