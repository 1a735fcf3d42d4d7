-- Mails to people, and ways back into an account by mail.

-- A mail to a person is no organization's work: a job may have none from now on.
CREATE TABLE jobs_of_all (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT REFERENCES organizations (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    input TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    -- When it may be taken: when it is due, or when the lease of whoever has it runs out. NULL once it has ended.
    ready_ms INTEGER,
    -- The number of the latest taking. NULL while nobody has it.
    lease INTEGER,
    progress TEXT,
    result TEXT,
    failure TEXT,
    started_by TEXT,
    created_ms INTEGER NOT NULL,
    finished_ms INTEGER,
    site_id TEXT
) STRICT;
INSERT INTO jobs_of_all (id, org_id, kind, input, state, attempts, due_ms, ready_ms, lease, progress, result, failure, started_by,
    created_ms, finished_ms, site_id)
    SELECT id, org_id, kind, input, state, attempts, due_ms, ready_ms, lease, progress, result, failure, started_by, created_ms,
    finished_ms, site_id FROM jobs;
DROP TABLE jobs;
ALTER TABLE jobs_of_all RENAME TO jobs;
CREATE INDEX jobs_ready ON jobs (kind, ready_ms, id) WHERE ready_ms IS NOT NULL;
CREATE INDEX jobs_running ON jobs (kind, ready_ms) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs (finished_ms) WHERE finished_ms IS NOT NULL;
CREATE INDEX jobs_by_organization ON jobs (org_id, id);
CREATE INDEX jobs_of_each ON jobs (kind, org_id, ready_ms, id) WHERE ready_ms IS NOT NULL;

-- The mail of a job, sealed with a key that is in no database, and removed when the job ends.
CREATE TABLE mails (
    job_id TEXT NOT NULL PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    -- Whom it is for: an account, or somebody who was invited to an organization, or nobody.
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    pending_org_id TEXT,
    pending_user_id TEXT,
    until_ms INTEGER NOT NULL,
    sealed TEXT NOT NULL
) STRICT;
CREATE INDEX mails_by_user ON mails (user_id) WHERE user_id IS NOT NULL;

-- Whether mail works: one row.
CREATE TABLE mail_state (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    failing_since_ms INTEGER,
    failure TEXT
) STRICT;
INSERT INTO mail_state (id) VALUES (1);

-- When the address was proven; what the mail server said when it refused the address; the language of mails; an address that
-- the account asks for.
ALTER TABLE users ADD COLUMN email_verified_ms INTEGER;
ALTER TABLE users ADD COLUMN mail_refused TEXT;
ALTER TABLE users ADD COLUMN language TEXT;
ALTER TABLE users ADD COLUMN pending_email TEXT;
ALTER TABLE users ADD COLUMN pending_until_ms INTEGER;

-- The token that was mailed, beside the one that was shown to the inviter. Each opens the invitation, and both end with it.
ALTER TABLE pending_members ADD COLUMN mailed_digest BLOB;
ALTER TABLE pending_members ADD COLUMN mail_refused TEXT;
CREATE UNIQUE INDEX pending_members_by_mailed ON pending_members (mailed_digest) WHERE mailed_digest IS NOT NULL;

-- Tokens of mailed links. One without an account opens nothing: it was stored so that asking takes as long for every address.
CREATE TABLE account_tokens (
    digest BLOB NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    -- The address that it was sent to.
    email TEXT NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_tokens_by_user ON account_tokens (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX account_tokens_by_end ON account_tokens (expires_ms);
