//! Rows of accounts in a change of a use case.

use askline_app::ports::{StoreResult, change::AccountRows, changes::Subject};
use askline_domain::{
    identity::{grounds::SessionGround, secret::SecretDigest, user::User},
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    former_addresses,
    grounds::raise_version,
    recovery, sign_ups,
    users::{insert_user, user_by_email},
};
use crate::{
    metadata::{changes::change::Change, organizations::any_user},
    sql::sql,
};

#[async_trait]
impl AccountRows for Change {
    async fn compare_session(&mut self, ground: SessionGround) -> StoreResult<()> {
        Change::compare_session(self, ground).await
    }

    async fn is_address_taken(&mut self, email: &str, own: Option<UserId>, at: Timestamp) -> StoreResult<bool> {
        former_addresses::is_taken(self.connection(), email, own, at).await
    }

    async fn has_accounts(&mut self) -> StoreResult<bool> {
        any_user(self.connection()).await
    }

    async fn finish_sign_up(&mut self, digest: SecretDigest, email: &str, at: Timestamp) -> StoreResult<bool> {
        sign_ups::finish(self.connection(), digest, email, at).await
    }

    async fn is_address_used(&mut self, email: &str) -> StoreResult<bool> {
        Ok(user_by_email(self.connection(), email).await?.is_some())
    }

    async fn insert_account(&mut self, account: &User) -> StoreResult<()> {
        insert_user(self.connection(), account).await.map(|_| ())
    }

    async fn confirm_address(&mut self, account: UserId, email: &str, at: Timestamp) -> StoreResult<()> {
        sql("UPDATE users SET email_verified_ms = $1, mail_refused = NULL WHERE id = $2 AND email = $3")
            .bind(at)
            .bind(account)
            .bind(email)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn replace_address(&mut self, account: UserId, email: &str) -> StoreResult<()> {
        self.concerns(Subject::User(account));
        sql("UPDATE users SET email = $1, email_verified_ms = NULL, mail_refused = NULL WHERE id = $2")
            .bind(email)
            .bind(account)
            .execute(self.connection())
            .await?;
        raise_version(self.connection(), account).await?;
        // Links emailed to the old address must stop working.
        recovery::forget_wishes(self.connection(), account).await?;
        former_addresses::forget_all(self.connection(), account).await
    }
}
