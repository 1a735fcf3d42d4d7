-- Recipients: addresses without an account that get reports, once their owner used the link that was sent there.
CREATE TABLE report_recipients (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    audience TEXT NOT NULL,
    language TEXT NOT NULL,
    site_ids TEXT,
    weekly INTEGER NOT NULL,
    monthly INTEGER NOT NULL,
    state TEXT NOT NULL,
    refusal TEXT,
    digest BLOB,
    expires_ms INTEGER,
    confirmed_ms INTEGER,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    created_by_id TEXT,
    created_by_email TEXT
) STRICT;
CREATE UNIQUE INDEX report_recipients_by_address ON report_recipients (org_id, email);
CREATE INDEX report_recipients_by_organization ON report_recipients (org_id, id);
CREATE UNIQUE INDEX report_recipients_by_token ON report_recipients (digest) WHERE digest IS NOT NULL;
-- When the next report to a recipient is due, and up to which day reports were sent.
CREATE TABLE recipient_reports (
    recipient_id TEXT NOT NULL REFERENCES report_recipients (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    wanted INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    sent_until_day INTEGER,
    PRIMARY KEY (recipient_id, kind)
) STRICT;
CREATE INDEX recipient_reports_due ON recipient_reports (due_ms) WHERE wanted = 1;
ALTER TABLE mails ADD COLUMN recipient_id TEXT REFERENCES report_recipients (id) ON DELETE CASCADE;
CREATE INDEX mails_by_recipient ON mails (recipient_id) WHERE recipient_id IS NOT NULL;
