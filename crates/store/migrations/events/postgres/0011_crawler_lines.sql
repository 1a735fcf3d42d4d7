-- The newest reads of crawlers line by line: what was asked for and answered, never by which address. A site has at most 1,000, for 48
-- hours. `number` tells lines of the same time apart.
CREATE TABLE event_crawler_lines (
    site BYTEA NOT NULL,
    at BIGINT NOT NULL,
    number BIGINT NOT NULL,
    crawler TEXT COLLATE "C" NOT NULL,
    purpose TEXT COLLATE "C" NOT NULL,
    evidence TEXT COLLATE "C" NOT NULL,
    method TEXT COLLATE "C" NOT NULL,
    path TEXT COLLATE "C" NOT NULL,
    -- NULL: the server sent none.
    status INTEGER,
    PRIMARY KEY (site, at, number)
);
CREATE INDEX event_crawler_lines_by_time ON event_crawler_lines (at);
