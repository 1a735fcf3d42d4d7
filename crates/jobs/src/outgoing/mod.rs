//! The guard on outgoing requests. Requests that customers cause reach only public addresses, and networks that the
//! operator allows.
//!
//! Three things are checked, and each check is needed:
//!
//! * the host of the first address;
//! * the host of every redirect, because a resolver is not asked for IP literals;
//! * every address that a name resolves to. The connection uses the address that was checked, so a DNS answer that
//!   changes in between has no effect.
//!
//! No proxy from the environment is used, because it would connect to addresses that were not checked.

mod charset;
mod direct_client;
mod error;
mod log_lines;
mod messages;
mod provider;
mod resolver;
mod roots;
mod storage;
mod vendor;

use std::{sync::Arc, time::Duration};

pub use askline_domain::requests::public_address::is_public;
use futures_util::StreamExt as _;
use ipnet::IpNet;
use reqwest::{
    Client, Response,
    dns::Resolve,
    header::{HeaderMap, IF_MODIFIED_SINCE, IF_NONE_MATCH},
    redirect,
};
use url::{Host, Url};

pub use error::OutgoingError;
pub use log_lines::{LogAnswer, LogSender};
pub use messages::{MAX_MESSAGE_TIME, MessageAnswer, MessageSender};
pub use provider::{ProviderClient, is_protected};
use resolver::{GuardedResolver, Reach, SystemNames};
pub use storage::storage_client;
pub use vendor::{MAX_VENDOR_BYTES, MAX_VENDOR_TIME, VendorAnswer, VendorClient};

/// The maximum time of a request in seconds, including the body.
const MAX_REQUEST_SECONDS: u64 = 10;
/// The maximum number of redirects that are followed.
const MAX_REDIRECTS: usize = 5;
/// The user agent that customers' servers see.
const USER_AGENT: &str = concat!("Askline/", env!("CARGO_PKG_VERSION"), " (+install check)");

/// A page that was fetched.
#[derive(Debug)]
pub struct Page {
    /// Its address after redirects.
    pub url: Url,
    /// The HTTP status.
    pub status: u16,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body, as text.
    pub body: String,
}

/// By what a server knows a version of a page that was fetched before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// Its `ETag`.
    pub etag: Option<String>,
    /// Its `Last-Modified`.
    pub modified: Option<String>,
}

/// Makes guarded requests.
#[derive(Clone)]
pub struct Outgoing {
    client: Client,
    allowed: Arc<[IpNet]>,
}

impl Outgoing {
    /// Creates a guard that allows public addresses and `allowed` networks, such as an operator's intranet.
    ///
    /// Install a TLS provider as the process default first.
    pub fn new(allowed: &[IpNet]) -> Result<Self, OutgoingError> {
        Self::named(allowed, USER_AGENT)
    }

    /// Like [`Self::new`], with another user agent.
    pub fn named(allowed: &[IpNet], user_agent: &str) -> Result<Self, OutgoingError> {
        Self::with_names(allowed, user_agent, Arc::new(SystemNames))
    }

    /// Like [`Self::named`], with a resolver other than the system's. Its answers are guarded like any others: an
    /// address that is neither public nor in an allowed network is not reached.
    pub fn with_names(allowed: &[IpNet], user_agent: &str, names: Arc<dyn Resolve>) -> Result<Self, OutgoingError> {
        let for_redirects: Arc<[IpNet]> = allowed.into();
        let checked = redirect::Policy::custom(move |attempt| {
            if attempt.previous().len() > MAX_REDIRECTS {
                return attempt.error("too many redirects");
            }
            match check_url(attempt.url(), &for_redirects) {
                Ok(()) => attempt.follow(),
                Err(error) => attempt.error(error),
            }
        });
        Self::redirected(allowed, user_agent, names, checked)
    }

    /// Like [`Self::named`], but an answer that redirects is returned as it is.
    pub fn without_redirects(allowed: &[IpNet], user_agent: &str) -> Result<Self, OutgoingError> {
        Self::without_redirects_by(allowed, user_agent, Arc::new(SystemNames))
    }

    /// Like [`Self::without_redirects`], with another resolver, whose answers are guarded too.
    pub fn without_redirects_by(
        allowed: &[IpNet],
        user_agent: &str,
        names: Arc<dyn Resolve>,
    ) -> Result<Self, OutgoingError> {
        Self::redirected(allowed, user_agent, names, redirect::Policy::none())
    }

