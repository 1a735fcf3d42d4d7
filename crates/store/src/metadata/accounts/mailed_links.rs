//! Links of emails as rows, and the accounts that they open.

use askline_app::ports::{
    StoreResult,
    change::{EndedLinks, MailedLinkRows},
    identity::accounts::{AccountStore, TokenAccount},
};
use askline_domain::{
    identity::{
        links::{MailedLink, PendingSignUp},
        secret::SecretDigest,
        token::TokenPurpose,
    },
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    memberships::memberships_of,
    users::{select_user, user_by_email},
};
use crate::{
    metadata::{MetadataStore, changes::change::Change},
    sql::{
        Connection, Row,
        rows::{RowReader, json_text},
        skipping_locked, sql,
    },
};

const TABLE: &str = "account_tokens";

#[async_trait]
impl AccountStore for MetadataStore {
    async fn token_account(
        &self,
        purpose: TokenPurpose,
        digest: SecretDigest,
        now: Timestamp,
    ) -> StoreResult<Option<TokenAccount>> {
        let mut snapshot = self.inner.read.begin().await?;
        let Some(link) = select(&mut snapshot, purpose, digest).await? else { return Ok(None) };
        let account = match link.account {
            Some(id) => select_user(&mut snapshot, id).await?,
            None => None,
        };
        let Some(user) = account.filter(|user| link.opens(user, now)) else { return Ok(None) };
        let memberships = memberships_of(&mut snapshot, user.id).await?;
        Ok(Some(TokenAccount { user, memberships, email: link.email }))
    }

    async fn account_of_address(&self, email: &str) -> StoreResult<Option<UserId>> {
        let mut connection = self.inner.read.acquire().await?;
        Ok(user_by_email(&mut connection, email).await?.map(|user| user.id))
    }

    async fn pending_sign_up(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<PendingSignUp>> {
        let mut connection = self.inner.read.acquire().await?;
        sign_up(&mut connection, digest, now).await
    }

    async fn remove_ended_tokens(&self, now: Timestamp, most: u32) -> StoreResult<u64> {
        let removal = sql(skipping_locked!(
            removing "DELETE FROM account_tokens WHERE digest IN (SELECT digest FROM account_tokens WHERE expires_ms <= $1 \
             ORDER BY expires_ms LIMIT $2",
            ")"
        ));
        self.write_without_notice(removal.bind(now).bind(most)).await
    }
}

#[async_trait]
impl MailedLinkRows for Change {
    async fn insert_mailed_link(&mut self, link: &MailedLink) -> StoreResult<()> {
        insert(self.connection(), link, None).await
    }

    async fn insert_sign_up(&mut self, link: &MailedLink, sign_up: &PendingSignUp) -> StoreResult<()> {
        insert(self.connection(), link, Some(sign_up)).await
    }

    async fn mailed_link(&mut self, purpose: TokenPurpose, digest: SecretDigest) -> StoreResult<Option<MailedLink>> {
        select(self.connection(), purpose, digest).await
    }

    async fn end_mailed_links(&mut self, account: UserId, which: EndedLinks<'_>) -> StoreResult<()> {
        let ending = match which {
            EndedLinks::All => sql("DELETE FROM account_tokens WHERE user_id = $1").bind(account),
            EndedLinks::AllButUndo => sql("DELETE FROM account_tokens WHERE user_id = $1 AND purpose <> $2")
                .bind(account)
                .bind(TokenPurpose::Undo.as_str()),
            EndedLinks::Proofs => sql("DELETE FROM account_tokens WHERE user_id = $1 AND purpose = $2")
                .bind(account)
                .bind(TokenPurpose::Proof.as_str()),
            EndedLinks::ProofsOf(email) => {
                sql("DELETE FROM account_tokens WHERE user_id = $1 AND purpose = $2 AND email = $3")
                    .bind(account)
                    .bind(TokenPurpose::Proof.as_str())
                    .bind(email)
            }
        };
        ending.execute(self.connection()).await.map(|_| ())
    }

    async fn finish_sign_up(&mut self, digest: SecretDigest, email: &str, at: Timestamp) -> StoreResult<bool> {
        let pending = sign_up(self.connection(), digest, at).await?;
        if pending.is_none_or(|pending| pending.email != email) {
            return Ok(false);
        }
        let ending = sql("DELETE FROM account_tokens WHERE email = $1 AND sign_up IS NOT NULL").bind(email);
        ending.execute(self.connection()).await?;
        Ok(true)
    }
}

async fn insert(connection: &mut Connection, link: &MailedLink, sign_up: Option<&PendingSignUp>) -> StoreResult<()> {
    sql("INSERT INTO account_tokens (digest, purpose, user_id, email, expires_ms, sign_up) \
         VALUES ($1, $2, $3, $4, $5, $6)")
    .bind(link.digest)
    .bind(link.purpose.as_str())
    .bind(link.account)
    .bind(&link.email)
    .bind(link.expires_at)
    .bind(sign_up.map(json_text).transpose()?)
    .execute(connection)
    .await
    .map(|_| ())
}

async fn select(
    connection: &mut Connection,
    purpose: TokenPurpose,
    digest: SecretDigest,
) -> StoreResult<Option<MailedLink>> {
    sql("SELECT digest, purpose, user_id, email, expires_ms FROM account_tokens WHERE digest = $1 AND purpose = $2")
        .bind(digest)
        .bind(purpose.as_str())
        .optional(connection, mailed_link)
        .await
}

fn mailed_link(row: &Row) -> StoreResult<MailedLink> {
    let row = RowReader::new(row, TABLE, "digest");
    Ok(MailedLink {
        purpose: row.parsed("purpose")?,
        digest: row.digest("digest")?,
        account: row.optional_parsed("user_id")?,
        email: row.text("email")?,
        expires_at: row.time("expires_ms")?,
    })
}

/// The sign-up of a valid token.
async fn sign_up(
    connection: &mut Connection,
    digest: SecretDigest,
    now: Timestamp,
) -> StoreResult<Option<PendingSignUp>> {
    sql("SELECT digest, sign_up FROM account_tokens WHERE digest = $1 AND purpose = $2 AND expires_ms > $3 \
         AND email <> ''")
    .bind(digest)
    .bind(TokenPurpose::SignUp.as_str())
    .bind(now)
    .optional(connection, |row| RowReader::new(row, TABLE, "digest").json("sign_up"))
    .await
}
