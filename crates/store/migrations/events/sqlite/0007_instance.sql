-- The id of the instance, as in metadata.db.
CREATE TABLE instance (id TEXT NOT NULL PRIMARY KEY) STRICT;
