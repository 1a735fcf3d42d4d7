-- What changed, in the place of one number for everything: whoever remembers something forgets what changed and no more.
-- The transaction that wrote a row tells which rows may still appear: those of transactions that were running at the last look.
CREATE TABLE changes (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    turn xid8 NOT NULL DEFAULT pg_current_xact_id(),
    -- The id of an organization, a site, a key or an account; '*' for everything.
    subject TEXT COLLATE "C" NOT NULL
);
CREATE INDEX changes_by_turn ON changes (turn);
-- Rows are removed when there are many. Whoever has yet to read rows of this turn or an earlier one has missed some.
CREATE TABLE changes_removed (
    id SMALLINT PRIMARY KEY CHECK (id = 1),
    through xid8 NOT NULL
);
INSERT INTO changes_removed (id, through) VALUES (1, '0');
DROP TABLE generation;
