//! Account recovery by email: tokens, the emails that contain them, and their effects.

use askline_app::ports::{
    StoreError, StoreResult,
    identity::accounts::{AccountStore, PendingSignUp, Proving, TokenAccount},
    mail::Mailed,
};
use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::{ConfirmedGround, NobodyGround, OperatorGround, SessionGround, TokenGround},
        second_factor::assurance::{FactorKind, FactorSet},
        secret::{Secret, SecretDigest},
        token::TokenPurpose,
        user::User,
    },
    mail::{Addressee, Mail, MailContent, MailKind, MailLanguage, UNDO_LASTS},
    shared::ids::{SessionId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    former_addresses,
    grounds::raise_version,
    mail_limits::MailCause,
    memberships::memberships_of,
    proofs,
    sessions::known_visitors::forget_all,
    sign_ups,
    tokens::{insert, opened_by},
    users::user_by_email,
};
use crate::{
    metadata::{
        MetadataStore,
        changes::{change::Change, scope::Scope},
        identities::rows::unlink_all,
    },
    sql::{Connection, skipping_locked, sql},
};

#[async_trait]
impl AccountStore for MetadataStore {
    async fn request_reset(
        &self,
        email: &str,
        token: &Secret,
        language: Option<MailLanguage>,
        at: Timestamp,
        NobodyGround: NobodyGround,
    ) -> StoreResult<()> {
        let mut change = self.begin([Scope::Email(email)]).await?;
        let cause = MailCause { kind: MailKind::Reset, to: email, org: None, account: None };
        let admission = change.admit_mail(cause, at).await?;
        let found = user_by_email(change.connection(), email).await?.filter(|user| user.locked_at.is_none());
        let reached = found.filter(|user| user.address.verified_at.is_some() && user.address.refused.is_none());
        // Beyond the limit, the same work is done as for an address without an account.
        let reached = reached.filter(|_| admission.is_ok());
        let (owner, to) = match &reached {
            Some(user) => (Some(user.id), user.email.clone()),
            None => (None, String::new()),
        };
        let known = reached.as_ref().and_then(|user| user.address.language);
        insert(change.connection(), TokenPurpose::Reset, token, owner, &to, at).await?;
        let content = MailContent::Reset { token: token.expose().to_owned() };
        let addressee = owner.map_or(Addressee::Nobody, Addressee::User);
        let mail = Mail { to, language: known.or(language).unwrap_or_default(), content, at };
        change.send_or_pretend(admission, addressee, &mail).await?;
        change.commit_without_notice().await
    }

    async fn request_sign_up(
        &self,
        new: &PendingSignUp,
        token: &Secret,
        language: Option<MailLanguage>,
        at: Timestamp,
        NobodyGround: NobodyGround,
    ) -> StoreResult<()> {
        sign_ups::request(self, new, token, language, at).await
    }

