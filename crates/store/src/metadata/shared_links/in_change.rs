//! Rows of shared links in a change of a use case.

use askline_app::ports::{StoreResult, change::SharedLinkRows, changes::Subject};
use askline_domain::{
    shared::ids::{SharedLinkId, SiteId},
    shared_links::SharedLink,
};
use async_trait::async_trait;

use super::rows;
use crate::{
    metadata::changes::change::Change,
    sql::{rows::json_text, sql},
};

#[async_trait]
impl SharedLinkRows for Change {
    async fn shared_link(&mut self, id: SharedLinkId) -> StoreResult<Option<SharedLink>> {
        sql("SELECT * FROM shared_links WHERE id = $1").bind(id).optional(self.connection(), rows::link).await
    }

    async fn count_shared_links(&mut self, site: SiteId) -> StoreResult<Option<u32>> {
        let sites: i64 = sql("SELECT COUNT(*) FROM sites WHERE id = $1 AND is_removed = 0")
            .bind(site)
            .value(self.connection())
            .await?;
        let links: i64 =
            sql("SELECT COUNT(*) FROM shared_links WHERE site_id = $1").bind(site).value(self.connection()).await?;
        Ok((sites > 0).then(|| u32::try_from(links).unwrap_or(u32::MAX)))
    }

    async fn insert_shared_link(&mut self, link: &SharedLink) -> StoreResult<()> {
        self.concerns(Subject::Site(link.site_id));
        let creator = link.created_by.as_ref();
        sql("INSERT INTO shared_links (id, org_id, site_id, settings, expires_ms, password_hash, digest, masked, created_ms, \
             created_by_id, created_by_email, last_used_ms, uses) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)")
        .bind(link.id)
        .bind(link.org_id)
        .bind(link.site_id)
        .bind(json_text(&link.settings)?)
        .bind(link.expires_at)
        .bind(link.password_hash.as_deref())
        .bind(link.digest)
        .bind(&link.masked)
        .bind(link.created_at)
        .bind(creator.map(|creator| creator.id.to_string()))
        .bind(creator.map(|creator| creator.email.as_str()))
        .bind(link.last_used_at)
        .bind(i64::try_from(link.uses).unwrap_or(i64::MAX))
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn replace_shared_link(&mut self, link: &SharedLink) -> StoreResult<()> {
        self.concerns(Subject::Site(link.site_id));
        sql("UPDATE shared_links SET settings = $2, expires_ms = $3, password_hash = $4 WHERE id = $1")
            .bind(link.id)
            .bind(json_text(&link.settings)?)
            .bind(link.expires_at)
            .bind(link.password_hash.as_deref())
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn end_link_sessions(&mut self, link: &SharedLink) -> StoreResult<()> {
        self.concerns(Subject::Site(link.site_id));
        sql("DELETE FROM shared_link_sessions WHERE link_id = $1")
            .bind(link.id)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn delete_shared_link(&mut self, link: &SharedLink) -> StoreResult<()> {
        self.concerns(Subject::Site(link.site_id));
        sql("DELETE FROM shared_links WHERE id = $1").bind(link.id).execute(self.connection()).await.map(|_| ())
    }
}
