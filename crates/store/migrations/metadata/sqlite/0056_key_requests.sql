-- The newest requests with API keys, and how often each key was used by day. Written in batches; no other data depends on them.
CREATE TABLE key_requests (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    method TEXT NOT NULL,
    route TEXT NOT NULL,
    status INTEGER NOT NULL,
    code TEXT,
    duration_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX key_requests_by_organization ON key_requests (org_id, id);
CREATE INDEX key_requests_by_key ON key_requests (key_id, id);
CREATE INDEX key_requests_by_status ON key_requests (org_id, status, id);
CREATE INDEX key_requests_by_route ON key_requests (org_id, route, id);
CREATE INDEX key_requests_by_route_and_status ON key_requests (org_id, route, status, id);
CREATE TABLE key_uses (
    key_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    route TEXT NOT NULL,
    method TEXT NOT NULL,
    status INTEGER NOT NULL,
    org_id TEXT NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (key_id, day, route, method, status)
) STRICT;
CREATE INDEX key_uses_by_organization ON key_uses (org_id);
CREATE INDEX key_uses_by_day ON key_uses (day);
