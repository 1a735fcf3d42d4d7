//! Query parameters in a site's canonical links.

use askline_app::ports::StoreResult;
use askline_domain::{pages::canonical_parameters::CanonicalParameters, sites::Site};

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
