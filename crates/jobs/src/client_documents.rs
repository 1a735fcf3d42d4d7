//! Reads metadata documents of OAuth clients over HTTPS.

use std::time::Duration;

use askline_app::ports::oauth::{ClientDocuments, DocumentFault};
use askline_domain::oauth::MAX_DOCUMENT_BYTES;
use async_trait::async_trait;
use ipnet::IpNet;
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use url::Url;

use crate::outgoing::{Outgoing, OutgoingError};

/// The maximum time for a document: a person waits for it.
const MAX_TIME: Duration = Duration::from_secs(5);
/// The user agent that clients' servers see.
const USER_AGENT: &str = concat!("Askline/", env!("CARGO_PKG_VERSION"), " (+OAuth client metadata)");

/// Reads documents through the guard on outgoing requests, without redirects.
pub struct HttpClientDocuments {
    outgoing: Outgoing,
}

impl HttpClientDocuments {
    /// Creates a reader that reaches public addresses and `allowed` networks.
    pub fn new(allowed: &[IpNet]) -> Result<Self, OutgoingError> {
        Ok(Self { outgoing: Outgoing::without_redirects(allowed, USER_AGENT)? })
    }
}

#[async_trait]
impl ClientDocuments for HttpClientDocuments {
    async fn read(&self, address: &Url) -> Result<String, DocumentFault> {
        // One byte more than a document may have tells a longer one. What else a server says in its failures may be longer.
        let reading = self.outgoing.get_beginning(address.clone(), MAX_DOCUMENT_BYTES + 1);
        match tokio::time::timeout(MAX_TIME, reading).await {
            Ok(Ok(page)) if page.status == 429 || page.status >= 500 => Err(DocumentFault::NoAnswer),
            Ok(Ok(page)) if page.status == 200 && is_json(&page.headers) && page.body.len() <= MAX_DOCUMENT_BYTES => {
                Ok(page.body)
            }
            Ok(Err(OutgoingError::NoAnswer(_) | OutgoingError::TimedOut)) | Err(_) => Err(DocumentFault::NoAnswer),
            Ok(Ok(_) | Err(_)) => Err(DocumentFault::NoDocument),
        }
    }
}

/// Whether the answer says that it is JSON. A file that someone uploaded to the host usually does not.
fn is_json(headers: &HeaderMap) -> bool {
    let named = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = named.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
    };

    async fn read(allowed: &[&str], answer: &str) -> Result<String, DocumentFault> {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("bound").port();
        let answer = answer.to_owned();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let _ = stream.read(&mut [0; 2048]).await;
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        let allowed: Vec<IpNet> = allowed.iter().map(|text| text.parse().expect("a network")).collect();
        let address = format!("http://127.0.0.1:{port}/client.json").parse().expect("an address");
        HttpClientDocuments::new(&allowed).expect("a client").read(&address).await
    }

    const JSON: &str = "Content-Type: application/json; charset=utf-8\r\n";

    fn answer(status: &str, more: &str, body: &str) -> String {
        format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n{more}\r\n{body}", body.len())
    }

    #[tokio::test]
    async fn a_document_is_read_where_it_is_and_nowhere_else() {
        let here = ["127.0.0.1/32"];
        assert_eq!(read(&here, &answer("200 OK", JSON, "{}")).await, Ok("{}".into()));
        assert_eq!(read(&[], &answer("200 OK", JSON, "{}")).await, Err(DocumentFault::NoDocument));
        for other in ["", "Content-Type: text/plain\r\n", "Content-Type: text/json+x\r\n"] {
            assert_eq!(read(&here, &answer("200 OK", other, "{}")).await, Err(DocumentFault::NoDocument), "{other}");
        }
        let elsewhere = answer("302 Found", "Location: http://127.0.0.1/other\r\n", "");
        assert_eq!(read(&here, &elsewhere).await, Err(DocumentFault::NoDocument));
        assert_eq!(read(&here, &answer("404 Not Found", "", "")).await, Err(DocumentFault::NoDocument));
        let large = answer("200 OK", JSON, &"x".repeat(5 * 1024 * 1024));
        assert_eq!(read(&here, &large).await, Err(DocumentFault::NoDocument));
    }

    #[tokio::test]
    async fn a_server_with_a_problem_is_reported_differently_from_one_without_a_document() {
        let here = ["127.0.0.1/32"];
        for status in ["503 Service Unavailable", "500 Internal Server Error", "429 Too Many Requests"] {
            for body in ["", &"a page about the failure".repeat(1_000)] {
                assert_eq!(read(&here, &answer(status, "", body)).await, Err(DocumentFault::NoAnswer), "{status}");
            }
        }
        assert_eq!(read(&here, "").await, Err(DocumentFault::NoAnswer));
    }
}
