// `make release`: builds the binaries and every package of them, in dist/. There is one binary for each processor whose
// standard library is installed.
//
//   ASKLINE_RELEASES=https://…/v@VERSION@  the address at which dist/ will be published, for install.sh
//   SOURCE_DATE_EPOCH                      the time of every file, instead of the commit's
//   SOURCE_COMMIT                          the commit that the binary names, where there is no git

import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { binary } from "./release/binary.mjs";
import { makeClients } from "./release/clients.mjs";
import { commit } from "./release/commit.mjs";
import { makePackages } from "./release/packages.mjs";
import { ROOT, run } from "./release/run.mjs";
import { choose, installed } from "./release/targets.mjs";

const DIST = join(ROOT, "dist");

const { chosen, notes } = choose(installed());
// Printed first, because the build takes minutes.
for (const sentence of notes) console.error(sentence);
if (chosen.length === 0) process.exit(1);
const of = commit();
if (existsSync(join(ROOT, ".git")) && run(["git", "status", "--porcelain"]) !== "")
  console.error("The work tree has changes, so this release does not match its commit.");
const built = chosen.map((one) => ({ ...one, binary: binary(one, of) }));
const clients = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "clients");
makeClients(clients, of);
const left = makePackages(built, { dist: DIST, releases: process.env.ASKLINE_RELEASES ?? "", clients }, of);
for (const name of readdirSync(DIST).sort())
  console.log(`dist/${name}  ${(statSync(join(DIST, name)).size / 1e6).toFixed(1)} MB`);
for (const sentence of [...notes, ...left]) console.error(sentence);
