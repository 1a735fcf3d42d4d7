//! Logos of organizations, each at most once.

use askline_app::ports::StoreResult;
use askline_domain::{
    organizations::brand::{Brand, BrandLogo},
    shared::ids::OrgId,
};

use crate::{
    metadata::MetadataStore,
    sql::{Connection, sql},
};

/// The logo of an organization, if it has this digest.
pub(super) async fn logo(store: &MetadataStore, org: OrgId, digest: &str) -> StoreResult<Option<Vec<u8>>> {
    let mut connection = store.inner.read.acquire().await?;
    let found = sql("SELECT l.png FROM organization_logos l JOIN organizations o ON o.id = l.org_id \
         WHERE l.org_id = $1 AND l.digest = $2 AND o.is_removed = 0")
    .bind(org)
    .bind(digest);
    found
        .optional(&mut connection, |row| {
            crate::sql::rows::RowReader::new(row, "organization_logos", "org_id").bytes("png")
        })
        .await
}

/// Stores a new logo, and removes one that the brand no longer has.
pub(super) async fn put(
    connection: &mut Connection,
    org: OrgId,
    brand: Option<&Brand>,
    logo: Option<&BrandLogo>,
) -> StoreResult<()> {
    if let Some(logo) = logo {
        sql("INSERT INTO organization_logos (org_id, digest, png) VALUES ($1, $2, $3) \
             ON CONFLICT (org_id) DO UPDATE SET digest = excluded.digest, png = excluded.png")
        .bind(org)
        .bind(&logo.digest)
        .bind(&logo.png)
        .execute(connection)
        .await?;
    } else if brand.is_none_or(|brand| brand.logo.is_none()) {
        sql("DELETE FROM organization_logos WHERE org_id = $1").bind(org).execute(connection).await?;
    }
    Ok(())
}
