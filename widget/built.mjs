// Tells whether the build would write what is there already. It takes half a minute of processor time, and `make`, the tests and each
// `npm pack` ask for it.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
/** Beside the packages: when they are installed again, the widget is built again. */
const BUILT = join(ROOT, "node_modules/.built");
const READ = ["src", "build.mjs", "mangled_names.mjs", "package.json", "package-lock.json", "tsconfig.json"];
const WRITTEN = ["dist", "lib"];

/** The digest of everything that the build reads and writes, names and contents, and of Node, whose Brotli chooses among equal files. */
function digest() {
  const hash = createHash("sha256").update(process.version);
  for (const name of [...READ, ...WRITTEN]) {
    const path = join(ROOT, name);
    if (!existsSync(path)) return null;
    const files = statSync(path).isDirectory() ? readdirSync(path, { encoding: "utf8", recursive: true }).sort().map((file) => join(path, file)) : [path];
    for (const file of files.filter((one) => statSync(one).isFile())) hash.update(`\n${file.slice(ROOT.length)}\n`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

export const isBuilt = () => existsSync(BUILT) && readFileSync(BUILT, "utf8") === digest();

export const rememberBuilt = () => { writeFileSync(BUILT, digest() ?? ""); };
