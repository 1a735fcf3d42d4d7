// Every package of a release, made from binaries that are already built.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { gzip, settleModes, tar } from "./archive.mjs";
import { components, notices } from "./components.mjs";
import { deb } from "./deb.mjs";
import { addImage, packForDocker, packLayout } from "./image.mjs";
import { ROOT, run } from "./run.mjs";
import { sbom } from "./sbom.mjs";
import { layOut, writeCommandPages } from "./tree.mjs";

/** @typedef {import("./targets.mjs").Chosen & { binary: string }} Built */

/**
 * Makes all packages in a folder that is emptied first; returns a sentence for each image that could not be made.
 * @param {Built[]} built
 * @param {{ dist: string, releases: string, runnable?: string, clients?: string }} options `releases`: the address that install.sh
 *   downloads from, or
 * nothing; `runnable`: a binary of the same sources that runs here, by default the one for this machine's processor;
 * `clients`: a folder of packages for programs, which are added
 * @param {import("./commit.mjs").Commit} commit
 */
export function makePackages(built, { dist, releases, runnable, clients }, commit) {
  const { version, seconds } = commit;
  const here = run(["uname", "-m"]).trim();
  const own = runnable ?? built.find(({ machine }) => machine === here)?.binary;
  if (own === undefined)
    throw new Error(
      `no binary for this machine's processor (${here}), which is needed to write the manual pages and completions`,
    );
  rmSync(dist, { recursive: true, force: true });
  const work = join(dist, ".work");
  const pages = join(work, "pages");
  mkdirSync(pages, { recursive: true });
  writeCommandPages(own, pages);

  const notes = [];
  const layout = join(work, "layout");
  const images = [];
  for (const one of built) {
    const { binary, machine, image, target } = one;
    const folder = join(work, machine);
    mkdirSync(folder);
    const parts = components(target);
    writeFileSync(
      join(dist, `askline-${version}-linux-${machine}.cdx.json`),
      `${JSON.stringify(sbom(parts, commit, target), null, 1)}\n`,
    );
    const texts = join(folder, "THIRD-PARTY-LICENSES.txt");
    writeFileSync(texts, notices(parts));

    const name = `askline-${version}-linux-${machine}`;
    layOut({ binary, pages, notices: texts, folder: join(folder, "archive", name) });
    settleModes(join(folder, "archive"));
    tar(join(dist, `${name}.tar`), join(folder, "archive"), { seconds });
    gzip(join(dist, `${name}.tar`));
    deb(
      { binary, pages, notices: texts, folder: join(folder, "deb") },
      one,
      commit,
      join(dist, `askline_${version}_${one.debian}.deb`),
    );

    if (one.libc === "glibc" && machine !== here) {
      notes.push(`The image for ${image} is left out: the C library that its binary needs is not on this machine.`);
      continue;
    }
    const made = addImage({ binary, architecture: image, work: folder, layout }, commit);
    packForDocker(
      { layout, work: folder, image: made, file: join(dist, `askline-${version}-image-${image}.tar`) },
      commit,
    );
    images.push(made);
  }
  packLayout({ layout, images, file: join(dist, `askline-${version}-image.oci.tar`) }, commit);
  rmSync(work, { recursive: true });
  if (clients !== undefined) cpSync(clients, dist, { recursive: true });

  const script = readFileSync(join(ROOT, "deploy/install.sh"), "utf8");
  const address = releases.replace("@VERSION@", version);
  if (!/^[\w:/.@-]*$/.test(address)) throw new Error(`ASKLINE_RELEASES is no address: ${address}`);
  writeFileSync(join(dist, "install.sh"), script.replace(/^RELEASE=''$/m, `RELEASE='${address}'`), { mode: 0o755 });
  writeSums(dist);
  return notes;
}

/**
 * Writes SHA256SUMS of all files in its folder, in the form that `sha256sum --check` reads.
 * @param {string} dist
 */
function writeSums(dist) {
  const names = readdirSync(dist).sort();
  const lines = names.map(
    (name) =>
      `${createHash("sha256")
        .update(readFileSync(join(dist, name)))
        .digest("hex")}  ${name}\n`,
  );
  writeFileSync(join(dist, "SHA256SUMS"), lines.join(""));
}
