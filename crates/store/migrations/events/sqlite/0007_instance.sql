-- The id of the instance, as in metadata.db.
CREATE TABLE IF NOT EXISTS instance (id TEXT NOT NULL PRIMARY KEY) STRICT;
