-- The latest log-ins of each account, which stay when their sessions have ended. `id` is the session's.
CREATE TABLE log_ins (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    at_ms INTEGER NOT NULL,
    user_agent TEXT NOT NULL
) STRICT;
CREATE INDEX log_ins_by_user ON log_ins (user_id, id);
CREATE INDEX log_ins_by_time ON log_ins (at_ms);
-- Of those before this release, the open sessions are what is known.
INSERT INTO log_ins (id, user_id, at_ms, user_agent) SELECT id, user_id, created_ms, user_agent FROM sessions;
