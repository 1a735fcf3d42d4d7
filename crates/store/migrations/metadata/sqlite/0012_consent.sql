-- Membership needs consent: an invitation is the organization's, names no account, and makes nobody a member.
-- Before, whoever had an account was a member as soon as an admin typed the address.

CREATE TABLE pending_members (
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    -- An id of its own: no row of users has it.
    user_id TEXT NOT NULL,
    -- What the inviter typed: a hint.
    email TEXT NOT NULL,
    role TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    -- Who answers for the token; NULL for the operator.
    invited_by TEXT,
    -- NULL where no token is left: it ended with its inviter, or never was.
    digest BLOB UNIQUE,
    expires_ms INTEGER,
    PRIMARY KEY (org_id, user_id),
    UNIQUE (org_id, email),
    CHECK ((digest IS NULL) = (expires_ms IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX pending_members_by_inviter ON pending_members (org_id, invited_by);

-- Who stays a member: owners, whoever was invited and set a password, and whoever did something in that organization.
-- Entries of log-ins tell nothing of consent: one stands in every organization that had added the account.
CREATE TEMPORARY TABLE consenting AS
    SELECT m.org_id, m.user_id FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE u.password_hash IS NOT NULL AND (
        m.role = 'owner'
        OR (m.org_id, m.user_id) IN (
            SELECT e.org_id, t.target_id FROM audit_entries e
            JOIN audit_targets t ON t.org_id = e.org_id AND t.audit_id = e.id
            WHERE e.action = 'member.invited'
        )
        OR (m.org_id, m.user_id) IN (
            SELECT org_id, actor_id FROM audit_entries
            WHERE actor_type = 'user' AND action NOT LIKE 'auth.%'
        )
    );

-- All others wait, without a token, for an admin to make one and for themselves to take it up.
-- The id keeps its ten characters of time; hexadecimal digits are digits of base32, too.
INSERT INTO pending_members (org_id, user_id, email, role, created_ms)
    SELECT m.org_id, substr(m.user_id, 1, 14) || lower(hex(randomblob(8))), u.email, m.role, m.created_ms
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE (m.org_id, m.user_id) NOT IN (SELECT org_id, user_id FROM consenting);
DELETE FROM memberships WHERE (org_id, user_id) NOT IN (SELECT org_id, user_id FROM consenting);
DROP TABLE consenting;

DROP TABLE invitations;
-- An address that was only typed by an admin is nobody's account.
DELETE FROM users WHERE password_hash IS NULL;

-- What the operator gives to somebody who cannot log in.
CREATE TABLE one_time_tokens (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    digest BLOB NOT NULL UNIQUE,
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

UPDATE generation SET value = value + 1;
