import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest)$/;
const MIN_BYTES = 700;

/** Write .br and .gz files beside the built ones; the server chooses by Accept-Encoding. */
export function compress(): Plugin {
  let folder = "";
  return {
    name: "compress",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      for (const name of await readdir(folder, { recursive: true })) {
        const path = join(folder, name);
        if (!COMPRESSIBLE.test(name) || (await stat(path)).size < MIN_BYTES) continue;
        const plain = await readFile(path);
        await writeFile(`${path}.br`, await promisify(brotliCompress)(plain));
        await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }));
      }
    },
  };
}
