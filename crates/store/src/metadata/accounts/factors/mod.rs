//! Second factors of accounts: authenticator apps, recovery codes, and what is known about them.
//!
//! Secrets of apps are sealed. Of recovery codes, only digests that need the sealing key are stored.

mod in_change;

use askline_app::ports::{
    StoreResult,
    identity::factors::{FactorOverview, FactorStore, RememberedBrowser},
};
use askline_domain::{
    identity::{second_factor::challenge::Challenge, secret::SecretDigest},
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    metadata::{MetadataStore, accounts::sessions::read_challenge},
    sql::{Row, rows::RowReader, skipping_locked, sql},
};

#[async_trait]
impl FactorStore for MetadataStore {
    async fn open_challenge(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<Challenge>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT * FROM sign_in_challenges WHERE digest = $1 AND expires_ms > $2")
            .bind(digest)
            .bind(now)
            .optional(&mut connection, read_challenge)
            .await
    }

    async fn factors_of(&self, user: UserId, now: Timestamp) -> StoreResult<FactorOverview> {
        // One transaction, so that all of it is true at the same time.
        let mut snapshot = self.inner.read.begin().await?;
        let totp = sql("SELECT user_id, confirmed_ms FROM totp_factors WHERE user_id = $1").bind(user);
        let confirmed = |row: &Row| RowReader::new(row, "totp_factors", "user_id").optional_time("confirmed_ms");
        let totp_since = totp.optional(&mut snapshot, confirmed).await?.flatten();
        let left = sql("SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1 AND used_ms IS NULL").bind(user);
        let left: i64 = left.value(&mut snapshot).await?;
        let remembered_browsers =
            sql("SELECT user_id, user_agent, remembered_ms, remembered_until_ms FROM known_visitors \
             WHERE user_id = $1 AND remembered_until_ms > $2 ORDER BY remembered_ms DESC")
            .bind(user)
            .bind(now)
            .all(&mut snapshot, remembered)
            .await?;
        let recovery_codes_left = u32::try_from(left).unwrap_or(u32::MAX);
        Ok(FactorOverview { totp_since, recovery_codes_left, remembered_browsers })
    }

    async fn is_remembered(&self, user: UserId, browser: SecretDigest, now: Timestamp) -> StoreResult<bool> {
        let found = sql("SELECT 1 FROM known_visitors WHERE user_id = $1 AND kind = 'browser' AND digest = $2 \
             AND remembered_until_ms > $3")
        .bind(user)
        .bind(browser)
        .bind(now)
        .fetch_optional(&self.inner.read)
        .await?;
        Ok(found.is_some())
    }

    async fn prepare(&self) -> StoreResult<()> {
        let may_make_key = self.may_make_sealing_key().await?;
        self.inner.sealing.digest(may_make_key, &["second factors"]).map(|_| ())
    }

    async fn remove_ended_challenges(&self, now: Timestamp, most: u32) -> StoreResult<u64> {
        let removal = sql(skipping_locked!(
            removing "DELETE FROM sign_in_challenges WHERE digest IN (SELECT digest FROM sign_in_challenges \
             WHERE expires_ms <= $1 ORDER BY expires_ms LIMIT $2",
            ")"
        ));
        self.write_without_notice(removal.bind(now).bind(most)).await
    }
}

fn remembered(row: &Row) -> StoreResult<RememberedBrowser> {
    let row = RowReader::new(row, "known_visitors", "user_id");
    Ok(RememberedBrowser {
        user_agent: row.optional_text("user_agent")?.unwrap_or_default(),
        since: row.time("remembered_ms")?,
        until: row.time("remembered_until_ms")?,
    })
}
