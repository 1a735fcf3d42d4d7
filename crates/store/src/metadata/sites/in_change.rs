//! Rows of sites in a change of a use case.

use askline_app::ports::{
    StoreResult,
    change::{SiteRows, ToldSite},
    changes::Subject,
    sites::ConfigVersion,
};
use askline_domain::{
    organizations::ledger::CreditPeriod,
    shared::ids::{OrgId, SiteId},
    sites::{InstallCheck, InstallProblem, Site, credit_bound::SiteCredits},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    config_history, read_site,
    site_row::{self, site_of},
};
use crate::{
    metadata::{changes::change::Change, organizations::member_sites},
    sql::{Row, rows::RowReader, sql},
};

/// Sites whose widget was reported as seen and is not seen since `$1`. A check that found the snippet counts as a sighting, as in
/// `Sightings::status`.
macro_rules! unseen {
    () => {
        "is_removed = 0 AND install_told = 'installed' AND (last_seen_ms IS NULL OR last_seen_ms <= $1) \
         AND (checked_ms IS NULL OR check_problem IS NOT NULL OR checked_ms <= $1)"
    };
}
pub(super) use unseen;

#[async_trait]
impl SiteRows for Change {
    async fn site(&mut self, id: SiteId) -> StoreResult<Option<Site>> {
        site_of(self.connection(), id).await
    }

    async fn count_sites(&mut self, org: OrgId) -> StoreResult<u32> {
        let count: i64 = sql("SELECT COUNT(*) FROM sites WHERE org_id = $1 AND is_removed = 0")
            .bind(org)
            .value(self.connection())
            .await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn insert_site(&mut self, site: &Site) -> StoreResult<()> {
        self.concerns(Subject::Site(site.id));
        site_row::insert_site(self.connection(), site).await
    }

    async fn put_site(&mut self, site: &Site) -> StoreResult<bool> {
        self.concerns(Subject::Site(site.id));
        site_row::update_site(self.connection(), site).await
    }

    async fn remove_site(&mut self, org: OrgId, id: SiteId, at: Timestamp) -> StoreResult<bool> {
        let marked = sql("UPDATE sites SET is_removed = 1 WHERE id = $1 AND org_id = $2 AND is_removed = 0")
            .bind(id)
            .bind(org)
            .execute(self.connection())
            .await?;
        if marked == 0 {
            return Ok(false);
        }
        if member_sites::forget_site(self.connection(), (org, id), at).await? {
            self.concerns(Subject::Organization(org));
        }
        self.concerns(Subject::Site(id));
        Ok(true)
    }

    async fn current_config(&mut self, id: SiteId) -> StoreResult<Option<u32>> {
        sql("SELECT s.id, (SELECT MAX(c.version) FROM site_configs c WHERE c.site_id = s.id) AS version FROM sites s \
             JOIN organizations o ON o.id = s.org_id WHERE s.id = $1 AND s.is_removed = 0 AND o.is_removed = 0")
        .bind(id)
        .optional(self.connection(), |row: &Row| RowReader::new(row, "site_configs", "id").number("version"))
        .await
    }

    async fn kept_config(&mut self, id: SiteId, version: u32) -> StoreResult<Option<ConfigVersion>> {
        sql("SELECT * FROM site_configs WHERE site_id = $1 AND version = $2")
            .bind(id)
            .bind(version)
            .optional(self.connection(), |row: &Row| config_history::read_config(row, "site_id"))
            .await
    }

    async fn insert_config(&mut self, id: SiteId, config: &ConfigVersion) -> StoreResult<()> {
        self.concerns(Subject::Site(id));
        config_history::insert_config(self.connection(), id, config).await
    }

    async fn site_credits(&mut self, org: OrgId, id: SiteId, month: CreditPeriod) -> StoreResult<Option<SiteCredits>> {
        let bound = sql(
            "SELECT id, credits_per_month, credits_told_ms FROM sites WHERE id = $1 AND credits_per_month IS NOT NULL",
        )
        .bind(id)
        .optional(self.connection(), |row: &Row| {
            let row = RowReader::new(row, "sites", "id");
            let told = row.optional_time("credits_told_ms")?;
            Ok((row.number("credits_per_month")?, told.is_some_and(|told| told >= month.start())))
        })
        .await?;
        let Some((most, is_told)) = bound else { return Ok(None) };
        let paid: i64 = sql("SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM credit_ledger \
             WHERE org_id = $1 AND site_id = $2 AND created_ms >= $3 AND kind IN ('debit', 'refund')")
        .bind(org)
        .bind(id)
        .bind(month.start())
        .value(self.connection())
        .await?;
        let reserved: i64 = sql("SELECT CAST(COALESCE(SUM(r.amount), 0) AS BIGINT) FROM credit_reservations r \
             JOIN jobs j ON j.id = r.reference_id WHERE r.org_id = $1 AND r.reference_type = 'job' AND j.site_id = $2")
        .bind(org)
        .bind(id)
        .value(self.connection())
        .await?;
        Ok(Some(SiteCredits { most, taken: paid.saturating_add(reserved), is_told }))
    }

    async fn mark_credits_told(&mut self, id: SiteId, month: CreditPeriod) -> StoreResult<Option<Site>> {
        sql("UPDATE sites SET credits_told_ms = $2 WHERE id = $1 AND is_removed = 0 RETURNING *")
            .bind(id)
            .bind(month.start())
            .optional(self.connection(), read_site)
            .await
    }

    async fn put_check(&mut self, id: SiteId, check: &InstallCheck) -> StoreResult<bool> {
        self.concerns(Subject::Site(id));
        let updated = sql("UPDATE sites SET checked_ms = $1, check_problem = $2 WHERE id = $3 AND is_removed = 0")
            .bind(check.checked_at)
            .bind(check.problem.map(InstallProblem::as_str))
            .bind(id)
            .execute(self.connection())
            .await?;
        Ok(updated > 0)
    }

    async fn mark_installed(&mut self, id: SiteId) -> StoreResult<Option<ToldSite>> {
        let told = sql("SELECT * FROM sites WHERE id = $1 AND (install_told IS NULL OR install_told <> 'installed')")
            .bind(id)
            .optional(self.connection(), |row: &Row| {
                let before = RowReader::new(row, "sites", "id").optional_text("install_told")?;
                Ok(ToldSite { site: read_site(row)?, was_stale: before.as_deref() == Some("stale") })
            })
            .await?;
        if told.is_some() {
            sql("UPDATE sites SET install_told = 'installed' WHERE id = $1")
                .bind(id)
                .execute(self.connection())
                .await?;
        }
        Ok(told)
    }

    async fn mark_stale(&mut self, id: SiteId, unseen_since: Timestamp) -> StoreResult<Option<Site>> {
        sql(concat!("UPDATE sites SET install_told = 'stale' WHERE ", unseen!(), " AND id = $2 RETURNING *"))
            .bind(unseen_since)
            .bind(id)
            .optional(self.connection(), read_site)
            .await
    }
}
