// Says whether the built files are up to date. A build takes half a minute of processor time, and `make`, the tests and
// each `npm pack` request one.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
/** In the folder of the packages, so that the widget is built again after they were installed again. */
const BUILT = join(ROOT, "node_modules/.built");
const READ = ["src", "build.mjs", "mangled_names.mjs", "package.json", "package-lock.json", "tsconfig.json"];
const WRITTEN = ["dist", "lib"];

/**
 * The digest of the names and contents of everything that the build reads and writes, and of the version of Node, whose
 * Brotli decides which of several equivalent files is the smallest.
 */
function digest() {
  const hash = createHash("sha256").update(process.version);
  for (const name of [...READ, ...WRITTEN]) {
    const path = join(ROOT, name);
    if (!existsSync(path)) return null;
    const files = statSync(path).isDirectory()
      ? readdirSync(path, { encoding: "utf8", recursive: true })
          .sort()
          .map((file) => join(path, file))
      : [path];
    for (const file of files.filter((one) => statSync(one).isFile()))
      hash.update(`\n${file.slice(ROOT.length)}\n`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

export const isBuilt = () => existsSync(BUILT) && readFileSync(BUILT, "utf8") === digest();

export const rememberBuilt = () => {
  writeFileSync(BUILT, digest() ?? "");
};
