//! Rows of passkeys in a change of a use case.

use askline_app::ports::{StoreResult, change::PasskeyRows};
use askline_domain::{
    identity::{passkeys::Passkey, secret::SecretDigest},
    shared::ids::{PasskeyId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::{metadata::changes::change::Change, sql::sql};

#[async_trait]
impl PasskeyRows for Change {
    async fn passkeys(&mut self, account: UserId) -> StoreResult<Vec<Passkey>> {
        super::select_of(self.connection(), account).await
    }

    async fn insert_passkey(&mut self, passkey: &Passkey) -> StoreResult<bool> {
        let inserted = sql("INSERT INTO passkeys (id, user_id, name, credential_id, credential, counter, is_backed_up, \
                            created_ms, last_used_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING")
            .bind(passkey.id)
            .bind(passkey.user_id)
            .bind(&passkey.name)
            .bind(passkey.credential_id.clone())
            .bind(&passkey.credential)
            .bind(i64::from(passkey.counter))
            .bind(i64::from(passkey.is_backed_up))
            .bind(passkey.created_at)
            .bind(passkey.last_used_at)
            .execute(self.connection())
            .await?;
        Ok(inserted > 0)
    }

    async fn put_passkey_use(&mut self, passkey: &Passkey) -> StoreResult<()> {
        sql("UPDATE passkeys SET credential = $1, counter = $2, is_backed_up = $3, last_used_ms = $4 WHERE id = $5")
            .bind(&passkey.credential)
            .bind(i64::from(passkey.counter))
            .bind(i64::from(passkey.is_backed_up))
            .bind(passkey.last_used_at)
            .bind(passkey.id)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn rename_passkey(&mut self, account: UserId, id: PasskeyId, name: &str) -> StoreResult<bool> {
        let renamed =
            sql("UPDATE passkeys SET name = $1 WHERE id = $2 AND user_id = $3").bind(name).bind(id).bind(account);
        Ok(renamed.execute(self.connection()).await? > 0)
    }

    async fn delete_passkey(&mut self, account: UserId, id: PasskeyId) -> StoreResult<bool> {
        let deleted = sql("DELETE FROM passkeys WHERE id = $1 AND user_id = $2").bind(id).bind(account);
        Ok(deleted.execute(self.connection()).await? > 0)
    }

    async fn use_ceremony(&mut self, digest: SecretDigest, expires_at: Timestamp) -> StoreResult<bool> {
        let used = sql("INSERT INTO used_ceremonies (digest, expires_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING");
        Ok(used.bind(digest).bind(expires_at).execute(self.connection()).await? > 0)
    }
}
