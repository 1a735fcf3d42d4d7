-- Credits. The balance is the sum of the ledger; both change in the same transaction. Times are Unix milliseconds.

CREATE TABLE credit_accounts (
    org_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    balance INTEGER NOT NULL CHECK (balance >= 0),
    reserved INTEGER NOT NULL CHECK (reserved >= 0 AND reserved <= balance),
    -- Paid in the current period, less what came back.
    used INTEGER NOT NULL,
    -- Granted by the plan in the current period.
    granted INTEGER NOT NULL,
    period_start_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE credit_reservations (
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    reference_type TEXT NOT NULL,
    reference_id TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (org_id, reference_type, reference_id)
) STRICT;

CREATE TABLE credit_ledger (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    -- The place in the organization's ledger, from 1, without gaps.
    place INTEGER NOT NULL,
    kind TEXT NOT NULL,
    amount INTEGER NOT NULL,
    balance_after INTEGER NOT NULL CHECK (balance_after >= 0),
    reason TEXT NOT NULL,
    reference_type TEXT NOT NULL,
    reference_id TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    UNIQUE (org_id, place)
) STRICT;
CREATE INDEX credit_ledger_by_reference ON credit_ledger (org_id, reference_type, reference_id);

-- Only ever added to; an organization's entries go with it.
CREATE TRIGGER credit_ledger_is_not_altered BEFORE UPDATE ON credit_ledger
BEGIN
    SELECT RAISE(ABORT, 'the ledger is only added to');
END;
