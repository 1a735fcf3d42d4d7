-- The newest reads of crawlers line by line: what was asked for and answered, never by which address. A site has at most 1,000, for 48
-- hours. `number` tells lines of the same time apart.
CREATE TABLE crawler_lines (
    site INTEGER NOT NULL,
    at INTEGER NOT NULL,
    number INTEGER NOT NULL,
    crawler TEXT NOT NULL,
    purpose TEXT NOT NULL,
    evidence TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    -- NULL: the server sent none.
    status INTEGER,
    PRIMARY KEY (site, at, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX crawler_lines_by_time ON crawler_lines (at);
