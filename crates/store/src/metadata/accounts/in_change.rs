//! Rows of accounts in a change of a use case.

use askline_app::ports::{StoreResult, change::AccountRows, changes::Subject};
use askline_domain::{
    identity::{
        address_state::PendingAddress,
        grounds::{ConfirmedGround, CredentialsGround, SessionGround},
        user::User,
    },
    organizations::member::Membership,
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    former_addresses,
    memberships::memberships_of,
    users::{insert_user, select_user, user_by_email},
};
use crate::{
    metadata::{changes::change::Change, organizations::any_user},
    sql::{Statement, sql},
};

impl Change {
    /// Runs a statement on the row of an account, about which the commit notifies.
    async fn write_account(&mut self, account: UserId, statement: Statement) -> StoreResult<()> {
        self.concerns(Subject::User(account));
        statement.execute(self.connection()).await.map(|_| ())
    }
}

#[async_trait]
impl AccountRows for Change {
    async fn compare_session(&mut self, ground: SessionGround) -> StoreResult<()> {
        Change::compare_session(self, ground).await
    }

    async fn compare_credentials(&mut self, ground: CredentialsGround) -> StoreResult<()> {
        Change::compare_credentials(self, ground).await
    }

    async fn compare_confirmed(&mut self, ground: ConfirmedGround) -> StoreResult<()> {
        Change::compare_confirmed(self, ground).await
    }

    async fn account(&mut self, id: UserId) -> StoreResult<Option<(User, Vec<Membership>)>> {
        let Some(user) = select_user(self.connection(), id).await? else { return Ok(None) };
        let memberships = memberships_of(self.connection(), id).await?;
        Ok(Some((user, memberships)))
    }

    async fn account_of_address(&mut self, email: &str) -> StoreResult<Option<User>> {
        user_by_email(self.connection(), email).await
    }

    async fn is_address_taken(&mut self, email: &str, own: Option<UserId>, at: Timestamp) -> StoreResult<bool> {
        former_addresses::is_taken(self.connection(), email, own, at).await
    }

    async fn has_accounts(&mut self) -> StoreResult<bool> {
        any_user(self.connection()).await
    }

    async fn insert_account(&mut self, account: &User) -> StoreResult<()> {
        insert_user(self.connection(), account).await.map(|_| ())
    }

    async fn confirm_address(&mut self, account: UserId, email: &str, at: Timestamp) -> StoreResult<()> {
        let confirming =
            sql("UPDATE users SET email_verified_ms = $1, mail_refused = NULL WHERE id = $2 AND email = $3");
        self.write_account(account, confirming.bind(at).bind(account).bind(email)).await
    }

    async fn put_address(&mut self, account: UserId, email: &str, confirmed_at: Option<Timestamp>) -> StoreResult<()> {
        let putting = sql("UPDATE users SET email = $1, email_verified_ms = $2, mail_refused = NULL WHERE id = $3");
        self.write_account(account, putting.bind(email).bind(confirmed_at).bind(account)).await
    }

    async fn put_pending_address(&mut self, account: UserId, pending: Option<&PendingAddress>) -> StoreResult<()> {
        let putting = sql("UPDATE users SET pending_email = $1, pending_until_ms = $2 WHERE id = $3")
            .bind(pending.map(|pending| pending.email.clone()))
            .bind(pending.map(|pending| pending.until))
            .bind(account);
        self.write_account(account, putting).await
    }

    async fn put_password(&mut self, account: UserId, hash: Option<&str>) -> StoreResult<()> {
        let putting = sql("UPDATE users SET password_hash = $1 WHERE id = $2").bind(hash).bind(account);
        self.write_account(account, putting).await
    }

    async fn raise_credential_version(&mut self, account: UserId) -> StoreResult<()> {
        let raising = sql("UPDATE users SET credential_version = credential_version + 1 WHERE id = $1").bind(account);
        self.write_account(account, raising).await
    }

    async fn put_locked(&mut self, account: UserId, since: Option<Timestamp>) -> StoreResult<()> {
        let putting = sql("UPDATE users SET locked_ms = $1 WHERE id = $2").bind(since).bind(account);
        self.write_account(account, putting).await
    }
}
