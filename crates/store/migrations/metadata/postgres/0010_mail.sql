-- Mails to people, and ways back into an account by mail.

-- A mail to a person is no organization's work: a job may have none from now on.
ALTER TABLE jobs ALTER COLUMN org_id DROP NOT NULL;

-- The mail of a job, sealed with a key that is in no database, and removed when the job ends.
CREATE TABLE mails (
    job_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    -- Whom it is for: an account, or somebody who was invited to an organization, or nobody.
    user_id TEXT COLLATE "C" REFERENCES users (id) ON DELETE CASCADE,
    pending_org_id TEXT COLLATE "C",
    pending_user_id TEXT COLLATE "C",
    until_ms BIGINT NOT NULL,
    sealed TEXT COLLATE "C" NOT NULL
);
CREATE INDEX mails_by_user ON mails (user_id) WHERE user_id IS NOT NULL;

-- Whether mail works: one row.
CREATE TABLE mail_state (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    failing_since_ms BIGINT,
    failure TEXT COLLATE "C"
);
INSERT INTO mail_state (id) VALUES (1);

-- When the address was proven; what the mail server said when it refused the address; the language of mails; an address that
-- the account asks for.
ALTER TABLE users ADD COLUMN email_verified_ms BIGINT;
ALTER TABLE users ADD COLUMN mail_refused TEXT COLLATE "C";
ALTER TABLE users ADD COLUMN language TEXT COLLATE "C";
ALTER TABLE users ADD COLUMN pending_email TEXT COLLATE "C";
ALTER TABLE users ADD COLUMN pending_until_ms BIGINT;

-- The token that was mailed, beside the one that was shown to the inviter. Each opens the invitation, and both end with it.
ALTER TABLE pending_members ADD COLUMN mailed_digest BYTEA;
ALTER TABLE pending_members ADD COLUMN mail_refused TEXT COLLATE "C";
CREATE UNIQUE INDEX pending_members_by_mailed ON pending_members (mailed_digest) WHERE mailed_digest IS NOT NULL;

-- Tokens of mailed links. One without an account opens nothing: it was stored so that asking takes as long for every address.
CREATE TABLE account_tokens (
    digest BYTEA NOT NULL PRIMARY KEY,
    purpose TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" REFERENCES users (id) ON DELETE CASCADE,
    -- The address that it was sent to.
    email TEXT COLLATE "C" NOT NULL,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX account_tokens_by_user ON account_tokens (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX account_tokens_by_end ON account_tokens (expires_ms);
