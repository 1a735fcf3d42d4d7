//! One-time tokens, with which the operator lets a person sign in who otherwise cannot. Tokens never get here, only
//! their digests.

use askline_app::ports::{
    StoreResult,
    identity::sessions::{OldPassword, OneTimeToken, OneTimeTokenStore},
};
use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::{OperatorGround, TokenGround},
        secret::SecretDigest,
        session::Session,
        token::OneTimeUse,
    },
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::insert::insert_session;
use crate::{
    metadata::{
        MetadataStore,
        accounts::{
            grounds::raise_version,
            recovery::{end_ways_in, forget_wishes},
            users::select_user,
        },
        changes::scope::Scope,
        identities::rows::unlink_all,
    },
    sql::{Connection, rows::RowReader, sql},
};

#[async_trait]
impl OneTimeTokenStore for MetadataStore {
    async fn create_one_time_token(
        &self,
        token: &OneTimeToken,
        old_password: OldPassword,
        OperatorGround: OperatorGround,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool> {
        let mut change = self.begin(Scope::of_user(token.user_id, &audits)).await?;
        if select_user(change.connection(), token.user_id).await?.is_none_or(|user| user.locked_at.is_some()) {
            return Ok(false);
        }
        if old_password == OldPassword::EndsNow {
            end_password(change.connection(), token.user_id).await?;
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
        TokenGround { user, digest }: TokenGround,
        used_for: OneTimeUse,
        now: Timestamp,
        session: &Session,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<Option<u32>> {
        let mut change = self.begin(Scope::of_user(user, &audits)).await?;
        if session.user_id != user || !spend(change.connection(), user, digest, used_for, now).await? {
            return Ok(None);
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

/// Uses the one-time token of an account; returns whether it was valid.
pub(super) async fn spend(
    connection: &mut Connection,
    user: UserId,
    digest: SecretDigest,
    used_for: OneTimeUse,
    now: Timestamp,
) -> StoreResult<bool> {
    if account(&mut *connection, digest, now).await? != Some(user) {
        return Ok(false);
    }
    match used_for {
        OneTimeUse::Visit => {
            let spent = sql("DELETE FROM one_time_tokens WHERE user_id = $1").bind(user);
            spent.execute(connection).await?;
        }
        OneTimeUse::NewPassword => end_password(connection, user).await?,
    }
    Ok(true)
}

/// Removes the password and ends every way into the account, linked identities included. Another person may know the old password
/// or use an old session: that may be why the operator was asked.
async fn end_password(connection: &mut Connection, user: UserId) -> StoreResult<()> {
    sql("UPDATE users SET password_hash = NULL WHERE id = $1").bind(user).execute(&mut *connection).await?;
    raise_version(connection, user).await?;
    end_ways_in(connection, user, None).await?;
    unlink_all(connection, user).await?;
    forget_wishes(connection, user).await
}

async fn account(connection: &mut Connection, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<UserId>> {
    sql("SELECT t.user_id FROM one_time_tokens t JOIN users u ON u.id = t.user_id \
         WHERE t.digest = $1 AND t.expires_ms > $2 AND u.locked_ms IS NULL")
    .bind(digest)
    .bind(now)
    .optional(connection, |row| RowReader::new(row, "one_time_tokens", "user_id").parsed("user_id"))
    .await
}
