//! Sites and the history of their widget configurations. A site always has a configuration, and a stored version never
//! changes.

mod alerts;
mod canonical_parameters;
mod cited_pages;
mod config_history;
mod config_requests;
mod in_change;
mod offered_ids;
mod refused_origins;
mod site_row;

use std::collections::BTreeMap;

use askline_app::ports::{
    StoreResult,
    sites::{CONFIG_VERSIONS_KEPT, ConfigVersion, Sighting, SiteStore},
};
use askline_domain::{
    events::offered_ids::OfferedIds,
    organizations::plan::Plan,
    pages::{canonical_parameters::CanonicalParameters, settings::PageSettings},
    shared::{
        calendar::Day,
        ids::{OrgId, SiteId},
        paging::{Page, PageRequest},
    },
    sites::{
        Site,
        refused_origin::{OriginRefusals, RefusedOrigin},
        same_domain::{MAX_SAME_DOMAIN_NAMED, stored_forms},
    },
    widget::missing_views::ConfigRequests,
};
use async_trait::async_trait;
use jiff::Timestamp;

use self::config_history::read_config;
pub(super) use self::site_row::{read_site, site_of};
use super::{MetadataStore, changes::row_order::in_id_order, values::among};
use crate::sql::{
    rows::{RowReader, json_text, page_bound},
    skipping_locked, sql,
};

const TABLE: &str = "sites";

#[async_trait]
impl SiteStore for MetadataStore {
    async fn sites(&self, org: OrgId, among: Option<&[SiteId]>, page: PageRequest) -> StoreResult<Page<Site>> {
        if among.is_some_and(<[SiteId]>::is_empty) {
            return Ok(Page { items: Vec::new(), has_more: false });
        }
        sql(among!(
            "SELECT * FROM sites WHERE org_id = $1 AND id < $2 AND is_removed = 0 AND ($3 IS NULL OR id IN",
            "$3",
            ") ORDER BY id DESC LIMIT $4"
        ))
        .bind(org)
        .bind(page_bound::<SiteId>(page))
        .bind(among.map(json_text).transpose()?)
        .page(&self.inner.read, page, read_site)
        .await
    }

    async fn sites_of_domain(&self, org: OrgId, among: Option<&[SiteId]>, domain: &str) -> StoreResult<Vec<Site>> {
        if among.is_some_and(<[SiteId]>::is_empty) {
            return Ok(Vec::new());
        }
        let [bare, with_www] = stored_forms(domain);
        sql(among!(
            "SELECT * FROM sites WHERE org_id = $1 AND domain IN ($2, $3) AND is_removed = 0 AND ($4 IS NULL OR id IN",
            "$4",
            ") ORDER BY id LIMIT $5"
        ))
        .bind(org)
        .bind(bare)
        .bind(with_www)
        .bind(among.map(json_text).transpose()?)
        .bind(MAX_SAME_DOMAIN_NAMED)
        .all(&self.inner.read, read_site)
        .await
    }

    async fn site(&self, id: SiteId) -> StoreResult<Option<(Site, ConfigVersion)>> {
        // A LEFT JOIN, so that a site without its configuration differs from a missing site.
        sql("SELECT s.*, c.version, c.config, c.stored_ms, c.actor FROM sites s \
             JOIN organizations o ON o.id = s.org_id AND o.is_removed = 0 LEFT JOIN site_configs c ON c.site_id = s.id \
             WHERE s.id = $1 AND s.is_removed = 0 ORDER BY c.version DESC LIMIT 1")
        .bind(id)
        .optional(&self.inner.read, |row| Ok((read_site(row)?, read_config(row, "id")?)))
        .await
    }

    async fn removed_sites(&self, most: u32) -> StoreResult<Vec<SiteId>> {
        sql("SELECT site_id FROM removed_sites ORDER BY site_id LIMIT $1")
            .bind(most)
            .all(&self.inner.read, |row| RowReader::new(row, "removed_sites", "site_id").parsed("site_id"))
            .await
    }

    async fn forget_removed_site(&self, id: SiteId) -> StoreResult<()> {
        let deletion = sql("DELETE FROM removed_sites WHERE site_id = $1").bind(id);
        self.write_without_notice(deletion).await.map(|_| ())
    }

