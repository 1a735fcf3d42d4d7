-- Recipients: addresses without an account that get reports, once their owner used the link that was sent there.
CREATE TABLE report_recipients (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    org_id TEXT COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    email TEXT COLLATE "C" NOT NULL,
    audience TEXT COLLATE "C" NOT NULL,
    language TEXT COLLATE "C" NOT NULL,
    site_ids TEXT COLLATE "C",
    weekly BIGINT NOT NULL,
    monthly BIGINT NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    refusal TEXT COLLATE "C",
    digest BYTEA,
    expires_ms BIGINT,
    confirmed_ms BIGINT,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    created_by_id TEXT COLLATE "C",
    created_by_email TEXT COLLATE "C"
);
CREATE UNIQUE INDEX report_recipients_by_address ON report_recipients (org_id, email);
CREATE INDEX report_recipients_by_organization ON report_recipients (org_id, id);
CREATE UNIQUE INDEX report_recipients_by_token ON report_recipients (digest) WHERE digest IS NOT NULL;
-- When the next report to a recipient is due, and up to which day reports were sent.
CREATE TABLE recipient_reports (
    recipient_id TEXT COLLATE "C" NOT NULL REFERENCES report_recipients (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL,
    wanted BIGINT NOT NULL,
    due_ms BIGINT NOT NULL,
    sent_until_day BIGINT,
    PRIMARY KEY (recipient_id, kind)
);
CREATE INDEX recipient_reports_due ON recipient_reports (due_ms) WHERE wanted = 1;
ALTER TABLE mails ADD COLUMN recipient_id TEXT COLLATE "C" REFERENCES report_recipients (id) ON DELETE CASCADE;
CREATE INDEX mails_by_recipient ON mails (recipient_id) WHERE recipient_id IS NOT NULL;