    fn redirected(
        allowed: &[IpNet],
        user_agent: &str,
        names: Arc<dyn Resolve>,
        redirects: redirect::Policy,
    ) -> Result<Self, OutgoingError> {
        let allowed: Arc<[IpNet]> = allowed.into();
        let client = Client::builder()
            .user_agent(user_agent)
            .tls_backend_preconfigured(roots::tls_config())
            .no_proxy()
            .timeout(Duration::from_secs(MAX_REQUEST_SECONDS))
            .connect_timeout(Duration::from_secs(MAX_REQUEST_SECONDS / 2))
            .pool_max_idle_per_host(0)
            .dns_resolver(Arc::new(GuardedResolver::new(names, Arc::clone(&allowed), Reach::PublicAndAllowed)))
            .redirect(redirects)
            .build()
            .map_err(|error| OutgoingError::NoAnswer(error.to_string()))?;
        Ok(Self { client, allowed })
    }

    /// Fetches a page of at most `max_bytes` bytes.
    pub async fn get(&self, url: Url, max_bytes: usize) -> Result<Page, OutgoingError> {
        page_of(self.send(url).await?, max_bytes).await
    }

    /// Like [`Self::get`]; a server that still has the known version may answer 304 without a body.
    pub async fn get_if_changed(&self, url: Url, known: &Known, max_bytes: usize) -> Result<Page, OutgoingError> {
        check_url(&url, &self.allowed)?;
        let mut request = self.client.get(url);
        if let Some(etag) = &known.etag {
            request = request.header(IF_NONE_MATCH, etag);
        }
        if let Some(modified) = &known.modified {
            request = request.header(IF_MODIFIED_SINCE, modified);
        }
        page_of(request.send().await.map_err(reason_of)?, max_bytes).await
    }

    /// Fetches a page, or its first `max_bytes` bytes, for lists of which a part suffices.
    pub async fn get_beginning(&self, url: Url, max_bytes: usize) -> Result<Page, OutgoingError> {
        let response = self.send(url).await?;
        let (url, status, headers) = (response.url().clone(), response.status().as_u16(), response.headers().clone());
        let mut body = Vec::new();
        read_into(&mut body, response, max_bytes).await?;
        Ok(Page { url, status, body: charset::text_of(&body, &headers), headers })
    }

    async fn send(&self, url: Url) -> Result<Response, OutgoingError> {
        check_url(&url, &self.allowed)?;
        self.client.get(url).send().await.map_err(reason_of)
    }
}

async fn page_of(response: Response, max_bytes: usize) -> Result<Page, OutgoingError> {
    let (url, status, headers) = (response.url().clone(), response.status().as_u16(), response.headers().clone());
    let body = charset::text_of(&read(response, max_bytes).await?, &headers);
    Ok(Page { url, status, headers, body })
}

fn reason_of(error: reqwest::Error) -> OutgoingError {
    let mut source: Option<&(dyn std::error::Error + 'static)> = Some(&error);
    while let Some(inner) = source {
        if let Some(known) = inner.downcast_ref::<OutgoingError>() {
            return known.clone();
        }
        source = inner.source();
    }
    if error.is_timeout() {
        return OutgoingError::TimedOut;
    }
    OutgoingError::NoAnswer(error.without_url().to_string())
}

/// Reads a body of at most `max_bytes` bytes.
async fn read(response: Response, max_bytes: usize) -> Result<Vec<u8>, OutgoingError> {
    let mut body = Vec::new();
    if read_into(&mut body, response, max_bytes).await? {
        return Err(OutgoingError::TooLarge(max_bytes));
    }
    Ok(body)
}

/// Reads the first `max_bytes` bytes of a body; returns whether there was more.
async fn read_into(body: &mut Vec<u8>, response: Response, max_bytes: usize) -> Result<bool, OutgoingError> {
    let mut chunks = response.bytes_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(reason_of)?;
        let room = max_bytes - body.len();
        body.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if chunk.len() > room {
            return Ok(true);
        }
    }
    Ok(false)
}

