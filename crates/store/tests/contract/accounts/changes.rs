//! Changes of accounts by the use cases, with records and times that a test chooses.

use askline_app::{
    accounts::{self, ByLink, OldPassword, by_operator, failed_log_ins},
    error::{Conflict, Credential, UseCaseError},
    ports::{StoreResult, mail::Mailed},
};
use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::{ConfirmedGround, CredentialsGround, SessionGround, TokenGround},
        known_visitor::KnownVisitor,
        links::{OneTimeToken, PendingSignUp},
        mail_language::MailLanguage,
        secret::Secret,
        session::Session,
        token::{OneTimeUse, TokenPurpose},
    },
    shared::ids::{SessionId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::backend::{Metadata, unexpected};

/// The result of using a link that confirms or restores an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proving {
    Proven,
    Unknown,
    EmailTaken,
}

#[async_trait]
pub trait AccountChanges {
    async fn request_reset(
        &self,
        email: &str,
        token: &Secret,
        language: Option<MailLanguage>,
        at: Timestamp,
    ) -> StoreResult<()>;
    /// Returns whether the link was valid.
    async fn finish_reset(
        &self,
        ground: TokenGround,
        hash: &str,
        at: Timestamp,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<bool>;
    async fn request_sign_up(
        &self,
        new: &PendingSignUp,
        token: &Secret,
        language: Option<MailLanguage>,
        at: Timestamp,
    ) -> StoreResult<()>;
    async fn ask_for_proof(
        &self,
        ground: SessionGround,
        email: &str,
        token: &Secret,
        at: Timestamp,
    ) -> StoreResult<Mailed>;
    async fn ask_for_address(
        &self,
        ground: ConfirmedGround,
        email: &str,
        tokens: (&Secret, &Secret),
        at: Timestamp,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<Mailed>;
    async fn prove(&self, ground: TokenGround, at: Timestamp, entries: Vec<AuditDraft>) -> StoreResult<Proving>;
    async fn undo_address(
        &self,
        ground: TokenGround,
        reset: &Secret,
        at: Timestamp,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<Proving>;
    async fn prove_by_operator(&self, user: UserId, at: Timestamp, entries: Vec<AuditDraft>) -> StoreResult<bool>;
    async fn create_session(
        &self,
        session: &Session,
        known: Option<&KnownVisitor>,
        ground: CredentialsGround,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<u32>;
    async fn end_session(&self, ground: SessionGround, id: SessionId) -> StoreResult<bool>;
    async fn record_failed_log_ins(&self, failures: Vec<(UserId, AuditDraft)>) -> StoreResult<()>;
    async fn change_password(
        &self,
        ground: ConfirmedGround,
        hash: &str,
        known: &KnownVisitor,
        at: Timestamp,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<()>;
    async fn revoke_access(
        &self,
        ground: ConfirmedGround,
        known: &KnownVisitor,
        at: Timestamp,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<()>;
    async fn lock_account(&self, user: UserId, at: Timestamp, entries: Vec<AuditDraft>) -> StoreResult<bool>;
    async fn unlock_account(&self, user: UserId, entries: Vec<AuditDraft>) -> StoreResult<bool>;
    async fn create_one_time_token(
        &self,
        token: &OneTimeToken,
        old_password: OldPassword,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<bool>;
    async fn spend_one_time_token(
        &self,
        ground: TokenGround,
        used_for: OneTimeUse,
        session: &Session,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<Option<u32>>;
}

#[async_trait]
impl<S: Metadata> AccountChanges for S {
    async fn request_reset(
        &self,
        email: &str,
        token: &Secret,
        language: Option<MailLanguage>,
        at: Timestamp,
    ) -> StoreResult<()> {
        accounts::mail_reset(self, email, token, language, at).await
    }

    async fn finish_reset(
        &self,
        ground: TokenGround,
        hash: &str,
        at: Timestamp,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<bool> {
        let reset = accounts::reset_password(self, ground, None, hash, at, entries).await?;
        assert!(matches!(reset, ByLink::Reset | ByLink::NoLink), "{reset:?}");
        Ok(reset == ByLink::Reset)
    }

    async fn request_sign_up(
        &self,
        new: &PendingSignUp,
        token: &Secret,
        language: Option<MailLanguage>,
        at: Timestamp,
    ) -> StoreResult<()> {
        accounts::mail_sign_up(self, new, token, language, at).await
    }

    async fn ask_for_proof(
        &self,
        ground: SessionGround,
        email: &str,
        token: &Secret,
        at: Timestamp,
    ) -> StoreResult<Mailed> {
        accounts::mail_another_proof(self, ground, email, token, at).await
    }

    async fn ask_for_address(
        &self,
        ground: ConfirmedGround,
        email: &str,
        tokens: (&Secret, &Secret),
        at: Timestamp,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<Mailed> {
        accounts::mail_other_address(self, ground, email, tokens, at, entries).await
    }

    async fn prove(&self, ground: TokenGround, at: Timestamp, entries: Vec<AuditDraft>) -> StoreResult<Proving> {
        let Some(opened) = self.token_account(TokenPurpose::Proof, ground.digest, at).await? else {
            return Ok(Proving::Unknown);
        };
        proving(accounts::confirm_address(self, ground, &opened.email, at, entries).await)
    }

    async fn undo_address(
        &self,
        ground: TokenGround,
        reset: &Secret,
        at: Timestamp,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<Proving> {
        let Some(opened) = self.token_account(TokenPurpose::Undo, ground.digest, at).await? else {
            return Ok(Proving::Unknown);
        };
        proving(accounts::restore_address(self, ground, &opened.email, reset, at, entries).await)
    }

    async fn prove_by_operator(&self, user: UserId, at: Timestamp, entries: Vec<AuditDraft>) -> StoreResult<bool> {
        by_operator::put_confirmed(self, user, at, entries).await
    }

    async fn create_session(
        &self,
        session: &Session,
        known: Option<&KnownVisitor>,
        ground: CredentialsGround,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<u32> {
        accounts::put_session(self, session, known, ground, entries).await
    }

    async fn end_session(&self, ground: SessionGround, id: SessionId) -> StoreResult<bool> {
        accounts::end_session(self, ground, id).await
    }

    async fn record_failed_log_ins(&self, failures: Vec<(UserId, AuditDraft)>) -> StoreResult<()> {
        let failures = failures.into_iter().map(|(user, entry)| (user, vec![entry])).collect();
        failed_log_ins::write_failures(self, failures).await
    }

    async fn change_password(
        &self,
        ground: ConfirmedGround,
        hash: &str,
        known: &KnownVisitor,
        at: Timestamp,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<()> {
        accounts::replace_password(self, ground, hash, known, at, entries).await
    }

    async fn revoke_access(
        &self,
        ground: ConfirmedGround,
        known: &KnownVisitor,
        at: Timestamp,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<()> {
        accounts::end_other_access(self, ground, known, at, entries).await
    }

    async fn lock_account(&self, user: UserId, at: Timestamp, entries: Vec<AuditDraft>) -> StoreResult<bool> {
        by_operator::lock_account(self, user, at, entries).await
    }

    async fn unlock_account(&self, user: UserId, entries: Vec<AuditDraft>) -> StoreResult<bool> {
        by_operator::unlock_account(self, user, entries).await
    }

    async fn create_one_time_token(
        &self,
        token: &OneTimeToken,
        old_password: OldPassword,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<bool> {
        accounts::put_one_time_link(self, token, old_password, entries).await
    }

    async fn spend_one_time_token(
        &self,
        ground: TokenGround,
        used_for: OneTimeUse,
        session: &Session,
        entries: Vec<AuditDraft>,
    ) -> StoreResult<Option<u32>> {
        accounts::spend_one_time_link(self, ground, used_for, session, entries).await
    }
}

fn proving(given: Result<(), UseCaseError>) -> StoreResult<Proving> {
    match given {
        Ok(()) => Ok(Proving::Proven),
        Err(UseCaseError::WrongCredential(Credential::MailedLink)) => Ok(Proving::Unknown),
        Err(UseCaseError::InConflict(Conflict::AddressOfOther)) => Ok(Proving::EmailTaken),
        Err(error) => unexpected(error),
    }
}
