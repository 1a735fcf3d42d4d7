//! Webhooks. Their secrets and addresses are sealed; secrets are opened only for signing.

mod address;
mod deliveries;
mod events;
mod read_back;
mod replays;
mod rows;

use askline_app::ports::{
    StoreResult,
    changes::Subject,
    webhooks::{WebhookCreation, WebhookStore},
};
use askline_domain::{
    audit::AuditDraft,
    shared::{
        ids::{OrgId, WebhookId},
        paging::{Page, PageRequest},
    },
    webhooks::{MAX_WEBHOOKS_PER_ORGANIZATION, Webhook, WebhookEdit, message::Event, secret::WebhookSecret},
};
use async_trait::async_trait;
use jiff::Timestamp;

pub(crate) use self::address::StoredAddress;
use self::{
    address::place_of,
    rows::{insert, read_webhook, select},
};
use super::{MetadataStore, changes::scope::Scope};
use crate::sql::{
    rows::{json_text, page_bound},
    sql,
};

/// How many webhooks have a sealed URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SealedUrls {
    /// All of them.
    pub all: usize,
    /// Those whose URL the present key cannot decrypt.
    pub lost: usize,
}

impl MetadataStore {
    /// Tries the key on the URL of every webhook. A missing key decrypts none.
    pub async fn check_sealed_urls(&self) -> StoreResult<SealedUrls> {
        let mut connection = self.inner.read.acquire().await?;
        let stored = sql("SELECT * FROM webhooks WHERE sealed_url IS NOT NULL");
        let webhooks = stored.all(&mut connection, |row| read_webhook(&self.inner.sealing, row)).await?;
        Ok(SealedUrls { all: webhooks.len(), lost: webhooks.iter().filter(|webhook| webhook.url_unreadable).count() })
    }
}

#[async_trait]
impl WebhookStore for MetadataStore {
    async fn create_webhook(
        &self,
        webhook: &Webhook,
        secret: &WebhookSecret,
        audit: AuditDraft,
    ) -> StoreResult<WebhookCreation> {
        let mut change = self.begin([Scope::Organization(webhook.org_id)]).await?;
        let counting = "SELECT COUNT(*) FROM webhooks WHERE org_id = $1 AND is_removed = 0";
        if change.is_full(counting, webhook.org_id, MAX_WEBHOOKS_PER_ORGANIZATION).await? {
            return Ok(WebhookCreation::LimitReached);
        }
        let sealed = self.inner.sealing.seal(&place_of(webhook.id), secret.expose())?;
        let address = StoredAddress::seal(&self.inner.sealing, webhook.id, &webhook.url)?;
        insert(change.connection(), webhook, &address, &sealed).await?;
        change.commit_with(audit).await?;
        Ok(WebhookCreation::Created)
    }

    async fn webhook(&self, org: OrgId, id: WebhookId) -> StoreResult<Option<Webhook>> {
        let mut connection = self.inner.read.acquire().await?;
        select(&self.inner.sealing, &mut connection, org, id).await
    }

    async fn webhooks(&self, org: OrgId, page: PageRequest) -> StoreResult<Page<Webhook>> {
        sql("SELECT * FROM webhooks WHERE org_id = $1 AND id < $2 AND is_removed = 0 ORDER BY id DESC LIMIT $3")
            .bind(org)
            .bind(page_bound::<WebhookId>(page))
            .page(&self.inner.read, page, |row| read_webhook(&self.inner.sealing, row))
            .await
    }

    async fn update_webhook(
        &self,
        org: OrgId,
        id: WebhookId,
        edit: &WebhookEdit,
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<Option<Webhook>> {
        let address = edit.url.as_deref().map(|url| StoredAddress::seal(&self.inner.sealing, id, url)).transpose()?;
        let (origin, sealed_url) = address.map(|address| (address.origin, address.sealed)).unzip();
        let mut change = self.begin([Scope::Organization(org)]).await?;
        // Only the given fields, so that an edit does not undo the result of a concurrent attempt.
        let updated = sql("UPDATE webhooks SET url = COALESCE($1, url), events = COALESCE($2, events), \
             description = COALESCE($3, description), enabled = COALESCE($4, enabled), \
             disabled_reason = CASE WHEN $4 IS NULL THEN disabled_reason END, \
             failures_in_a_row = CASE WHEN $4 = 1 THEN 0 ELSE failures_in_a_row END, \
             failing_since_ms = CASE WHEN $4 = 1 THEN NULL ELSE failing_since_ms END, \
             last_failure_ms = CASE WHEN $4 = 1 THEN NULL ELSE last_failure_ms END, updated_ms = $5, \
             sealed_url = COALESCE($8, sealed_url) WHERE id = $6 AND org_id = $7 AND is_removed = 0")
        .bind(origin)
        .bind(edit.events.as_ref().map(json_text).transpose()?)
        .bind(&edit.description)
        .bind(edit.enabled)
        .bind(at)
        .bind(id)
        .bind(org)
        .bind(sealed_url)
        .execute(change.connection())
        .await?;
        if updated == 0 {
            return Ok(None);
        }
        let webhook = select(&self.inner.sealing, change.connection(), org, id).await?;
        change.commit_with(audit).await?;
        Ok(webhook)
    }

    async fn delete_webhook(&self, org: OrgId, id: WebhookId, audit: AuditDraft) -> StoreResult<bool> {
        // Nothing is sent to it from now on: the jobs of its deliveries find nothing to do. Its rows are removed in pieces.
        let marking = sql("UPDATE webhooks SET is_removed = 1, enabled = 0, disabled_reason = NULL \
             WHERE id = $1 AND org_id = $2 AND is_removed = 0");
        self.write_with(marking.bind(id).bind(org), Subject::Organization(org), audit).await
    }

    async fn rotate_webhook_secret(
        &self,
        org: OrgId,
        id: WebhookId,
        secret: &WebhookSecret,
        previous_until: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<Option<Webhook>> {
        let sealed = self.inner.sealing.seal(&place_of(id), secret.expose())?;
        let mut change = self.begin([Scope::Organization(org)]).await?;
        let rotated =
            sql("UPDATE webhooks SET previous_secret = secret, previous_until_ms = $1, secret = $2, updated_ms = $3 \
             WHERE id = $4 AND org_id = $5 AND is_removed = 0")
            .bind(previous_until)
            .bind(sealed)
            .bind(audit.occurred_at)
            .bind(id)
            .bind(org)
            .execute(change.connection())
            .await?;
        if rotated == 0 {
            return Ok(None);
        }
        let webhook = select(&self.inner.sealing, change.connection(), org, id).await?;
        change.commit_with(audit).await?;
        Ok(webhook)
    }

    async fn raise_event(&self, event: &Event) -> StoreResult<()> {
        let mut change = self.begin([Scope::Organization(event.org_id)]).await?;
        change.raise_event(event).await?;
        change.commit_without_notice().await
    }
}
