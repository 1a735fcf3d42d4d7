// The Rust tests that start PostgreSQL or Redis, by test program and module. `make test` leaves them out, because it
// needs neither; the suite `servers` runs them. In the suite `rust` a test that starts a server fails and names this
// file.

/**
 * The modules of each program; a test belongs to one if its path has the module's name in it.
 * @type {Record<string, string[]>}
 */
export const ON_SERVERS = {
  // `on_every_backend!` creates the module `on_postgres` next to `on_sqlite`.
  contract: ["on_postgres", "postgres", "redis", "limits::redis"],
  events: ["on_postgres", "postgres"],
  cli: ["moves"],
};

/**
 * Whether a test starts PostgreSQL or Redis.
 * @param {string} program such as `cli`
 * @param {string} test such as `moves::refused::what_makes_no_sense_is_misuse`
 */
export const isOnServers = (program, test) => {
  const path = `::${test}::`;
  return (ON_SERVERS[program] ?? []).some((module) => path.includes(`::${module}::`));
};
