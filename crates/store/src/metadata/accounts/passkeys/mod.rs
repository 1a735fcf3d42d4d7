//! Passkeys, and which ceremonies were used.

mod in_change;

use askline_app::ports::{StoreResult, identity::passkeys::PasskeyStore};
use askline_domain::{
    identity::{
        passkeys::{MAX_PASSKEYS, Passkey, ceremony::Ceremony},
        secret::Secret,
    },
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    metadata::MetadataStore,
    sql::{
        Connection, Row,
        rows::{RowReader, json_text},
        skipping_locked, sql,
    },
};

/// What ceremonies are sealed for, so that no other sealed text is taken for one.
const SEALED_AS: &str = "passkey ceremony";

/// What the text of a ceremony begins with, so that a person can tell it from a token.
const PREFIX: &str = "pc_";

#[async_trait]
impl PasskeyStore for MetadataStore {
    async fn passkeys_of(&self, user: UserId) -> StoreResult<Vec<Passkey>> {
        let mut connection = self.inner.read.acquire().await?;
        select_of(&mut connection, user).await
    }

    async fn passkey_by_credential(&self, credential_id: &[u8]) -> StoreResult<Option<Passkey>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT * FROM passkeys WHERE credential_id = $1")
            .bind(credential_id.to_vec())
            .optional(&mut connection, read)
            .await
    }

    fn seal_ceremony(&self, ceremony: &Ceremony) -> StoreResult<Secret> {
        let sealed = self.inner.sealing.seal(SEALED_AS, &json_text(ceremony)?)?;
        Ok(Secret::new(format!("{PREFIX}{sealed}")))
    }

    fn open_ceremony(&self, sealed: &str) -> StoreResult<Option<Ceremony>> {
        let Some(sealed) = sealed.strip_prefix(PREFIX).filter(|_| self.inner.sealing.is_there()) else {
            return Ok(None);
        };
        let opened = self.inner.sealing.open(SEALED_AS, sealed)?;
        Ok(opened.and_then(|text| serde_json::from_str(text.expose()).ok()))
    }

    async fn forget_used_ceremonies(&self, now: Timestamp, most: u32) -> StoreResult<u64> {
        let mut change = self.begin([]).await?;
        let forgotten = sql(skipping_locked!(
            removing "DELETE FROM used_ceremonies WHERE digest IN (SELECT digest FROM used_ceremonies \
             WHERE expires_ms <= $1 LIMIT $2",
            ")"
        ))
        .bind(now)
        .bind(most)
        .execute(change.connection())
        .await?;
        if forgotten > 0 {
            change.commit_without_notice().await?;
        }
        Ok(forgotten)
    }
}

async fn select_of(connection: &mut Connection, user: UserId) -> StoreResult<Vec<Passkey>> {
    sql("SELECT * FROM passkeys WHERE user_id = $1 ORDER BY id LIMIT $2")
        .bind(user)
        .bind(i64::try_from(MAX_PASSKEYS).unwrap_or(i64::MAX))
        .all(connection, read)
        .await
}

fn read(row: &Row) -> StoreResult<Passkey> {
    let row = RowReader::new(row, "passkeys", "id");
    Ok(Passkey {
        id: row.parsed("id")?,
        user_id: row.parsed("user_id")?,
        name: row.text("name")?,
        credential_id: row.bytes("credential_id")?,
        credential: row.text("credential")?,
        counter: row.number("counter")?,
        is_backed_up: row.flag("is_backed_up")?,
        created_at: row.time("created_ms")?,
        last_used_at: row.optional_time("last_used_ms")?,
    })
}
