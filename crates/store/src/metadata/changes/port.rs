//! The port through which use cases make changes.

use askline_app::ports::{
    StoreResult,
    change::{self, BeginChange},
};
use askline_domain::{audit::AuditDraft, mail::MailContent, shared::ids::UserId, webhooks::message::Event};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{change::Change, scope::Scope};
use crate::metadata::MetadataStore;

#[async_trait]
impl BeginChange for MetadataStore {
    async fn begin(&self, scopes: &[Scope<'_>]) -> StoreResult<Box<dyn change::Change>> {
        Ok(Box::new(MetadataStore::begin(self, scopes.iter().copied()).await?))
    }
}

#[async_trait]
impl change::Change for Change {
    async fn compare(&mut self, entry: &AuditDraft) -> StoreResult<()> {
        self.compare_grounds(entry).await
    }

    async fn raise(&mut self, event: &Event) -> StoreResult<()> {
        self.raise_event(event).await
    }

    async fn mail(&mut self, account: UserId, content: MailContent, at: Timestamp) -> StoreResult<()> {
        self.tell(account, content, at).await
    }

    async fn audit(&mut self, entry: AuditDraft) -> StoreResult<()> {
        self.append_audit(entry).await
    }

    async fn commit(self: Box<Self>) -> StoreResult<()> {
        Change::commit(*self).await
    }

    async fn commit_without_notice(self: Box<Self>) -> StoreResult<()> {
        Change::commit_without_notice(*self).await
    }
}
