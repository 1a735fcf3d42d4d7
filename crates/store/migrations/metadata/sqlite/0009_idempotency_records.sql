-- Records of idempotent requests, stored by the changes they tell of. Answers stand apart, since they are added after
-- the change and let go before the record.

ALTER TABLE idempotency_records RENAME TO earlier_idempotency_records;
DROP INDEX idempotency_records_by_age;

CREATE TABLE idempotency_records (
    -- SHA-256 of caller, route and key. Records of the layout before have the three as they are, and end within a day.
    ticket BLOB NOT NULL PRIMARY KEY,
    -- NULL for records of the layout before.
    org_id TEXT REFERENCES organizations (id) ON DELETE CASCADE,
    caller TEXT NOT NULL,
    -- Its place among the caller's records.
    place INTEGER NOT NULL,
    body_digest BLOB NOT NULL,
    status INTEGER NOT NULL,
    made_id TEXT,
    created_ms INTEGER NOT NULL,
    -- Bytes of its answer; 0 when none is kept.
    answer_bytes INTEGER NOT NULL
) STRICT;

CREATE TABLE idempotency_answers (
    ticket BLOB NOT NULL PRIMARY KEY REFERENCES idempotency_records (ticket) ON DELETE CASCADE,
    answer TEXT NOT NULL
) STRICT;

-- What an organization has of both, so that nothing is counted when a request comes.
CREATE TABLE idempotency_totals (
    org_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    records INTEGER NOT NULL,
    answer_bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was done keeps its answer for the rest of its day. Refusals keep none any more, nor do requests that were cut off:
-- nothing tells whether they took effect.
INSERT INTO idempotency_records
    (ticket, org_id, caller, place, body_digest, status, made_id, created_ms, answer_bytes)
SELECT CAST(caller || char(10) || route || char(10) || key AS BLOB), NULL, caller,
    ROW_NUMBER() OVER (PARTITION BY caller ORDER BY created_ms), body_digest, status,
    CASE WHEN json_valid('{' || answer || '}}') THEN json_extract('{' || answer || '}}', '$.data.id') END,
    created_ms, length(CAST(answer AS BLOB))
FROM earlier_idempotency_records
WHERE status < 400 AND answer IS NOT NULL;

INSERT INTO idempotency_answers (ticket, answer)
SELECT CAST(caller || char(10) || route || char(10) || key AS BLOB), answer
FROM earlier_idempotency_records
WHERE status < 400 AND answer IS NOT NULL;

DROP TABLE earlier_idempotency_records;

CREATE INDEX idempotency_records_by_age ON idempotency_records (created_ms);
CREATE INDEX idempotency_records_of_caller ON idempotency_records (caller, place);
CREATE INDEX idempotency_records_of_organization ON idempotency_records (org_id, created_ms);
CREATE INDEX idempotency_answers_of_organization ON idempotency_records (org_id, created_ms) WHERE answer_bytes > 0;
