//! Sends messages to webhooks, through the same guard as all outgoing requests.
//!
//! The rules are stricter: messages are encrypted except to networks that the operator allows, redirects are not
//! followed, and only the beginning of a response is read.

use std::{net::IpAddr, sync::Arc, time::Duration};

use askline_app::ports::webhooks::target::WebhookTargets;
use askline_domain::webhooks::{MAX_KEPT_RESPONSE_BYTES, target::TargetRefusal};
use async_trait::async_trait;
use futures_util::StreamExt as _;
use ipnet::IpNet;
use reqwest::{
    Client, Response,
    header::{CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER},
    redirect,
};
use url::{Host, Url};

use super::{
    OutgoingError, is_public, reason_of,
    resolver::{GuardedResolver, Reach, SystemNames},
    roots::tls_config,
};

/// The maximum time for a receiver, including the body of its response.
pub const MAX_MESSAGE_TIME: Duration = Duration::from_secs(15);
/// The maximum number of bytes of a response that are read.
const MAX_ANSWER_BYTES: usize = 64 * 1024;
/// The maximum time for resolving a name beforehand.
const LOOK_UP_WITHIN: Duration = Duration::from_secs(3);
/// The user agent that receivers see.
const USER_AGENT: &str = concat!("Askline/", env!("CARGO_PKG_VERSION"), " (+webhooks)");

/// A receiver's response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageAnswer {
    /// The HTTP status.
    pub status: u16,
    /// The beginning of its body, at most [`MAX_KEPT_RESPONSE_BYTES`].
    pub body: String,
    /// How long the receiver asks to wait, as in its header.
    pub retry_after: Option<String>,
}

/// Sends messages. Cheap to clone.
#[derive(Clone)]
pub struct MessageSender {
    /// Sends encrypted requests to public addresses and allowed networks.
    public: Client,
    /// Sends requests only to allowed networks.
    allowed_alone: Client,
    allowed: Arc<[IpNet]>,
}

impl MessageSender {
    /// Creates a sender that reaches public addresses and `allowed` networks, with this time limit for receivers.
    ///
    /// Install a TLS provider as the process default first.
    pub fn new(allowed: &[IpNet], max_time: Duration) -> Result<Self, OutgoingError> {
        let allowed: Arc<[IpNet]> = allowed.into();
        let client = |reach| {
            Client::builder()
                .user_agent(USER_AGENT)
                .tls_backend_preconfigured(tls_config())
                .no_proxy()
                .https_only(reach == Reach::PublicAndAllowed)
                .timeout(max_time)
                .pool_max_idle_per_host(0)
                .no_gzip()
                .redirect(redirect::Policy::none())
                .dns_resolver(Arc::new(GuardedResolver::new(Arc::new(SystemNames), Arc::clone(&allowed), reach)))
                .build()
                .map_err(|error| OutgoingError::NoAnswer(error.to_string()))
        };
        let (public, allowed_alone) = (client(Reach::PublicAndAllowed)?, client(Reach::AllowedAlone)?);
        Ok(Self { public, allowed_alone, allowed })
    }

    /// Posts `body` as JSON with these headers, once, if the guard allows it.
    pub async fn post(&self, url: &Url, mut headers: HeaderMap, body: String) -> Result<MessageAnswer, OutgoingError> {
        let client = match self.reach_of(url).await.map_err(|refusal| refused(&refusal))? {
            Reach::PublicAndAllowed => &self.public,
            Reach::AllowedAlone => &self.allowed_alone,
        };
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let response = client.post(url.clone()).headers(headers).body(body).send().await.map_err(reason_of)?;
        let status = response.status().as_u16();
        let retry_after = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()).map(str::to_owned);
        Ok(MessageAnswer { status, body: beginning_of(response).await, retry_after })
    }

    /// Which client a request to `url` needs, if it may be made at all.
    async fn reach_of(&self, url: &Url) -> Result<Reach, TargetRefusal> {
        let addresses = addresses_of(url).await;
        let is_allowed = |address: &IpAddr| self.allowed.iter().any(|network| network.contains(address));
        if !addresses.is_empty() && addresses.iter().all(is_allowed) {
            return Ok(Reach::AllowedAlone);
        }
        if !addresses.iter().all(|address| is_public(*address) || is_allowed(address)) {
            return Err(TargetRefusal::NotPublic);
        }
        if url.scheme() != "https" {
            return Err(TargetRefusal::NotHttps);
        }
        match url.port_or_known_default() {
            Some(443) => Ok(Reach::PublicAndAllowed),
            _ => Err(TargetRefusal::UnusualPort),
        }
    }
}

