// The Rust tests that start PostgreSQL or Redis, by test program and module or test. `make test` leaves them out, because it
// needs neither; the suite `servers` runs them. In the suite `rust` a test that starts a server fails and names this
// file.

/**
 * The modules and single tests of each program; a test belongs to one if its path has the name in it.
 * @type {Record<string, string[]>}
 */
export const ON_SERVERS = {
  // `on_every_backend!` creates the module `on_postgres` next to `on_sqlite`.
  contract: ["on_postgres", "postgres", "limits::redis", "limits::in_redis_of_two_nodes"],
  events: [
    "on_postgres",
    "postgres",
    // These compare PostgreSQL with SQLite, or with a model.
    "bounds::floods::what_is_known_on_a_server_counts_by_itself_and_the_rest_together",
    "equality::a_server_answers_every_question_as_the_file_does",
    "pages::merged::reports_about_two_spellings_equal_those_about_one_on_a_server",
    "pages::stale::no_sum_changes_on_a_server_whatever_is_forgotten",
    "property::every_answer_of_a_server_equals_a_count_of_the_raw_events",
  ],
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
