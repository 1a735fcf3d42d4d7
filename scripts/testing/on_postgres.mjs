// The tests of the HTTP suite that `make test-scaled` runs on PostgreSQL, by module, each with its reason: they depend on
// engine-specific queries. The others test what is above the ports; they run on SQLite, and on PostgreSQL in
// `make test-all`.

/** @type {Record<string, string>} */
export const ON_POSTGRES = {
  analytics: "Counters, page lists and searches are statements of each engine's own.",
  audit: "The chain of an organization is held together by the engine's locks.",
  authorization: "Every route reaches its statements, with foreign and absent ids.",
  credits: "The ledger's sum holds by the engine's locks and constraints.",
  cursors: "Pages go on by comparing texts and times, which engines order by their own rules.",
  entity_tags: "Versions are compared in the statement that changes the row.",
  events: "Events are taken in, bounded and counted by code of each engine's own.",
  examples: "The tour calls every operation once.",
  idempotency: "Records are completed in the transaction of their change, and two at once meet at the engine's constraints.",
  jobs: "Jobs are leased by row locks.",
  key_chains: "A chain's keys are counted and ended under the engine's locks.",
  keys: "What a change tells other servers is read back from rows of changes.",
  "members::invitations": "Tokens are taken up once, by whoever comes first to a row.",
  patches: "A part is written into stored JSON.",
  repeated_posts: "A second request waits for the first at a constraint.",
  unreadable: "A row that cannot be read names its table and column.",
  "webhooks::deliveries": "Deliveries are stored in the transaction of what they tell of, and taken under leases.",
};

/**
 * Whether a test of the HTTP suite is one of them.
 * @param {string} test such as `keys::a_revoked_key_is_refused_at_once`
 */
export const isOnPostgres = (test) => Object.keys(ON_POSTGRES).some((module) => test.startsWith(`${module}::`));
