-- Whether a program drove the browser in which the widget was last seen.
ALTER TABLE sites ADD COLUMN last_seen_automated INTEGER NOT NULL DEFAULT 0;
