//! Query parameters in a site's canonical links, and its first settings for pages.

use askline_app::ports::{StoreResult, changes::Subject};
use askline_domain::{audit::AuditDraft, pages::canonical_parameters::CanonicalParameters, sites::Site};

use crate::{
    metadata::{MetadataStore, changes::scope::Scope},
    sql::{
        rows::{RowReader, json_text},
        sql,
    },
};

/// Adds the parameters that were read; returns all that are kept.
pub(super) async fn record(
    store: &MetadataStore,
    site: &Site,
    read: &CanonicalParameters,
) -> StoreResult<CanonicalParameters> {
    let mut change = store.begin([Scope::Organization(site.org_id)]).await?;
    let known: Option<CanonicalParameters> =
        sql("SELECT id, canonical_parameters FROM sites WHERE id = $1 AND is_removed = 0")
            .bind(site.id)
            .optional(change.connection(), |row| RowReader::new(row, "sites", "id").json("canonical_parameters"))
            .await?;
    let Some(known) = known else { return Ok(CanonicalParameters::default()) };
    let all = known.clone().with(read);
    if all != known {
        sql("UPDATE sites SET canonical_parameters = $2 WHERE id = $1")
            .bind(site.id)
            .bind(json_text(&all)?)
            .execute(change.connection())
            .await?;
        change.commit_without_notice().await?;
    }
    Ok(all)
}

/// Stores the settings for pages of a site without events that has not changed since `before`.
pub(super) async fn set_first_pages(
    store: &MetadataStore,
    before: &Site,
    site: &Site,
    audit: AuditDraft,
) -> StoreResult<bool> {
    let update = sql("UPDATE sites SET pages = $2, updated_ms = $3 \
                      WHERE id = $1 AND updated_ms = $4 AND first_seen_ms IS NULL AND is_removed = 0")
    .bind(site.id)
    .bind(json_text(&site.pages)?)
    .bind(site.updated_at)
    .bind(before.updated_at);
    store.write_with(update, Subject::Site(site.id), audit).await
}
