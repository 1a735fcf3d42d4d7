-- The questions and prompts that a site ever had, so that events with made-up ids are told from those of a page that was
-- kept. Filled by triggers: whatever stores a configuration, a rule or a prompt cannot forget it. A site keeps the newest
-- 20,000; what it has at present is known anyway.
CREATE TABLE offered_ids (
    number INTEGER PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    UNIQUE (site_id, id)
) STRICT;
CREATE INDEX offered_ids_by_age ON offered_ids (site_id, number);

INSERT OR IGNORE INTO offered_ids (site_id, id)
    SELECT site_id, json_extract(question.value, '$.id') FROM site_configs, json_each(config, '$.questions.items') question
    ORDER BY site_id, version;
INSERT OR IGNORE INTO offered_ids (site_id, id)
    SELECT site_id, json_extract(question.value, '$.id') FROM rules, json_each(action, '$.questions') question;
INSERT OR IGNORE INTO offered_ids (site_id, id) SELECT site_id, id FROM prompts ORDER BY id;

CREATE TRIGGER offered_by_configuration AFTER INSERT ON site_configs BEGIN
    INSERT OR IGNORE INTO offered_ids (site_id, id)
        SELECT NEW.site_id, json_extract(value, '$.id') FROM json_each(NEW.config, '$.questions.items');
END;
CREATE TRIGGER offered_by_rule AFTER INSERT ON rules BEGIN
    INSERT OR IGNORE INTO offered_ids (site_id, id)
        SELECT NEW.site_id, json_extract(value, '$.id') FROM json_each(NEW.action, '$.questions');
END;
CREATE TRIGGER offered_by_changed_rule AFTER UPDATE OF action ON rules BEGIN
    INSERT OR IGNORE INTO offered_ids (site_id, id)
        SELECT NEW.site_id, json_extract(value, '$.id') FROM json_each(NEW.action, '$.questions');
END;
CREATE TRIGGER offered_by_prompt AFTER INSERT ON prompts BEGIN
    INSERT OR IGNORE INTO offered_ids (site_id, id) VALUES (NEW.site_id, NEW.id);
END;
CREATE TRIGGER offered_ids_have_a_bound AFTER INSERT ON offered_ids BEGIN
    DELETE FROM offered_ids WHERE site_id = NEW.site_id AND number <= (
        SELECT number FROM offered_ids WHERE site_id = NEW.site_id ORDER BY number DESC LIMIT 1 OFFSET 20000);
END;