#[async_trait]
impl WebhookTargets for MessageSender {
    async fn check(&self, url: &Url) -> Result<(), TargetRefusal> {
        self.reach_of(url).await.map(|_| ())
    }

    async fn is_internal(&self, url: &Url) -> bool {
        self.reach_of(url).await == Ok(Reach::AllowedAlone)
    }
}

fn refused(refusal: &TargetRefusal) -> OutgoingError {
    match refusal {
        TargetRefusal::NotPublic => OutgoingError::NotPublic,
        TargetRefusal::NotHttps | TargetRefusal::UnusualPort => OutgoingError::NotWeb,
    }
}

/// The current addresses of the host of `url`. A name that cannot be resolved has none, so that sending fails.
async fn addresses_of(url: &Url) -> Vec<IpAddr> {
    match url.host() {
        Some(Host::Ipv4(address)) => vec![address.into()],
        Some(Host::Ipv6(address)) => vec![address.into()],
        Some(Host::Domain(name)) => {
            match tokio::time::timeout(LOOK_UP_WITHIN, tokio::net::lookup_host((name, 0))).await {
                Ok(Ok(found)) => found.map(|address| address.ip()).collect(),
                _ => Vec::new(),
            }
        }
        None => Vec::new(),
    }
}

/// Reads enough for a short response to be complete, and keeps its beginning. A response that breaks off is enough,
/// because its status has arrived.
async fn beginning_of(response: Response) -> String {
    let (mut kept, mut read) = (Vec::new(), 0);
    let mut chunks = response.bytes_stream();
    while let Some(Ok(chunk)) = chunks.next().await {
        read += chunk.len();
        let room = MAX_KEPT_RESPONSE_BYTES - kept.len();
        kept.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if read >= MAX_ANSWER_BYTES {
            break;
        }
    }
    let mut text = String::from_utf8_lossy(&kept).into_owned();
    // An invalid byte becomes a character of three bytes.
    text.truncate(text.floor_char_boundary(MAX_KEPT_RESPONSE_BYTES));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sender(allowed: &[&str]) -> MessageSender {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let allowed: Vec<IpNet> = allowed.iter().map(|text| text.parse().expect("a network")).collect();
        MessageSender::new(&allowed, MAX_MESSAGE_TIME).expect("a client")
    }

    async fn check(allowed: &[&str], url: &str) -> Result<(), TargetRefusal> {
        WebhookTargets::check(&sender(allowed), &url.parse().expect("an address")).await
    }

    #[tokio::test]
    async fn inward_addresses_are_refused_however_they_are_written() {
        for url in [
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://10.0.0.1/",
            "https://169.254.169.254/latest/meta-data",
            "https://[::1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://[fd00::1]/",
            "https://localhost/",
            "http://localhost:8080/",
        ] {
            assert_eq!(check(&[], url).await, Err(TargetRefusal::NotPublic), "{url}");
            let sent = sender(&[]).post(&url.parse().expect("an address"), HeaderMap::new(), "{}".into()).await;
            assert_eq!(sent, Err(OutgoingError::NotPublic), "{url}");
        }
    }

    #[tokio::test]
    async fn public_addresses_need_encryption_and_the_usual_port() {
        assert_eq!(check(&[], "https://1.1.1.1/hooks").await, Ok(()));
        assert_eq!(check(&[], "http://1.1.1.1/hooks").await, Err(TargetRefusal::NotHttps));
        assert_eq!(check(&[], "https://1.1.1.1:22/hooks").await, Err(TargetRefusal::UnusualPort));
        assert_eq!(check(&[], "http://no-such-name.invalid/").await, Err(TargetRefusal::NotHttps));
        assert_eq!(check(&[], "https://no-such-name.invalid/").await, Ok(()));
    }

    #[tokio::test]
    async fn an_allowed_network_may_be_reached_in_the_clear_and_on_any_port() {
        assert_eq!(check(&["10.1.0.0/16"], "http://10.1.2.3:9000/").await, Ok(()));
        assert_eq!(check(&["10.1.0.0/16"], "http://10.2.2.3:9000/").await, Err(TargetRefusal::NotPublic));
        assert_eq!(check(&["127.0.0.0/8", "::1/128"], "http://localhost:9000/").await, Ok(()));
    }
}
