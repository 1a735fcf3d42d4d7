// Which suites run when. Every suite belongs to one tier.

/**
 * The suites of each tier, in the order in which they run. `test` is `make test`: it needs Rust, Node and Chromium, and
 * no server. `ci` is what `.ci/run` adds to it. `long` is what only `make test-long` adds: what takes long, or needs real
 * systems; journeys in further browser engines belong there.
 * @type {Record<"test" | "ci" | "long", string[]>}
 */
export const TIERS = {
  test: ["rust", "widget", "dashboard", "e2e"],
  ci: ["journeys", "servers", "scaled", "nodes", "clients", "deploy", "fronts", "conformance", "engines", "part"],
  long: ["rest", "simulations", "generators", "postfix", "systems"],
};

/**
 * Suites whose tests are all in another suite as well: a sixth of the tests of `rest`, and selections for quick
 * feedback.
 * @type {Record<string, string>}
 */
export const PART_OF = { part: "rest", units: "rust", tidy: "rust" };

/** What `make test-long` runs: every test once. */
export const EVERYTHING = [...TIERS.test, ...TIERS.ci, ...TIERS.long].filter((name) => !(name in PART_OF));
