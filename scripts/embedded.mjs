// The npm packages in the pages that are embedded in the binary.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
/** What is built from npm packages and embedded. */
const EMBEDDED = ["widget", "dashboard"];
/**
 * Packages that the lock file counts as the page's own, because a macro's compiler needs them, but that are in no page.
 */
const BUILD_ONLY = new Set(["argparse", "caniuse-lite"]);

/**
 * A package; `folder` is where it is installed.
 * @typedef {{ name: string, version: string, license: string | null, integrity: string | null, folder: string }} NpmPackage
 */

/**
 * All packages that the lock files of the front ends name, except those that only build and test.
 * @returns {NpmPackage[]}
 */
export function embeddedPackages() {
  return EMBEDDED.flatMap((folder) => {
    /** @type {{ packages: Record<string, { dev?: boolean, license?: string, version: string, integrity?: string }> }} */
    const { packages } = JSON.parse(readFileSync(join(root, folder, "package-lock.json"), "utf8"));
    return Object.entries(packages)
      .filter(([path, { dev }]) => path !== "" && !dev)
      .map(([path, { license, version, integrity }]) => ({
        name: path.replace(/^.*node_modules\//, ""),
        version,
        license: license ?? null,
        integrity: integrity ?? null,
        folder: join(root, folder, path),
      }))
      .filter(({ name }) => !BUILD_ONLY.has(name));
  });
}
