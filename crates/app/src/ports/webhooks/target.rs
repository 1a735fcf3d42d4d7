//! Which URLs webhooks may have.

use askline_domain::webhooks::target::TargetRefusal;
use async_trait::async_trait;
use url::Url;

/// The guard on outgoing requests: checks a webhook's URL when it is stored. It is checked again before each message.
#[async_trait]
pub trait WebhookTargets: Send + Sync + 'static {
    /// Whether messages may be sent to `url`. A name that cannot be resolved at the moment is accepted.
    async fn check(&self, url: &Url) -> Result<(), TargetRefusal>;
    /// Whether `url` leads only to networks that the operator allows.
    async fn is_internal(&self, url: &Url) -> bool;
}