    async fn config_versions(&self, id: SiteId) -> StoreResult<Vec<ConfigVersion>> {
        sql("SELECT * FROM site_configs WHERE site_id = $1 ORDER BY version DESC LIMIT $2")
            .bind(id)
            .bind(CONFIG_VERSIONS_KEPT)
            .all(&self.inner.read, |row| read_config(row, "site_id"))
            .await
    }

    async fn offered_ids(&self, id: SiteId) -> StoreResult<OfferedIds> {
        offered_ids::read_offered(&self.inner.read, id).await
    }

    async fn record_canonical_parameters(
        &self,
        site: &Site,
        read: &CanonicalParameters,
    ) -> StoreResult<CanonicalParameters> {
        canonical_parameters::record(self, site, read).await
    }

    async fn record_sightings(&self, sightings: &[Sighting]) -> StoreResult<Vec<(SiteId, OrgId, Timestamp)>> {
        if sightings.is_empty() {
            return Ok(Vec::new());
        }
        // Per site the oldest first, so that the result does not depend on the order of arrival.
        let sightings = in_id_order(sightings, |sighting| (sighting.site, sighting.at));
        let mut change = self.begin([]).await?;
        let mut installed = BTreeMap::new();
        for sighting in sightings {
            let noted = sql(skipping_locked!(
                altering "UPDATE sites SET first_seen_ms = COALESCE(first_seen_ms, $2), last_seen_ms = $2, last_seen_url = $3, \
                 widget_version = COALESCE($4, widget_version), last_seen_automated = $5 \
                 WHERE id IN (SELECT id FROM sites WHERE id = $1 AND is_removed = 0 AND (last_seen_ms IS NULL OR last_seen_ms <= $2)",
                ") RETURNING id, org_id, install_told"
            ))
            .bind(sighting.site)
            .bind(sighting.at)
            .bind(&sighting.url)
            .bind(&sighting.widget_version)
            .bind(i64::from(sighting.automated))
            .fetch_optional(change.connection())
            .await?;
            let Some(noted) = noted else { continue };
            let noted = RowReader::new(&noted, TABLE, "id");
            if noted.optional_text("install_told")?.as_deref() != Some("installed") {
                installed.insert(sighting.site, (noted.parsed("org_id")?, sighting.at));
            }
        }
        change.commit_without_notice().await?;
        Ok(installed.into_iter().map(|(site, (org, at))| (site, org, at)).collect())
    }

    async fn unseen_sites(&self, unseen_since: Timestamp, most: u32) -> StoreResult<Vec<(OrgId, SiteId)>> {
        sql(concat!("SELECT id, org_id FROM sites WHERE ", in_change::unseen!(), " LIMIT $2"))
            .bind(unseen_since)
            .bind(most)
            .all(&self.inner.read, |row| {
                let row = RowReader::new(row, TABLE, "id");
                Ok((row.parsed("org_id")?, row.parsed("id")?))
            })
            .await
    }

    async fn record_config_requests(&self, requests: &[ConfigRequests]) -> StoreResult<()> {
        config_requests::record(self, requests).await
    }

    async fn config_requests(&self, id: SiteId) -> StoreResult<BTreeMap<Day, i64>> {
        config_requests::of_site(self, id).await
    }

    async fn record_refused_origins(&self, refusals: &[OriginRefusals]) -> StoreResult<()> {
        refused_origins::record(self, refusals).await
    }

    async fn refused_origins(&self, id: SiteId) -> StoreResult<Vec<RefusedOrigin>> {
        refused_origins::of_site(self, id).await
    }

    async fn retention_days(&self) -> StoreResult<Vec<(SiteId, u32)>> {
        sql("SELECT s.id, s.org_id, o.plan FROM sites s JOIN organizations o ON o.id = s.org_id \
             WHERE s.is_removed = 0 AND o.is_removed = 0")
        .all(&self.inner.read, |row| {
            let plan: Plan = RowReader::new(row, "organizations", "org_id").parsed("plan")?;
            Ok((RowReader::new(row, TABLE, "id").parsed("id")?, plan.limits().retention_days))
        })
        .await
    }

    async fn page_settings(&self) -> StoreResult<Vec<(SiteId, PageSettings)>> {
        sql("SELECT s.id, s.pages FROM sites s JOIN organizations o ON o.id = s.org_id \
             WHERE s.is_removed = 0 AND o.is_removed = 0")
        .all(&self.inner.read, |row| {
            let row = RowReader::new(row, TABLE, "id");
            Ok((row.parsed("id")?, row.json("pages")?))
        })
        .await
    }
}
