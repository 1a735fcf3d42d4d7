//! Rows of second factors in a change of a use case.

use askline_app::ports::{
    StoreError, StoreResult,
    change::{FactorRows, TotpFactor},
    changes::Subject,
};
use askline_domain::{
    identity::{
        second_factor::{
            assurance::{Assurance, FactorKind, FactorSet},
            totp::TotpStep,
        },
        secret::{Secret, SecretDigest},
    },
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    metadata::changes::change::Change,
    sql::{rows::RowReader, sql},
};

/// What the sealed secret of an account's app is bound to.
fn place_of(account: UserId) -> String {
    format!("totp/{account}")
}

#[async_trait]
impl FactorRows for Change {
    async fn totp(&mut self, account: UserId) -> StoreResult<Option<TotpFactor>> {
        let row = sql("SELECT * FROM totp_factors WHERE user_id = $1").bind(account);
        let Some(row) = row.fetch_optional(self.connection()).await? else { return Ok(None) };
        let row = RowReader::new(&row, "totp_factors", "user_id");
        let secret = self.inner().sealing.open(&place_of(account), &row.text("sealed_secret")?)?;
        Ok(Some(TotpFactor {
            secret: secret.ok_or_else(|| row.corrupt("sealed_secret"))?,
            created_at: row.time("created_ms")?,
            confirmed_at: row.optional_time("confirmed_ms")?,
            last_step: TotpStep(row.number("last_step")?),
        }))
    }

    async fn put_totp(&mut self, account: UserId, secret: &Secret, at: Timestamp) -> StoreResult<()> {
        let sealed = self.inner().sealing.seal(&place_of(account), secret.expose())?;
        sql("INSERT INTO totp_factors (user_id, sealed_secret, created_ms) VALUES ($1, $2, $3) \
             ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, created_ms = excluded.created_ms, \
             confirmed_ms = NULL, last_step = 0")
        .bind(account)
        .bind(sealed)
        .bind(at)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn confirm_totp(&mut self, account: UserId, at: Timestamp) -> StoreResult<()> {
        let confirming = sql("UPDATE totp_factors SET confirmed_ms = $1 WHERE user_id = $2").bind(at).bind(account);
        confirming.execute(self.connection()).await.map(|_| ())
    }

    async fn put_totp_step(&mut self, account: UserId, step: TotpStep) -> StoreResult<()> {
        let putting = sql("UPDATE totp_factors SET last_step = $1 WHERE user_id = $2").bind(step.0).bind(account);
        putting.execute(self.connection()).await.map(|_| ())
    }

    async fn delete_totp(&mut self, account: UserId) -> StoreResult<()> {
        let deleting = sql("DELETE FROM totp_factors WHERE user_id = $1").bind(account);
        deleting.execute(self.connection()).await.map(|_| ())
    }

    async fn delete_factors_since(&mut self, account: UserId, from: Timestamp) -> StoreResult<FactorSet> {
        for added in [
            "DELETE FROM passkeys WHERE user_id = $1 AND created_ms >= $2",
            "DELETE FROM totp_factors WHERE user_id = $1 AND COALESCE(confirmed_ms, created_ms) >= $2",
        ] {
            sql(added).bind(account).bind(from).execute(self.connection()).await?;
        }
        let kinds = [
            (FactorKind::Totp, "SELECT 1 AS one FROM totp_factors WHERE user_id = $1 AND confirmed_ms IS NOT NULL"),
            (FactorKind::Passkey, "SELECT 1 AS one FROM passkeys WHERE user_id = $1 LIMIT 1"),
        ];
        let mut left = FactorSet::default();
        for (kind, row) in kinds {
            if sql(row).bind(account).fetch_optional(self.connection()).await?.is_some() {
                left = left.with(kind);
            }
        }
        Ok(left)
    }

    async fn put_recovery_codes(&mut self, account: UserId, codes: &[Secret]) -> StoreResult<()> {
        let deleting = sql("DELETE FROM recovery_codes WHERE user_id = $1").bind(account);
        deleting.execute(self.connection()).await?;
        for code in codes {
            let digest = self.digest_of_code(account, code)?;
            let inserting = sql("INSERT INTO recovery_codes (user_id, digest) VALUES ($1, $2)");
            inserting.bind(account).bind(digest).execute(self.connection()).await?;
        }
        Ok(())
    }

    async fn use_recovery_code(&mut self, account: UserId, code: &Secret, at: Timestamp) -> StoreResult<bool> {
        let digest = self.digest_of_code(account, code)?;
        let used = sql("UPDATE recovery_codes SET used_ms = $1 WHERE user_id = $2 AND digest = $3 AND used_ms IS NULL")
            .bind(at)
            .bind(account)
            .bind(digest)
            .execute(self.connection())
            .await?;
        Ok(used > 0)
    }

    async fn put_factors(&mut self, account: UserId, factors: FactorSet) -> StoreResult<()> {
        sql("UPDATE users SET factors = $1 WHERE id = $2")
            .bind(factors.bits())
            .bind(account)
            .execute(self.connection())
            .await?;
        if factors.is_empty() {
            // Proofs of deleted factors must not count for later ones.
            sql("UPDATE sessions SET assurance = assurance - (assurance & $1) WHERE user_id = $2")
                .bind(Assurance::OWN_FACTORS.bits())
                .bind(account)
                .execute(self.connection())
                .await?;
        }
        self.concerns(Subject::User(account));
        Ok(())
    }

    async fn put_wrong_codes(&mut self, account: UserId, wrong: u32) -> StoreResult<()> {
        let putting = sql("UPDATE users SET wrong_codes = $1 WHERE id = $2").bind(wrong).bind(account);
        putting.execute(self.connection()).await?;
        self.concerns(Subject::User(account));
        Ok(())
    }

    async fn forget_remembered_browsers(&mut self, account: UserId) -> StoreResult<()> {
        sql("UPDATE known_visitors SET remembered_ms = NULL, remembered_until_ms = NULL, user_agent = NULL \
             WHERE user_id = $1 AND remembered_until_ms IS NOT NULL")
        .bind(account)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn end_challenges(&mut self, account: UserId) -> StoreResult<()> {
        let ending = sql("DELETE FROM sign_in_challenges WHERE user_id = $1").bind(account);
        ending.execute(self.connection()).await.map(|_| ())
    }
}

impl Change {
    /// The digest of a recovery code for one account, made with the sealing key, so that a database alone does not say
    /// whether a guess is right.
    fn digest_of_code(&self, account: UserId, code: &Secret) -> StoreResult<SecretDigest> {
        let digest = self.inner().sealing.digest(false, &["recovery code", &account.to_string(), code.expose()]);
        digest.map(SecretDigest).map_err(|error| StoreError::Unavailable(error.to_string()))
    }
}
