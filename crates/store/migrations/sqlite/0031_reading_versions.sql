-- The version of the rules that read an answer: answers of different versions are not compared.
ALTER TABLE citations ADD COLUMN reading_version INTEGER NOT NULL DEFAULT 1;
