-- What crawlers read, by the logs of a site's web servers: of all pages, of each page, what each source has sent, and the batches of
-- the last days, each of which is counted once.
CREATE TABLE crawler_days (
    site INTEGER NOT NULL,
    day INTEGER NOT NULL,
    crawler TEXT NOT NULL,
    purpose TEXT NOT NULL,
    evidence TEXT NOT NULL,
    status TEXT NOT NULL,
    reads INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (site, day, crawler, purpose, evidence, status)
) STRICT, WITHOUT ROWID;
CREATE TABLE crawler_pages (
    site INTEGER NOT NULL,
    day INTEGER NOT NULL,
    path TEXT NOT NULL,
    crawler TEXT NOT NULL,
    purpose TEXT NOT NULL,
    evidence TEXT NOT NULL,
    status TEXT NOT NULL,
    reads INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (site, day, path, crawler, purpose, evidence, status)
) STRICT, WITHOUT ROWID;
CREATE TABLE log_states (
    site INTEGER NOT NULL,
    source BLOB NOT NULL,
    lines INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    unreadable INTEGER NOT NULL,
    other_hosts INTEGER NOT NULL,
    out_of_range INTEGER NOT NULL,
    last_line_at INTEGER,
    last_batch_at INTEGER NOT NULL,
    PRIMARY KEY (site, source)
) STRICT, WITHOUT ROWID;
CREATE TABLE log_batches (
    site INTEGER NOT NULL,
    source BLOB NOT NULL,
    name BLOB NOT NULL,
    content BLOB NOT NULL,
    at INTEGER NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (site, source, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX log_batches_by_time ON log_batches (at);
