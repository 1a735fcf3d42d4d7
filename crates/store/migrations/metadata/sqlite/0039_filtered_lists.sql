-- A list with a filter reads rows of that filter alone, however many others the organization has.
CREATE INDEX credit_ledger_by_kind ON credit_ledger (org_id, kind, place);
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (webhook_id, status, id);
-- The keys that are active at a moment are those whose end is later, whatever ends them. Their number is bounded by the plan.
CREATE INDEX api_keys_by_end ON api_keys (
    org_id,
    (CASE WHEN COALESCE(revoked_ms, 9223372036854775807) < COALESCE(expires_ms, 9223372036854775807)
          THEN COALESCE(revoked_ms, 9223372036854775807) ELSE COALESCE(expires_ms, 9223372036854775807) END)
);
-- Beside expired keys it has those that will expire, of which the plan bounds the number.
CREATE INDEX api_keys_that_expire ON api_keys (org_id, id)
    WHERE expires_ms IS NOT NULL AND (revoked_ms IS NULL OR revoked_ms > expires_ms);
CREATE INDEX api_keys_revoked ON api_keys (org_id, id) WHERE revoked_ms IS NOT NULL;
