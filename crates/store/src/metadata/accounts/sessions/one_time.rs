//! One-time links, with which the operator lets a person sign in who otherwise cannot. Tokens never get here, only
//! their digests.

use askline_app::ports::{StoreResult, change::OneTimeLinkRows, changes::Subject};
use askline_domain::{
    identity::{links::OneTimeToken, secret::SecretDigest},
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    metadata::changes::change::Change,
    sql::{Connection, rows::RowReader, sql},
};

#[async_trait]
impl OneTimeLinkRows for Change {
    async fn one_time_account(&mut self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<UserId>> {
        account(self.connection(), digest, now).await
    }

    async fn put_one_time_link(&mut self, token: &OneTimeToken) -> StoreResult<()> {
        self.concerns(Subject::User(token.user_id));
        sql("INSERT INTO one_time_tokens (user_id, digest, expires_ms) VALUES ($1, $2, $3) \
             ON CONFLICT (user_id) DO UPDATE SET digest = excluded.digest, expires_ms = excluded.expires_ms")
        .bind(token.user_id)
        .bind(token.digest)
        .bind(token.expires_at)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn end_one_time_link(&mut self, account: UserId) -> StoreResult<()> {
        let ending = sql("DELETE FROM one_time_tokens WHERE user_id = $1").bind(account);
        ending.execute(self.connection()).await.map(|_| ())
    }
}

/// The account of a valid one-time link, unless it is locked.
pub(super) async fn account(
    connection: &mut Connection,
    digest: SecretDigest,
    now: Timestamp,
) -> StoreResult<Option<UserId>> {
    sql("SELECT t.user_id FROM one_time_tokens t JOIN users u ON u.id = t.user_id \
         WHERE t.digest = $1 AND t.expires_ms > $2 AND u.locked_ms IS NULL")
    .bind(digest)
    .bind(now)
    .optional(connection, |row| RowReader::new(row, "one_time_tokens", "user_id").parsed("user_id"))
    .await
}
