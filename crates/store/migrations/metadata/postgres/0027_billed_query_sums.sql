-- The searches that the engines bill for the answers of the sums. Answers of earlier releases have none.
ALTER TABLE answer_sums ADD COLUMN billed_queries BIGINT NOT NULL DEFAULT 0;
