-- The id of the instance, which events.db has too, so that a file of another instance is found. `is_paired` is 0 until
-- events.db has it.
CREATE TABLE instance (id TEXT NOT NULL PRIMARY KEY, is_paired INTEGER NOT NULL DEFAULT 0) STRICT;
