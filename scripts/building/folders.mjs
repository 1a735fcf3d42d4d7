// Where builds are.

import { resolve } from "node:path";

import { ROOT } from "../testing/root.mjs";

/** The folder that cargo writes to. */
export const TARGET = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target");
