//! Webhooks as rows, and back.

use askline_app::ports::StoreResult;
use askline_domain::{
    shared::ids::{OrgId, WebhookId},
    webhooks::{
        Webhook,
        secret::{WebhookSecret, WebhookSecrets},
    },
};

use super::address::{place_of, whole_address};
use crate::{
    sealing::SealingKey,
    sql::{Row, Statement, rows::RowReader, sql},
};

pub(super) const TABLE: &str = "webhooks";

/// Selects a webhook of an organization.
pub(super) fn selection(org: OrgId, id: WebhookId) -> Statement {
    sql("SELECT * FROM webhooks WHERE id = $1 AND org_id = $2 AND is_removed = 0").bind(id).bind(org)
}

pub(super) fn read_webhook(sealing: &SealingKey, row: &Row) -> StoreResult<Webhook> {
    let row = RowReader::new(row, TABLE, "id");
    let whole = whole_address(sealing, &row)?;
    Ok(Webhook {
        id: row.parsed("id")?,
        org_id: row.parsed("org_id")?,
        url_unreadable: whole.is_none(),
        url: whole.map_or_else(|| row.text("url"), Ok)?,
        events: row.json("events")?,
        description: row.text("description")?,
        enabled: row.flag("enabled")?,
        disabled_reason: row.optional_parsed("disabled_reason")?,
        consecutive_failures: row.number("failures_in_a_row")?,
        failing_since: row.optional_time("failing_since_ms")?,
        previous_secret_expires_at: row.optional_time("previous_until_ms")?,
        created_at: row.time("created_ms")?,
        updated_at: row.time("updated_ms")?,
    })
}

pub(super) fn read_secrets(sealing: &SealingKey, row: &Row) -> StoreResult<WebhookSecrets> {
    let row = RowReader::new(row, TABLE, "id");
    let place = place_of(row.parsed("id")?);
    let opened = |sealed: String| -> StoreResult<Option<WebhookSecret>> {
        Ok(sealing.open(&place, &sealed)?.and_then(|text| WebhookSecret::parse(text.expose()).ok()))
    };
    // A secret sealed with a lost key can no longer sign; a rotation after the loss of a key leaves such a secret.
    let previous = match (row.optional_text("previous_secret")?, row.optional_time("previous_until_ms")?) {
        (Some(sealed), Some(until)) => opened(sealed)?.map(|secret| (secret, until)),
        _ => None,
    };
    let current = opened(row.text("secret")?)?.ok_or_else(|| row.corrupt("secret"))?;
    Ok(WebhookSecrets { current, previous })
}
