//! Webhooks. Their secrets and addresses are sealed; secrets are opened only for signing.

mod address;
mod deliveries;
mod events;
mod in_change;
mod read_back;
mod rows;

use askline_app::ports::{StoreResult, webhooks::WebhookStore};
use askline_domain::{
    shared::{
        ids::{OrgId, WebhookId},
        paging::{Page, PageRequest},
    },
    webhooks::Webhook,
};
use async_trait::async_trait;

pub(crate) use self::address::StoredAddress;
use self::rows::{read_webhook, selection};
use super::MetadataStore;
use crate::sql::{rows::page_bound, sql};

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
    async fn webhook(&self, org: OrgId, id: WebhookId) -> StoreResult<Option<Webhook>> {
        selection(org, id).optional(&self.inner.read, |row| read_webhook(&self.inner.sealing, row)).await
    }

    async fn webhooks(&self, org: OrgId, page: PageRequest) -> StoreResult<Page<Webhook>> {
        sql("SELECT * FROM webhooks WHERE org_id = $1 AND id < $2 AND is_removed = 0 ORDER BY id DESC LIMIT $3")
            .bind(org)
            .bind(page_bound::<WebhookId>(page))
            .page(&self.inner.read, page, |row| read_webhook(&self.inner.sealing, row))
            .await
    }
}
