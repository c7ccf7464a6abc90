import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

export const LICENCES = "licences.txt";
const PACKAGE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;
const LICENCE_FILE = /^(licen[cs]e|copying)/i;

/** Write the licences of all packages whose code or fonts are in the page, as their licences ask. */
export function licences(): Plugin {
  return {
    name: "licences",
    apply: "build",
    async generateBundle(_options, bundle) {
      const folders = new Set<string>();
      const add = (file: string): void => {
        const found = PACKAGE.exec(file.replaceAll("\\", "/"));
        if (found?.[1]) folders.add(found[1]);
      };
      for (const part of Object.values(bundle)) {
        if (part.type === "chunk") part.moduleIds.forEach(add);
        else part.originalFileNames.forEach((name) => add(join(process.cwd(), name)));
      }
      const texts = await Promise.all([...folders].sort().map(describe));
      const head = "The page contains parts of these packages, under these licences.\n";
      this.emitFile({ type: "asset", fileName: LICENCES, source: [head, ...texts].join(`\n${"-".repeat(80)}\n\n`) });
    },
  };
}

async function describe(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((one) => LICENCE_FILE.test(one));
  if (!file) throw new Error(`${name} has no licence file in ${dirname(folder)}.`);
  return `${name} ${version} (${license})\n\n${(await readFile(join(folder, file), "utf8")).trim()}\n`;
}
