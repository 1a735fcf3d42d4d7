//! Shared links and their sessions. Plaintext tokens never get here, only their digests.

mod in_change;
mod rows;

use askline_app::ports::{
    StoreResult,
    sites::shared_links::{LinkGrant, NewLinkSession, SharedLinkStore},
};
use askline_domain::{
    identity::secret::SecretDigest,
    shared::ids::{SharedLinkId, SiteId},
    shared_links::{MAX_LINK_SESSIONS, SharedLink},
};
use async_trait::async_trait;

use super::MetadataStore;
use crate::sql::{rows::RowReader, sql};

/// Links of sites and organizations that were not deleted.
macro_rules! of_present_sites {
    ($columns:literal, $rest:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM shared_links l JOIN sites s ON s.id = l.site_id AND s.is_removed = 0 \
             JOIN organizations o ON o.id = l.org_id AND o.is_removed = 0 ",
            $rest
        )
    };
}

#[async_trait]
impl SharedLinkStore for MetadataStore {
    async fn shared_link_by_token(&self, digest: SecretDigest) -> StoreResult<Option<SharedLink>> {
        sql(of_present_sites!("l.*", "WHERE l.digest = $1")).bind(digest).optional(&self.inner.read, rows::link).await
    }

    async fn shared_link_by_session(&self, digest: SecretDigest) -> StoreResult<Option<LinkGrant>> {
        sql(of_present_sites!(
            "l.*, o.plan, t.expires_ms AS session_expires_ms",
            "JOIN shared_link_sessions t ON t.link_id = l.id WHERE t.digest = $1"
        ))
        .bind(digest)
        .optional(&self.inner.read, |row| {
            let link = rows::link(row)?;
            let row = RowReader::new(row, "shared_links", "id");
            Ok(LinkGrant { link, plan: row.parsed("plan")?, session_expires_at: row.time("session_expires_ms")? })
        })
        .await
    }

    async fn shared_link(&self, id: SharedLinkId) -> StoreResult<Option<SharedLink>> {
        sql(of_present_sites!("l.*", "WHERE l.id = $1")).bind(id).optional(&self.inner.read, rows::link).await
    }

    async fn shared_links(&self, site: SiteId) -> StoreResult<Vec<SharedLink>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT * FROM shared_links WHERE site_id = $1 ORDER BY id DESC")
            .bind(site)
            .all(&mut connection, rows::link)
            .await
    }

    async fn begin_link_session(&self, session: &NewLinkSession<'_>) -> StoreResult<bool> {
        let NewLinkSession { link, digest, at, expires_at } = *session;
        let mut change = self.begin([]).await?;
        let used = sql("UPDATE shared_links SET uses = uses + 1, \
             last_used_ms = CASE WHEN last_used_ms > $2 THEN last_used_ms ELSE $2 END \
             WHERE id = $1 AND COALESCE(password_hash, '') = $3")
        .bind(link.id)
        .bind(at)
        .bind(link.password_hash.as_deref().unwrap_or_default())
        .execute(change.connection())
        .await?;
        if used == 0 {
            return Ok(false);
        }
        // At most as many rows as a link has sessions.
        sql("DELETE FROM shared_link_sessions WHERE link_id = $1 AND (expires_ms <= $2 OR digest IN \
             (SELECT digest FROM shared_link_sessions WHERE link_id = $1 ORDER BY expires_ms DESC, digest LIMIT 1 OFFSET $3))")
        .bind(link.id)
        .bind(at)
        .bind(i64::from(MAX_LINK_SESSIONS) - 1)
        .execute(change.connection())
        .await?;
        sql("INSERT INTO shared_link_sessions (digest, link_id, expires_ms) VALUES ($1, $2, $3)")
            .bind(digest)
            .bind(link.id)
            .bind(expires_at)
            .execute(change.connection())
            .await?;
        change.commit_without_notice().await?;
        Ok(true)
    }
}
