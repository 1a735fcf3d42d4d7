// The tests of the HTTP suite that `make test-scaled` runs on PostgreSQL. They are listed by module, each with its
// reason: they depend on queries that differ between SQLite and PostgreSQL. The other tests are about code above the
// ports; they run on SQLite, and in `make test-long` also on PostgreSQL.

/** @type {Record<string, string>} */
export const ON_POSTGRES = {
  analytics: "Counters, page lists and searches have different queries in each database.",
  audit: "The database's locks keep the chain of an organization complete.",
  credits: "The ledger's sum depends on the database's locks and constraints.",
  "document::examples": "The tour calls every operation once.",
  events: "Events are accepted, limited and counted by different code for each database.",
  "every_route::authorization": "Every route reaches its statements, with foreign and absent ids.",
  "every_route::cursors": "Cursors compare texts and times, which each database sorts by its own rules.",
  "every_route::entity_tags": "Versions are compared in the statement that changes the row.",
  "every_route::idempotency":
    "Records are completed in the transaction of their change, and concurrent ones conflict at the database's constraints.",
  "every_route::patches": "A part is written into stored JSON.",
  "every_route::repeated_posts": "A second request waits for the first at a constraint.",
  "every_route::unreadable": "A row that cannot be read names its table and column.",
  "generation::rolled_back": "Only PostgreSQL rolls back a transaction that conflicts with another one.",
  jobs: "Jobs are leased by row locks.",
  "keys::chains": "A chain's keys are counted and revoked under the database's locks.",
  "keys::life": "Other servers read changes from rows of the database.",
  "members::invitations": "A token is used once, by the transaction that updates its row first.",
  rolled_back: "Only PostgreSQL rolls back a transaction that conflicts with another one.",
  "webhooks::deliveries": "Deliveries are stored in the transaction of their event, and processed under leases.",
};

/**
 * Whether a test of the HTTP suite is one of them.
 * @param {string} test such as `keys::life::a_revoked_key_is_refused_at_once`
 */
export const isOnPostgres = (test) => Object.keys(ON_POSTGRES).some((module) => test.startsWith(`${module}::`));
