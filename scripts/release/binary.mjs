// Builds the binary of one target: identical bytes for one commit. The folder of the sources does not matter.

import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { ROOT, run } from "./run.mjs";
import { GLIBC } from "./targets.mjs";

const TOOLS = join(ROOT, "scripts/release/.venv");
const WANTED = join(ROOT, "scripts/release/requirements.txt");
const HAD = join(TOOLS, "requirements.txt");

/**
 * Builds the binary; returns its path.
 * @param {import("./targets.mjs").Chosen} chosen
 * @param {import("./commit.mjs").Commit} commit
 */
export function binary({ target, libc, machine }, { seconds }) {
  installTools();
  const folder = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  // The outermost path first, because the last one that matches is used.
  const places = [
    [cargoHome, "/cargo"],
    [folder, "/target"],
    [ROOT, "/askline"],
    [join(ROOT, "target"), "/target"],
  ];
  const forC = places.map(([from, to]) => `-ffile-prefix-map=${from}=${to}`).join(" ");
  run(
    [
      "cargo",
      "zigbuild",
      "--locked",
      "--release",
      "-p",
      "askline-server",
      "--target",
      libc === "glibc" ? `${target}.${GLIBC}` : target,
    ],
    {
      shown: true,
      env: {
        PATH: `${join(TOOLS, "bin")}:${process.env.PATH}`,
        CARGO_ZIGBUILD_ZIG_PATH: join(TOOLS, "bin/python-zig"),
        CARGO_INCREMENTAL: "0",
        CARGO_ENCODED_RUSTFLAGS: places.map(([from, to]) => `--remap-path-prefix=${from}=${to}`).join("\x1f"),
        CFLAGS: forC,
        CXXFLAGS: forC,
        SOURCE_DATE_EPOCH: String(seconds),
        // On arm64 some kernels have pages of 64 KiB. An allocator that was built for 4 KiB stops at its first request
        // there.
        ...(machine === "aarch64" ? { JEMALLOC_SYS_WITH_LG_PAGE: "16" } : {}),
      },
    },
  );
  return join(folder, target, "release/askline");
}

/** Installs the linker if it is not installed yet. */
function installTools() {
  if (existsSync(HAD) && readFileSync(HAD, "utf8") === readFileSync(WANTED, "utf8")) return;
  rmSync(TOOLS, { recursive: true, force: true });
  run(["python3", "-m", "venv", TOOLS]);
  run(
    [
      join(TOOLS, "bin/pip"),
      "install",
      "--quiet",
      "--disable-pip-version-check",
      "--only-binary",
      ":all:",
      "-r",
      WANTED,
    ],
    { shown: true },
  );
  cpSync(WANTED, HAD);
}
