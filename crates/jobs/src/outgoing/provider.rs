//! Requests to identity providers, at addresses that the operator's issuer names.
//!
//! They carry the client secret, so redirects are not followed. They are not limited to public addresses: the operator chose the
//! issuer, often in the operator's own network, and trusts it to say who signs in. Customers cannot choose it.

use std::time::Duration;

use futures_util::future::BoxFuture;
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse, http::Response as HttpParts};
use reqwest::{Client, Request};
use url::{Host, Url};

use super::{OutgoingError, direct_client::direct_client, read, reason_of};

/// The maximum time for an answer: a person waits for it.
const MAX_TIME: Duration = Duration::from_secs(10);
/// The maximum time for connecting.
const MAX_CONNECT_TIME: Duration = Duration::from_secs(5);
/// The maximum number of bytes of an answer: providers with hundreds of tenants publish some dozens of keys.
const MAX_BYTES: usize = 512 * 1024;
/// The user agent that providers see.
const USER_AGENT: &str = concat!("Askline/", env!("CARGO_PKG_VERSION"), " (+sign-in)");

/// Sends requests to identity providers. Cheap to clone.
#[derive(Clone)]
pub struct ProviderClient {
    client: Client,
}

impl ProviderClient {
    /// Creates a client.
    ///
    /// Install a TLS provider as the process default first.
    pub fn new() -> Result<Self, OutgoingError> {
        let client = direct_client(USER_AGENT, MAX_TIME, MAX_CONNECT_TIME)?;
        Ok(Self { client })
    }

    /// Sends a request over TLS, or without it to this machine.
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, OutgoingError> {
        let request = Request::try_from(request).map_err(|_| OutgoingError::NotWeb)?;
        if !is_protected(request.url()) {
            return Err(OutgoingError::NotWeb);
        }
        let response = self.client.execute(request).await.map_err(reason_of)?;
        let (status, headers) = (response.status(), response.headers().clone());
        let mut answer = HttpParts::new(read(response, MAX_BYTES).await?);
        *answer.status_mut() = status;
        *answer.headers_mut() = headers;
        Ok(answer)
    }
}

impl<'c> AsyncHttpClient<'c> for ProviderClient {
    type Error = OutgoingError;
    type Future = BoxFuture<'c, Result<HttpResponse, OutgoingError>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}

/// Whether nobody on the way can read or change a request: it uses TLS or stays on this machine.
pub fn is_protected(url: &Url) -> bool {
    let is_loopback = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && is_loopback)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_uses_tls_or_stays_on_this_machine() {
        for (url, expected) in [
            ("https://id.example.com/", true),
            ("https://10.0.0.1/", true),
            ("http://127.0.0.1:8080/", true),
            ("http://[::1]:8080/", true),
            ("http://localhost/", true),
            ("http://id.example.com/", false),
            ("http://10.0.0.1/", false),
            ("http://localhost.evil.example/", false),
            ("ftp://localhost/", false),
            ("data:text/plain,x", false),
        ] {
            assert_eq!(is_protected(&url.parse().expect("an address")), expected, "{url}");
        }
    }
}