    async fn pending_sign_up(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<PendingSignUp>> {
        sign_ups::pending(self, digest, now).await
    }

    async fn token_account(
        &self,
        purpose: TokenPurpose,
        digest: SecretDigest,
        now: Timestamp,
    ) -> StoreResult<Option<TokenAccount>> {
        let mut snapshot = self.inner.read.begin().await?;
        let Some((user, email)) = opened_by(&mut snapshot, purpose, digest, now).await? else { return Ok(None) };
        let memberships = memberships_of(&mut snapshot, user.id).await?;
        Ok(Some(TokenAccount { user, memberships, email }))
    }

    async fn finish_reset(
        &self,
        TokenGround { user, digest }: TokenGround,
        password_hash: &str,
        now: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool> {
        let mut change = self.begin(Scope::of_user(user, &audits)).await?;
        let opened = opened_by(change.connection(), TokenPurpose::Reset, digest, now).await?;
        match opened {
            Some((account, _)) if account.id == user && account.factors.is_empty() => {}
            // Another change of the use case sets the password of an account with a second factor.
            Some((account, _)) if account.id == user => return Err(StoreError::AccountChanged),
            _ => return Ok(false),
        }
        change.set_password(user, password_hash, None, now).await?;
        // The person lost control of the account, or says so: another person may have linked them.
        unlink_all(change.connection(), user).await?;
        change.commit_to_account(user, audits).await?;
        Ok(true)
    }

    async fn ask_for_proof(
        &self,
        ground: SessionGround,
        email: &str,
        token: &Secret,
        at: Timestamp,
    ) -> StoreResult<Mailed> {
        let needs_proof =
            |user: &User| user.email == email && (user.address.verified_at.is_none() || user.address.refused.is_some());
        proofs::mail_another(self, ground, email, token, at, needs_proof).await
    }

    async fn ask_for_address(
        &self,
        ground: ConfirmedGround,
        email: &str,
        proof: &Secret,
        undo: &Secret,
        at: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<Mailed> {
        proofs::request_change(self, ground, email, (proof, undo), at, audits).await
    }

    async fn ask_again(
        &self,
        ground: SessionGround,
        email: &str,
        proof: &Secret,
        at: Timestamp,
    ) -> StoreResult<Mailed> {
        let is_requested = |user: &User| {
            user.address.pending.as_ref().is_some_and(|pending| pending.until > at && pending.email == email)
        };
        proofs::mail_another(self, ground, email, proof, at, is_requested).await
    }

    async fn prove(&self, ground: TokenGround, now: Timestamp, audits: Vec<AuditDraft>) -> StoreResult<Proving> {
        let user = ground.user;
        let given = self.give_address(TokenPurpose::Proof, ground, now, &audits).await?;
        let (mut change, account, email) = match given {
            Ok(given) => given,
            Err(refused) => return Ok(refused),
        };
        // If the address changed, all links of the account are deleted except those that undo a change; otherwise only
        // its proofs of this address.
        let spent = match account.email == email {
            true => sql("DELETE FROM account_tokens WHERE user_id = $1 AND purpose = $2 AND email = $3")
                .bind(user)
                .bind(TokenPurpose::Proof.as_str())
                .bind(email),
            false => sql("DELETE FROM account_tokens WHERE user_id = $1 AND purpose <> $2")
                .bind(user)
                .bind(TokenPurpose::Undo.as_str()),
        };
        spent.execute(change.connection()).await?;
        change.commit_to_account(user, audits).await?;
        Ok(Proving::Proven)
    }

    async fn undo_address(
        &self,
        ground: TokenGround,
        reset: &Secret,
        now: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<Proving> {
        let user = ground.user;
        let given = self.give_address(TokenPurpose::Undo, ground, now, &audits).await?;
        let (mut change, _, email) = match given {
            Ok(given) => given,
            Err(refused) => return Ok(refused),
        };
        // The person who requested the other address knew the password, so it is removed.
        for ending in [
            "UPDATE users SET password_hash = NULL, pending_email = NULL, pending_until_ms = NULL WHERE id = $1",
            "DELETE FROM account_tokens WHERE user_id = $1",
        ] {
            sql(ending).bind(user).execute(change.connection()).await?;
        }
        // Who linked them is not known.
        unlink_all(change.connection(), user).await?;
        remove_factors_since(change.connection(), user, now - UNDO_LASTS).await?;
        raise_version(change.connection(), user).await?;
        end_ways_in(change.connection(), user, None).await?;
        insert(change.connection(), TokenPurpose::Reset, reset, Some(user), &email, now).await?;
        change.tell(user, MailContent::Restored { token: reset.expose().to_owned() }, now).await?;
        change.commit_to_account(user, audits).await?;
        Ok(Proving::Proven)
    }

    async fn prove_by_operator(
        &self,
        user: UserId,
        at: Timestamp,
        OperatorGround: OperatorGround,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool> {
        let mut change = self.begin(Scope::of_user(user, &audits)).await?;
        let proven = sql("UPDATE users SET email_verified_ms = $1, mail_refused = NULL WHERE id = $2")
            .bind(at)
            .bind(user)
            .execute(change.connection())
            .await?;
        if proven > 0 {
            change.commit_to_account(user, audits).await?;
        }
        Ok(proven > 0)
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

impl MetadataStore {
    /// Begins the change that a valid token allows, and gives its account the address that the token was sent to.
    /// Returns the account before it, and the address; or why not, such as that another account has the address.
    async fn give_address(
        &self,
        purpose: TokenPurpose,
        TokenGround { user, digest }: TokenGround,
        now: Timestamp,
        audits: &[AuditDraft],
    ) -> StoreResult<Result<(Change, User, String), Proving>> {
        let email = self.token_account(purpose, digest, now).await?.map(|found| found.email);
        let mut change = self.begin(Scope::of_user(user, audits).chain(email.as_deref().map(Scope::Email))).await?;
        let opened = opened_by(change.connection(), purpose, digest, now).await?;
        let Some((account, email)) = opened.filter(|(account, _)| account.id == user) else {
            return Ok(Err(Proving::Unknown));
        };
        if account.email != email && former_addresses::is_taken(change.connection(), &email, Some(user), now).await? {
            return Ok(Err(Proving::EmailTaken));
        }
        sql("UPDATE users SET email = $1, email_verified_ms = $2, mail_refused = NULL, \
             pending_email = CASE WHEN email = $1 THEN pending_email END, \
             pending_until_ms = CASE WHEN email = $1 THEN pending_until_ms END WHERE id = $3")
        .bind(&email)
        .bind(now)
        .bind(user)
        .execute(change.connection())
        .await?;
        if account.email != email {
            raise_version(change.connection(), user).await?;
        }
        Ok(Ok((change, account, email)))
    }
}

impl Change {
    /// Sets a password, ends every other way to sign in except the session `keep`, and emails the person. A person who
    /// knows the password needs no other way, and nobody else may have one.
    pub(super) async fn set_password(
        &mut self,
        user: UserId,
        password_hash: &str,
        keep: Option<SessionId>,
        at: Timestamp,
    ) -> StoreResult<()> {
        self.replace_password(user, password_hash, keep).await?;
        self.tell(user, MailContent::PasswordChanged, at).await
    }

    /// As [`Self::set_password`] does, without an email.
    pub(super) async fn replace_password(
        &mut self,
        user: UserId,
        password_hash: &str,
        keep: Option<SessionId>,
    ) -> StoreResult<()> {
        sql("UPDATE users SET password_hash = $1, wrong_codes = 0 WHERE id = $2")
            .bind(password_hash)
            .bind(user)
            .execute(self.connection())
            .await?;
        raise_version(self.connection(), user).await?;
        end_ways_in(self.connection(), user, keep).await?;
        forget_wishes(self.connection(), user).await
    }
}

/// Deletes an account's sessions except `keep`, known and remembered browsers, known addresses, sign-ins that wait for the
/// second factor, and the operator's one-time link.
pub(super) async fn end_ways_in(connection: &mut Connection, user: UserId, keep: Option<SessionId>) -> StoreResult<()> {
    sql("DELETE FROM sessions WHERE user_id = $1 AND (CAST($2 AS TEXT) IS NULL OR id <> $2)")
        .bind(user)
        .bind(keep)
        .execute(&mut *connection)
        .await?;
    sql("DELETE FROM one_time_tokens WHERE user_id = $1").bind(user).execute(&mut *connection).await?;
    sql("DELETE FROM sign_in_challenges WHERE user_id = $1").bind(user).execute(&mut *connection).await?;
    forget_all(connection, user).await
}

/// Deletes the address that an account requested, and all emailed links except those that undo a change.
pub(crate) async fn forget_wishes(connection: &mut Connection, user: UserId) -> StoreResult<()> {
    sql("DELETE FROM account_tokens WHERE user_id = $1 AND purpose <> $2")
        .bind(user)
        .bind(TokenPurpose::Undo.as_str())
        .execute(&mut *connection)
        .await?;
    sql("UPDATE users SET pending_email = NULL, pending_until_ms = NULL WHERE id = $1")
        .bind(user)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Removes the second factors that an account got since `from`, and its recovery codes if none is left.
async fn remove_factors_since(connection: &mut Connection, user: UserId, from: Timestamp) -> StoreResult<()> {
    for added in [
        "DELETE FROM passkeys WHERE user_id = $1 AND created_ms >= $2",
        "DELETE FROM totp_factors WHERE user_id = $1 AND COALESCE(confirmed_ms, created_ms) >= $2",
    ] {
        sql(added).bind(user).bind(from).execute(&mut *connection).await?;
    }
    let kinds = [
        (FactorKind::Totp, "SELECT 1 AS one FROM totp_factors WHERE user_id = $1 AND confirmed_ms IS NOT NULL"),
        (FactorKind::Passkey, "SELECT 1 AS one FROM passkeys WHERE user_id = $1 LIMIT 1"),
    ];
    let mut left = FactorSet::default();
    for (kind, row) in kinds {
        if sql(row).bind(user).fetch_optional(&mut *connection).await?.is_some() {
            left = left.with(kind);
        }
    }
    sql("UPDATE users SET factors = $1 WHERE id = $2").bind(left.bits()).bind(user).execute(&mut *connection).await?;
    if left.is_empty() {
        sql("DELETE FROM recovery_codes WHERE user_id = $1").bind(user).execute(connection).await?;
    }
    Ok(())
}
