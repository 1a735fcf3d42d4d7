//! Rows of accounts in a change of a use case.

use askline_app::ports::{StoreResult, change::AccountRows};
use askline_domain::{
    identity::{grounds::SessionGround, user::User},
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{former_addresses, users::insert_user};
use crate::{metadata::changes::change::Change, sql::sql};

#[async_trait]
impl AccountRows for Change {
    async fn compare_session(&mut self, ground: SessionGround) -> StoreResult<()> {
        Change::compare_session(self, ground).await
    }

    async fn is_address_taken(&mut self, email: &str, own: Option<UserId>, at: Timestamp) -> StoreResult<bool> {
        former_addresses::is_taken(self.connection(), email, own, at).await
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
}
