-- The days of a page, added up by weeks: a list of pages over months reads a seventh of the rows. week: a day's number divided by seven,
-- rounded down.

-- An older release does not add to weeks. Whatever writes days takes out what waits here first, so from now on its statements fail, and
-- those that have begun end before this one.
ALTER TABLE event_page_raises RENAME COLUMN raises TO additions;

CREATE TABLE event_page_weeks (
    site BYTEA NOT NULL,
    week INTEGER NOT NULL,
    page BIGINT NOT NULL,
    views BIGINT NOT NULL,
    ai_clicks BIGINT NOT NULL,
    social_clicks BIGINT NOT NULL,
    question_clicks BIGINT NOT NULL,
    ai_referrals BIGINT NOT NULL,
    phone_views BIGINT NOT NULL,
    tablet_views BIGINT NOT NULL,
    desktop_views BIGINT NOT NULL,
    views_without_widget BIGINT NOT NULL,
    PRIMARY KEY (site, week, page)
);
ALTER TABLE event_page_weeks SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
INSERT INTO event_page_weeks (site, week, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals, phone_views, tablet_views,
        desktop_views, views_without_widget)
    SELECT site, floor(day / 7.0)::int AS week, page, sum(views), sum(ai_clicks), sum(social_clicks), sum(question_clicks),
        sum(ai_referrals), sum(phone_views), sum(tablet_views), sum(desktop_views), sum(views_without_widget)
    FROM event_page_days GROUP BY site, floor(day / 7.0)::int, page;

DO $$
BEGIN
    IF to_regclass('layouts') IS NOT NULL THEN
        UPDATE layouts SET readable_from = 7 WHERE name = 'events';
    END IF;
END $$;
