-- Emails that a limit counts: a row for each column of the table of limits (crates/domain/src/mail/limits.rs) that limits the
-- email's kind. `counted` is a hash of whom and what it counts for, so that no address is readable.
CREATE TABLE counted_mails (
    counted TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    job_id TEXT NOT NULL,
    -- When no limit counts it any more.
    until_ms INTEGER NOT NULL,
    PRIMARY KEY (counted, at_ms, job_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX counted_mails_by_end ON counted_mails (until_ms);

-- The counter of the emails that are added to this one while it waits. NULL if none are.
ALTER TABLE mails ADD COLUMN gathers TEXT;

-- Name, password hash and organization of a person who signed up, as JSON, until they confirm their address. NULL for tokens of
-- accounts.
ALTER TABLE account_tokens ADD COLUMN sign_up TEXT;
CREATE INDEX account_tokens_of_sign_ups ON account_tokens (email) WHERE sign_up IS NOT NULL;
