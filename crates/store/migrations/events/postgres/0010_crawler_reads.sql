-- What crawlers read, by the logs of a site's web servers: of all pages, of each page, what each source has sent, and the batches of
-- the last days, each of which is counted once.
CREATE TABLE event_crawler_days (
    site BYTEA NOT NULL,
    day INTEGER NOT NULL,
    crawler TEXT COLLATE "C" NOT NULL,
    purpose TEXT COLLATE "C" NOT NULL,
    evidence TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    reads BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (site, day, crawler, purpose, evidence, status)
);
CREATE TABLE event_crawler_pages (
    site BYTEA NOT NULL,
    day INTEGER NOT NULL,
    path TEXT COLLATE "C" NOT NULL,
    crawler TEXT COLLATE "C" NOT NULL,
    purpose TEXT COLLATE "C" NOT NULL,
    evidence TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    reads BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (site, day, path, crawler, purpose, evidence, status)
);
CREATE TABLE event_log_states (
    site BYTEA NOT NULL,
    source BYTEA NOT NULL,
    lines BIGINT NOT NULL,
    kept BIGINT NOT NULL,
    unreadable BIGINT NOT NULL,
    other_hosts BIGINT NOT NULL,
    out_of_range BIGINT NOT NULL,
    last_line_at BIGINT,
    last_batch_at BIGINT NOT NULL,
    PRIMARY KEY (site, source)
);
CREATE TABLE event_log_batches (
    site BYTEA NOT NULL,
    source BYTEA NOT NULL,
    name BYTEA NOT NULL,
    content BYTEA NOT NULL,
    at BIGINT NOT NULL,
    answer TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (site, source, name)
);
CREATE INDEX event_log_batches_by_time ON event_log_batches (at);
