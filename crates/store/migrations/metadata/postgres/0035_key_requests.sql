-- The newest requests with API keys, and how often each key was used by day. Written in batches; no other data depends on them.
CREATE TABLE key_requests (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    org_id TEXT COLLATE "C" NOT NULL,
    key_id TEXT COLLATE "C" NOT NULL,
    at_ms BIGINT NOT NULL,
    method TEXT COLLATE "C" NOT NULL,
    route TEXT COLLATE "C" NOT NULL,
    status BIGINT NOT NULL,
    code TEXT COLLATE "C",
    duration_ms BIGINT NOT NULL
);
CREATE INDEX key_requests_by_organization ON key_requests (org_id, id);
CREATE INDEX key_requests_by_key ON key_requests (key_id, id);
CREATE INDEX key_requests_by_status ON key_requests (org_id, status, id);
CREATE INDEX key_requests_by_route ON key_requests (org_id, route, id);
CREATE INDEX key_requests_by_route_and_status ON key_requests (org_id, route, status, id);
CREATE TABLE key_uses (
    key_id TEXT COLLATE "C" NOT NULL,
    day BIGINT NOT NULL,
    route TEXT COLLATE "C" NOT NULL,
    method TEXT COLLATE "C" NOT NULL,
    status BIGINT NOT NULL,
    org_id TEXT COLLATE "C" NOT NULL,
    requests BIGINT NOT NULL,
    PRIMARY KEY (key_id, day, route, method, status)
);
CREATE INDEX key_uses_by_organization ON key_uses (org_id);
CREATE INDEX key_uses_by_day ON key_uses (day);
