//! One-time tokens, with which the operator lets a person sign in who otherwise cannot. Tokens never get here, only
//! their digests.

use askline_app::ports::{
    StoreResult,
    identity::sessions::{OneTimeToken, OneTimeTokenStore},
};
use askline_domain::{
    audit::AuditDraft,
    identity::{secret::SecretDigest, session::Session, token::OneTimeUse},
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::insert::insert_session;
use crate::{
    metadata::{
        MetadataStore,
        accounts::{recovery::forget_wishes, users::select_user},
        changes::scope::Scope,
    },
    sql::{Connection, rows::RowReader, sql},
};

#[async_trait]
impl OneTimeTokenStore for MetadataStore {
    async fn create_one_time_token(&self, token: &OneTimeToken, audits: Vec<AuditDraft>) -> StoreResult<bool> {
        let mut change = self.begin(Scope::of_user(token.user_id, &audits)).await?;
        if select_user(change.connection(), token.user_id).await?.is_none() {
            return Ok(false);
        }
        sql("INSERT INTO one_time_tokens (user_id, digest, expires_ms) VALUES ($1, $2, $3) \
             ON CONFLICT (user_id) DO UPDATE SET digest = excluded.digest, expires_ms = excluded.expires_ms")
        .bind(token.user_id)
        .bind(token.digest)
        .bind(token.expires_at)
        .execute(change.connection())
        .await?;
        change.commit_to_account(token.user_id, audits).await?;
        Ok(true)
    }

    async fn spend_one_time_token(
        &self,
        digest: SecretDigest,
        used_for: OneTimeUse,
        now: Timestamp,
        session: &Session,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<Option<u32>> {
        let mut change = self.begin(Scope::of_user(session.user_id, &audits)).await?;
        if account(change.connection(), digest, now).await? != Some(session.user_id) {
            return Ok(None);
        }
        const TOKEN: &str = "DELETE FROM one_time_tokens WHERE user_id = $1";
        let endings: &[&str] = match used_for {
            OneTimeUse::Visit => &[TOKEN],
            // Another person may know the old password or use an old session: that may be why the operator was asked.
            OneTimeUse::NewPassword => &[
                TOKEN,
                "DELETE FROM sessions WHERE user_id = $1",
                "UPDATE users SET password_hash = NULL WHERE id = $1",
            ],
        };
        for ending in endings {
            sql(*ending).bind(session.user_id).execute(change.connection()).await?;
        }
        if used_for == OneTimeUse::NewPassword {
            forget_wishes(change.connection(), session.user_id).await?;
        }
        let ended = insert_session(change.connection(), session).await?;
        change.commit_to_account(session.user_id, audits).await?;
        Ok(Some(ended))
    }

    async fn one_time_account(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<UserId>> {
        let mut connection = self.inner.read.acquire().await?;
        account(&mut connection, digest, now).await
    }
}

async fn account(connection: &mut Connection, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<UserId>> {
    sql("SELECT user_id FROM one_time_tokens WHERE digest = $1 AND expires_ms > $2")
        .bind(digest)
        .bind(now)
        .optional(connection, |row| RowReader::new(row, "one_time_tokens", "user_id").parsed("user_id"))
        .await
}
