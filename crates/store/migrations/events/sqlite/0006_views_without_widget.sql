-- Views of pages on which no widget stood: no part of rates.
ALTER TABLE page_days ADD COLUMN views_without_widget INTEGER NOT NULL DEFAULT 0;
