-- Questions that were generated for a site's widget configuration, as they were then. A configuration whose questions all
-- stand here was touched by nobody, and a generation may replace them.
CREATE TABLE generated_questions (
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    question_id TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (site_id, question_id)
) STRICT;
