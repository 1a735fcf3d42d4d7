// The tests of the HTTP suite that `make test-scaled` runs on PostgreSQL. They are listed by module, each with its
// reason: they depend on engine-specific queries. The other tests are about code above the ports; they run on SQLite,
// and in `make test-all` also on PostgreSQL.

/** @type {Record<string, string>} */
export const ON_POSTGRES = {
  analytics: "Counters, page lists and searches are statements of each engine's own.",
  audit: "The chain of an organization is held together by the engine's locks.",
  credits: "The ledger's sum holds by the engine's locks and constraints.",
  "document::examples": "The tour calls every operation once.",
  events: "Events are taken in, bounded and counted by code of each engine's own.",
  "every_route::authorization": "Every route reaches its statements, with foreign and absent ids.",
  "every_route::cursors": "Pages go on by comparing texts and times, which engines order by their own rules.",
  "every_route::entity_tags": "Versions are compared in the statement that changes the row.",
  "every_route::idempotency": "Records are completed in the transaction of their change, and two at once meet at the engine's constraints.",
  "every_route::patches": "A part is written into stored JSON.",
  "every_route::repeated_posts": "A second request waits for the first at a constraint.",
  "every_route::unreadable": "A row that cannot be read names its table and column.",
  "generation::rolled_back": "PostgreSQL alone rolls back what another transaction stands in the way of.",
  jobs: "Jobs are leased by row locks.",
  "keys::chains": "A chain's keys are counted and ended under the engine's locks.",
  "keys::life": "What a change tells other servers is read back from rows of changes.",
  "members::invitations": "Tokens are taken up once, by whoever comes first to a row.",
  rolled_back: "PostgreSQL alone rolls back what another transaction stands in the way of.",
  "webhooks::deliveries": "Deliveries are stored in the transaction of what they tell of, and taken under leases.",
};

/**
 * Whether a test of the HTTP suite is one of them.
 * @param {string} test such as `keys::life::a_revoked_key_is_refused_at_once`
 */
export const isOnPostgres = (test) => Object.keys(ON_POSTGRES).some((module) => test.startsWith(`${module}::`));
