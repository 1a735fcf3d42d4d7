-- The hour of the event's day, from its midnight. NULL of events from before this step.
ALTER TABLE events ADD COLUMN hour INTEGER;

-- When on its day a counter was raised: pairs of an hour and how much, see hours.rs. What a counter has beyond them was
-- counted before this step, or at an unknown hour.
ALTER TABLE site_counters ADD COLUMN hours BLOB;
ALTER TABLE page_counters ADD COLUMN hours BLOB;

-- Views by device stand here for pages, where a row is written anyway.
ALTER TABLE page_days ADD COLUMN phone_views INTEGER NOT NULL DEFAULT 0;
ALTER TABLE page_days ADD COLUMN tablet_views INTEGER NOT NULL DEFAULT 0;
ALTER TABLE page_days ADD COLUMN desktop_views INTEGER NOT NULL DEFAULT 0;

-- What people did within the last half hour: a ring of minutes for each site, slot = minute % 32.
CREATE TABLE site_minutes (
    site         INTEGER NOT NULL,
    slot         INTEGER NOT NULL,
    minute       INTEGER NOT NULL,
    views        INTEGER NOT NULL,
    asks         INTEGER NOT NULL,
    ai_referrals INTEGER NOT NULL,
    PRIMARY KEY (site, slot)
) STRICT, WITHOUT ROWID;
