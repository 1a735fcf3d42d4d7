//! Recipients as rows, and back.

use askline_app::ports::StoreResult;
use askline_domain::{
    identity::secret::SecretDigest,
    keys::KeyCreator,
    recipients::{Recipient, RecipientSettings},
    shared::ids::{OrgId, RecipientId},
};
use jiff::Timestamp;

use crate::{
    metadata::organizations::member_sites,
    sql::{Connection, Row, rows::RowReader, sql},
};

pub(super) const RECIPIENTS: &str = "report_recipients";

pub(super) async fn recipient(connection: &mut Connection, id: RecipientId) -> StoreResult<Option<Recipient>> {
    sql("SELECT * FROM report_recipients WHERE id = $1").bind(id).optional(connection, read).await
}

/// Ends the reports to a recipient.
pub(in crate::metadata) async fn end_reports(connection: &mut Connection, id: RecipientId) -> StoreResult<()> {
    let ending = sql("UPDATE recipient_reports SET wanted = 0 WHERE recipient_id = $1").bind(id);
    ending.execute(connection).await.map(|_| ())
}

pub(super) async fn of_address(connection: &mut Connection, org: OrgId, email: &str) -> StoreResult<Option<Recipient>> {
    sql("SELECT * FROM report_recipients WHERE org_id = $1 AND email = $2")
        .bind(org)
        .bind(email)
        .optional(connection, read)
        .await
}

pub(super) async fn of_token(
    connection: &mut Connection,
    digest: SecretDigest,
    at: Timestamp,
) -> StoreResult<Option<Recipient>> {
    sql("SELECT r.* FROM report_recipients r JOIN organizations o ON o.id = r.org_id \
         WHERE r.digest = $1 AND r.expires_ms > $2 AND o.is_removed = 0")
    .bind(digest)
    .bind(at)
    .optional(connection, read)
    .await
}

pub(super) fn read(row: &Row) -> StoreResult<Recipient> {
    let row = RowReader::new(row, RECIPIENTS, "id");
    Ok(Recipient {
        id: row.parsed("id")?,
        org_id: row.parsed("org_id")?,
        email: row.text("email")?,
        settings: RecipientSettings {
            audience: row.parsed("audience")?,
            language: row.parsed("language")?,
            sites: member_sites::read(&row)?,
            weekly: row.flag("weekly")?,
            monthly: row.flag("monthly")?,
        },
        state: row.parsed("state")?,
        refusal: row.optional_text("refusal")?,
        confirmed_at: row.optional_time("confirmed_ms")?,
        created_at: row.time("created_ms")?,
        updated_at: row.time("updated_ms")?,
        created_by: match row.optional_parsed("created_by_id")? {
            Some(id) => Some(KeyCreator { id, email: row.text("created_by_email")? }),
            None => None,
        },
    })
}
