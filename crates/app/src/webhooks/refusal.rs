//! Checks the URL of a webhook.

use askline_domain::webhooks::target::TargetRefusal;
use url::Url;

use crate::ports::all::Ports;

/// Why the guard on outgoing requests refuses a URL.
pub(super) async fn refusal_of(ports: &Ports, target: Option<Url>) -> Option<TargetRefusal> {
    ports.webhook_targets.check(&target?).await.err()
}
