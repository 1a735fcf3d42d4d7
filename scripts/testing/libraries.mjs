// Where the standard library of Rust is, for the tests of macros.

import { spawnSync } from "node:child_process";
import { delimiter } from "node:path";

const { stdout } = spawnSync("rustc", ["--print", "target-libdir"], { encoding: "utf8" });
/** Of each variable that names libraries, on Linux and on macOS. `cargo test` sets the same. */
export const LIBRARIES = Object.fromEntries(
  ["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"].map((name) => [
    name,
    [(stdout ?? "").trim(), process.env[name]].filter(Boolean).join(delimiter),
  ]),
);
