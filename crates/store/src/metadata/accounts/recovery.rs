//! Account recovery by email: tokens, the emails that contain them, and their effects.

use askline_app::ports::{
    StoreResult,
    identity::accounts::{AccountStore, Proving, TokenAccount},
};
use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::{ConfirmedGround, NobodyGround, OperatorGround, SessionGround, TokenGround},
        secret::{Secret, SecretDigest},
        token::TokenPurpose,
        user::User,
    },
    mail::{Addressee, Mail, MailContent, MailLanguage, PROOF_LASTS, RESET_LASTS, UNDO_LASTS},
    shared::ids::{SessionId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    former_addresses,
    grounds::raise_version,
    memberships::memberships_of,
    sessions::known_visitors::forget_all,
    users::{select_user, user_by_email},
};
use crate::{
    metadata::{
        MetadataStore,
        changes::{change::Change, scope::Scope},
    },
    sql::{Connection, rows::RowReader, skipping_locked, sql},
};

const TABLE: &str = "account_tokens";

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
        let found = user_by_email(change.connection(), email).await?.filter(|user| user.locked_at.is_none());
        let reached = found.filter(|user| user.address.verified_at.is_some() && user.address.refused.is_none());
        let (owner, to) = match &reached {
            Some(user) => (Some(user.id), user.email.clone()),
            None => (None, String::new()),
        };
        let known = reached.as_ref().and_then(|user| user.address.language);
        insert(change.connection(), TokenPurpose::Reset, token, owner, &to, at).await?;
        let content = MailContent::Reset { token: token.expose().to_owned() };
        let addressee = owner.map_or(Addressee::Nobody, Addressee::User);
        let mail = Mail { to, language: known.or(language).unwrap_or_default(), content, at };
        change.send_mail(None, addressee, &mail).await?;
        change.commit_without_notice().await
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
        if opened.is_none_or(|(account, _)| account.id != user) {
            return Ok(false);
        }
        change.set_password(user, password_hash, None, now).await?;
        change.commit_to_account(user, audits).await?;
        Ok(true)
    }

    async fn ask_for_proof(&self, ground: SessionGround, token: &Secret, at: Timestamp) -> StoreResult<bool> {
        let user = ground.user;
        let mut change = self.begin([Scope::User(user)]).await?;
        change.compare_session(ground).await?;
        let account = select_user(change.connection(), user).await?;
        let unproven = |user: &User| user.address.verified_at.is_none() || user.address.refused.is_some();
        let Some(account) = account.filter(unproven) else { return Ok(false) };
        let email = account.email.clone();
        mail_proof(&mut change, &account, &email, token, at).await?;
        change.commit_without_notice().await?;
        Ok(true)
    }

    async fn ask_for_address(
        &self,
        ground: ConfirmedGround,
        email: &str,
        proof: &Secret,
        undo: &Secret,
        at: Timestamp,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool> {
        let user = ground.session.user;
        let mut change = self.begin(Scope::of_user(user, &audits)).await?;
        change.compare_confirmed(ground).await?;
        let Some(account) = select_user(change.connection(), user).await? else { return Ok(false) };
        // Links that set a new password stay valid: the account keeps its address until the new one is confirmed.
        sql("DELETE FROM account_tokens WHERE user_id = $1 AND purpose = $2")
            .bind(user)
            .bind(TokenPurpose::Proof.as_str())
            .execute(change.connection())
            .await?;
        sql("UPDATE users SET pending_email = $1, pending_until_ms = $2 WHERE id = $3")
            .bind(email)
            .bind(at + PROOF_LASTS)
            .bind(user)
            .execute(change.connection())
            .await?;
        mail_proof(&mut change, &account, email, proof, at).await?;
        let is_proven = account.address.verified_at.is_some();
        if is_proven {
            insert(change.connection(), TokenPurpose::Undo, undo, Some(user), &account.email, at).await?;
        }
        let undo = is_proven.then(|| undo.expose().to_owned());
        let content = MailContent::AddressChange { email: email.to_owned(), undo };
        change.mail_account(&account, &account.email, content, at).await?;
        change.commit_to_account(user, audits).await?;
        Ok(true)
    }

    async fn ask_again(&self, ground: SessionGround, proof: &Secret, at: Timestamp) -> StoreResult<bool> {
        let user = ground.user;
        let mut change = self.begin([Scope::User(user)]).await?;
        change.compare_session(ground).await?;
        let Some(account) = select_user(change.connection(), user).await? else { return Ok(false) };
        let Some(pending) = account.address.pending.clone().filter(|pending| pending.until > at) else {
            return Ok(false);
        };
        mail_proof(&mut change, &account, &pending.email, proof, at).await?;
        change.commit_without_notice().await?;
        Ok(true)
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
        raise_version(change.connection(), user).await?;
        end_ways_in(change.connection(), user, None).await?;
        insert(change.connection(), TokenPurpose::Reset, reset, Some(user), &email, now).await?;
        change.tell(user, MailContent::Reset { token: reset.expose().to_owned() }, now).await?;
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

/// Stores a token that is sent to `email`.
async fn insert(
    connection: &mut Connection,
    purpose: TokenPurpose,
    token: &Secret,
    owner: Option<UserId>,
    email: &str,
    at: Timestamp,
) -> StoreResult<()> {
    let lasts = match purpose {
        TokenPurpose::Reset => RESET_LASTS,
        TokenPurpose::Proof => PROOF_LASTS,
        TokenPurpose::Undo => UNDO_LASTS,
    };
    sql("INSERT INTO account_tokens (digest, purpose, user_id, email, expires_ms) VALUES ($1, $2, $3, $4, $5)")
        .bind(token.digest())
        .bind(purpose.as_str())
        .bind(owner)
        .bind(email)
        .bind(at + lasts)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Returns the account of a valid token, and the address that the token was sent to; `None` if the account is locked. For a reset, this must still be
/// the account's verified address; for a proof, its address or the one that it requested.
async fn opened_by(
    connection: &mut Connection,
    purpose: TokenPurpose,
    digest: SecretDigest,
    now: Timestamp,
) -> StoreResult<Option<(User, String)>> {
    let row = sql("SELECT user_id, email FROM account_tokens WHERE digest = $1 AND purpose = $2 AND expires_ms > $3 \
         AND user_id IS NOT NULL")
    .bind(digest)
    .bind(purpose.as_str())
    .bind(now)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let row = RowReader::new(&row, TABLE, "user_id");
    let (id, email) = (row.parsed("user_id")?, row.text("email")?);
    let found = select_user(connection, id).await?.filter(|user| user.locked_at.is_none());
    let Some(user) = found else { return Ok(None) };
    let is_own = user.email == email;
    let holds = match purpose {
        TokenPurpose::Reset => is_own && user.address.verified_at.is_some(),
        TokenPurpose::Proof => {
            let pending = user.address.pending.as_ref().filter(|pending| pending.until > now);
            is_own || pending.is_some_and(|pending| pending.email == email)
        }
        TokenPurpose::Undo => true,
    };
    Ok(holds.then_some((user, email)))
}

/// Stores a proof token for an address and emails it to that address.
async fn mail_proof(
    change: &mut Change,
    account: &User,
    email: &str,
    token: &Secret,
    at: Timestamp,
) -> StoreResult<()> {
    insert(change.connection(), TokenPurpose::Proof, token, Some(account.id), email, at).await?;
    let is_new = account.email != email;
    let content = MailContent::Proof { token: token.expose().to_owned(), is_new };
    change.mail_account(account, email, content, at).await
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
        sql("UPDATE users SET password_hash = $1 WHERE id = $2")
            .bind(password_hash)
            .bind(user)
            .execute(self.connection())
            .await?;
        raise_version(self.connection(), user).await?;
        end_ways_in(self.connection(), user, keep).await?;
        forget_wishes(self.connection(), user).await?;
        self.tell(user, MailContent::PasswordChanged, at).await
    }
}

/// Deletes an account's sessions except `keep`, known browsers and addresses, and the operator's one-time link.
pub(super) async fn end_ways_in(connection: &mut Connection, user: UserId, keep: Option<SessionId>) -> StoreResult<()> {
    sql("DELETE FROM sessions WHERE user_id = $1 AND (CAST($2 AS TEXT) IS NULL OR id <> $2)")
        .bind(user)
        .bind(keep)
        .execute(&mut *connection)
        .await?;
    sql("DELETE FROM one_time_tokens WHERE user_id = $1").bind(user).execute(&mut *connection).await?;
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
