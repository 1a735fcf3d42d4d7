-- What was told already of an account that runs low, so that it is told once. NULL, 'low' or 'exhausted'.
ALTER TABLE credit_accounts ADD COLUMN told TEXT;
