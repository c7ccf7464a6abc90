import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import type { Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const BACKGROUND = "#17324d";
/** What a mask may cut off at each side of an icon, as the specification of manifests says, and a little more. */
const SAFE = 0.14;

/** Write what makes the page installable: the icons of public/manifest.webmanifest, and the service worker with its version. */
export function installable(): Plugin {
  return {
    name: "installable",
    apply: "build",
    async generateBundle(_options, bundle) {
      const icon = await readFile(here("public/favicon.svg"), "utf8");
      this.emitFile({ type: "asset", fileName: "icon-192.png", source: draw(icon, 192) });
      this.emitFile({ type: "asset", fileName: "icon-512.png", source: draw(icon, 512) });
      this.emitFile({ type: "asset", fileName: "icon-maskable.png", source: draw(maskable(icon), 512) });
      const version = createHash("sha256").update(Object.keys(bundle).sort().join("\n")).digest("hex").slice(0, 16);
      const worker = await readFile(here("worker/sw.js"), "utf8");
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker.replace("__VERSION__", version) });
      this.emitFile({ type: "asset", fileName: "sw-off.js", source: await readFile(here("worker/sw-off.js"), "utf8") });
    },
  };
}

function draw(svg: string, width: number): Uint8Array {
  return new Uint8Array(new Resvg(svg, { fitTo: { mode: "width", value: width } }).render().asPng());
}

/** Put the icon on a coloured square, away from its edges. */
function maskable(icon: string): string {
  const inner = icon.replace(/<svg\b[^>]*>/, `<svg x="${64 * SAFE}" y="${64 * SAFE}" width="${64 * (1 - 2 * SAFE)}" height="${64 * (1 - 2 * SAFE)}" viewBox="0 0 64 64">`);
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 64 64"><rect width="64" height="64" fill="${BACKGROUND}"/>${inner}</svg>`;
}
