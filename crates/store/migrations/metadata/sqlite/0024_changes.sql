-- What changed, in the place of one number for everything: whoever remembers something forgets what changed and no more.
CREATE TABLE changes (
    id INTEGER PRIMARY KEY,
    -- The id of an organization, a site, a key or an account; '*' for everything.
    subject TEXT NOT NULL
) STRICT;
INSERT INTO changes (id, subject) VALUES (1, '*');
-- Rows are removed when there are many. Whoever read up to an older one than this has missed some.
CREATE TABLE changes_removed (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    through INTEGER NOT NULL
) STRICT;
INSERT INTO changes_removed (id, through) VALUES (1, 0);
DROP TABLE generation;
