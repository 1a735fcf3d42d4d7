//! Requests to the APIs of models and engines, at addresses that the operator set.
//!
//! They carry the operator's keys, so redirects are not followed. They are not limited to public addresses, since a
//! model may run on this machine; customers cannot choose the addresses.

use std::time::Duration;

use bytes::Bytes;
use reqwest::{
    Client, Response,
    header::{CONTENT_TYPE, HeaderMap, HeaderValue},
    redirect,
};
use serde_json::Value;
use url::Url;

use super::{OutgoingError, read, reason_of, roots::tls_config};

/// The maximum time for an answer. Engines that search take 5 to 60 s.
pub const MAX_VENDOR_TIME: Duration = Duration::from_secs(180);
/// The maximum time for connecting.
const MAX_CONNECT_TIME: Duration = Duration::from_secs(10);
/// The maximum number of bytes of an answer that are read.
pub const MAX_VENDOR_BYTES: usize = 4 * 1024 * 1024;
/// The user agent that vendors see.
const USER_AGENT: &str = concat!("Askline/", env!("CARGO_PKG_VERSION"));

/// A response with any status.
#[derive(Debug, Clone)]
pub struct VendorAnswer {
    /// The HTTP status.
    pub status: u16,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body.
    pub body: Vec<u8>,
}

/// Sends requests to vendors. Cheap to clone.
#[derive(Clone)]
pub struct VendorClient {
    client: Client,
}

impl VendorClient {
    /// Creates a client with this time limit for an answer, including its body.
    ///
    /// Install a TLS provider as the process default first.
    pub fn new(max_time: Duration) -> Result<Self, OutgoingError> {
        let client = Client::builder()
            .user_agent(USER_AGENT)
            .tls_backend_preconfigured(tls_config())
            .no_proxy()
            .timeout(max_time)
            .connect_timeout(MAX_CONNECT_TIME.min(max_time))
            .redirect(redirect::Policy::none())
            .build()
            .map_err(|error| OutgoingError::NoAnswer(error.to_string()))?;
        Ok(Self { client })
    }

    /// Posts JSON, once. Mark the header with the key as sensitive.
    pub async fn post(&self, url: &Url, mut headers: HeaderMap, body: &Value) -> Result<VendorAnswer, OutgoingError> {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        self.post_bytes(url, headers, body.to_string().into()).await
    }

    /// Posts a body of the type that the headers name, once.
    pub async fn post_bytes(&self, url: &Url, headers: HeaderMap, body: Bytes) -> Result<VendorAnswer, OutgoingError> {
        let request = self.client.post(url.clone()).headers(headers).body(body);
        read_whole(request.send().await.map_err(reason_of)?).await
    }

    /// Requests the headers of an address, once, without following redirects.
    pub async fn head(&self, url: &Url) -> Result<VendorAnswer, OutgoingError> {
        read_whole(self.client.head(url.clone()).send().await.map_err(reason_of)?).await
    }
}

async fn read_whole(response: Response) -> Result<VendorAnswer, OutgoingError> {
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = read(response, MAX_VENDOR_BYTES).await?;
    Ok(VendorAnswer { status, headers, body })
}
