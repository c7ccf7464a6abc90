import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compress } from "./compress.ts";
import { installable } from "./installable.ts";
import { licences } from "./licences.ts";
import { preloadFonts } from "./preload.ts";
import { previews } from "./previews.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Name the chunk of a board after its game. */
function chunkName(chunk: { facadeModuleId?: string | null }): string {
  const game = /games\/([^/]+)\/page\/Board\.svelte/.exec(chunk.facadeModuleId ?? "")?.[1];
  return game ? `assets/board-${game}-[hash].js` : "assets/[name]-[hash].js";
}

export default defineConfig({
  plugins: [svelte(), licences(), installable(), preloadFonts(), compress(), previews()],
  resolve: { alias: { $lib: here("src/lib") }, dedupe: ["svelte"], ...(process.env.VITEST ? { conditions: ["browser"] } : {}) },
  server: { fs: { allow: [".."] } },
  build: {
    outDir: here("../src/ludoteca/server/page"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rollupOptions: { output: { chunkFileNames: chunkName } },
  },
  test: {
    include: ["src/**/*.test.ts", "../src/ludoteca/games/*/page/*.test.ts"],
  },
});
