//! A request to the service: which operation on which object.

use axum::http::{HeaderMap, Method, Uri};
use percent_encoding::percent_decode_str;

use super::state::{BUCKET, Operation};

/// A request whose body was read.
pub(super) struct Received {
    pub method: Method,
    pub uri: Uri,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Received {
    /// A header as text; empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Names and values of the query, decoded.
    pub fn query(&self) -> Vec<(String, String)> {
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let pairs = self.uri.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty());
        pairs
            .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
            .map(|(name, value)| (decoded(name), decoded(value)))
            .collect()
    }

    /// A value of the query.
    pub fn parameter(&self, name: &str) -> Option<String> {
        self.query().into_iter().find(|(each, _)| each == name).map(|(_, value)| value)
    }

    /// The key of the object; empty for the bucket itself. `None` for another bucket.
    pub fn key(&self) -> Option<String> {
        let path = percent_decode_str(self.uri.path()).decode_utf8_lossy().into_owned();
        let rest = path.strip_prefix('/')?.strip_prefix(BUCKET)?;
        match rest.strip_prefix('/') {
            Some(key) => Some(key.to_owned()),
            None => rest.is_empty().then(String::new),
        }
    }

    /// The requested operation, if the service supports it.
    pub fn operation(&self, key: &str) -> Option<Operation> {
        let has = |name: &str| self.parameter(name).is_some();
        Some(match (&self.method, key.is_empty()) {
            (&Method::GET, true) if self.parameter("list-type").as_deref() == Some("2") => Operation::List,
            (&Method::HEAD, false) => Operation::Head,
            (&Method::GET, false) => Operation::Get,
            (&Method::PUT, false) if has("partNumber") && has("uploadId") => Operation::Part,
            (&Method::PUT, false) => Operation::Put,
            (&Method::POST, false) if has("uploads") => Operation::Create,
            (&Method::POST, false) if has("uploadId") => Operation::Complete,
            (&Method::DELETE, false) if has("uploadId") => Operation::Abort,
            (&Method::DELETE, false) => Operation::Delete,
            _ => return None,
        })
    }
}