fn check_url(url: &Url, allowed: &[IpNet]) -> Result<(), OutgoingError> {
    let address = match url.host() {
        Some(Host::Ipv4(address)) => Some(address.into()),
        Some(Host::Ipv6(address)) => Some(address.into()),
        Some(Host::Domain(_)) => None,
        None => return Err(OutgoingError::NotWeb),
    };
    let may_be_reached = |address| is_public(address) || allowed.iter().any(|network| network.contains(&address));
    if address.is_some_and(|address| !may_be_reached(address)) {
        return Err(OutgoingError::NotPublic);
    }
    // An address in an allowed network may be given with any port; names and public addresses only with 80 and 443.
    let usual_port = matches!(url.port_or_known_default(), Some(80 | 443));
    let in_allowed = address.is_some_and(|address| allowed.iter().any(|network| network.contains(&address)));
    if !matches!(url.scheme(), "http" | "https") || !(usual_port || in_allowed) {
        return Err(OutgoingError::NotWeb);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
    };

    fn loopback() -> Vec<IpNet> {
        vec!["127.0.0.1/32".parse().expect("a network")]
    }

    fn guard(allowed: &[IpNet]) -> Outgoing {
        let _ = rustls::crypto::ring::default_provider().install_default();
        Outgoing::new(allowed).expect("a client")
    }

    async fn server_that_answers(answer: String) -> Url {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("bound").port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut seen = [0; 2048];
                let _ = stream.read(&mut seen).await;
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        format!("http://127.0.0.1:{port}/").parse().expect("an address")
    }

    async fn check_refused(text: &str) {
        let error = guard(&[]).get(text.parse().expect("an address"), 1024).await.expect_err(text);
        assert!(matches!(error, OutgoingError::NotPublic | OutgoingError::NotWeb), "{text}: {error}");
    }

    #[tokio::test]
    async fn inward_addresses_are_refused_however_they_are_written() {
        for text in [
            "http://127.0.0.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f.0.0.1/",
            "http://0177.0.0.1/",
            "http://0.0.0.0/",
            "http://10.0.0.1/",
            "http://192.168.1.1/",
            "http://169.254.169.254/latest/meta-data",
            "http://[::1]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[fe80::1]/",
            "http://[fd00::1]/",
            "http://[64:ff9b::7f00:1]/",
            "http://localhost/",
            "http://example.com:22/",
            "ftp://example.com/",
        ] {
            check_refused(text).await;
        }
    }

    /// Resolves every name to one address.
    struct OneAddress(std::net::SocketAddr);

    impl Resolve for OneAddress {
        fn resolve(&self, _: reqwest::dns::Name) -> reqwest::dns::Resolving {
            let address = self.0;
            Box::pin(async move { Ok(Box::new(std::iter::once(address)) as reqwest::dns::Addrs) })
        }
    }

    #[tokio::test]
    async fn host_name_resolving_to_a_non_public_address_is_refused_unless_allowed() {
        let url = server_that_answers("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".into()).await;
        let address = (std::net::Ipv4Addr::LOCALHOST, url.port().expect("a port")).into();
        let asked = async |allowed: &[IpNet]| {
            let guard = Outgoing::with_names(allowed, USER_AGENT, Arc::new(OneAddress(address))).expect("a client");
            guard.get("http://example.com/".parse().expect("an address"), 1024).await
        };
        let _ = rustls::crypto::ring::default_provider().install_default();
        assert_eq!(asked(&[]).await.expect_err("refused"), OutgoingError::NotPublic);
        assert_eq!(asked(&loopback()).await.expect("an allowed network").body, "ok");
    }

    #[tokio::test]
    async fn a_redirect_inward_is_not_followed() {
        let inward = "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.2/\r\nContent-Length: 0\r\n\r\n";
        let url = server_that_answers(inward.into()).await;
        let error = guard(&loopback()).get(url, 1024).await.expect_err("refused");
        assert_eq!(error, OutgoingError::NotPublic);
    }

    #[tokio::test]
    async fn endless_redirects_end_with_an_error() {
        let url = server_that_answers(
            "HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".into(),
        )
        .await;
        let error = guard(&loopback()).get(url, 1024).await.expect_err("refused");
        assert!(matches!(error, OutgoingError::NoAnswer(_)), "{error}");
    }

    #[tokio::test]
    async fn a_body_beyond_the_limit_is_cut_off() {
        let body = "x".repeat(5000);
        let url =
            server_that_answers(format!("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\nConnection: close\r\n\r\n{body}"))
                .await;
        let error = guard(&loopback()).get(url, 1024).await.expect_err("refused");
        assert_eq!(error, OutgoingError::TooLarge(1024));
    }
}
