//! Stands in for a mail server in tests.
//!
//! Speaks SMTP, with STARTTLS or TLS, stores emails, and misbehaves on request.

mod certificate;
mod dialog;
mod session;

use std::{net::SocketAddr, path::Path, sync::Arc};

use tokio::{net::TcpListener, task::JoinHandle};

use certificate::Certificate;
pub use certificate::Shown;
use dialog::Shared;
pub use dialog::{Act, Encryption, Point, TakenMail};

/// A running server. It ends when this is dropped.
pub struct MailServer {
    address: SocketAddr,
    shared: Shared,
    certificate: Option<Certificate>,
    server: JoinHandle<()>,
}

impl MailServer {
    /// Starts on a free port of this machine, without encryption.
    pub async fn start() -> std::io::Result<Self> {
        Self::start_with(Encryption::None).await
    }

    /// Starts on a free port of this machine. With encryption it has a certificate for `localhost` from its own
    /// authority.
    pub async fn start_with(encryption: Encryption) -> std::io::Result<Self> {
        Self::start_showing(encryption, Shown::Signed).await
    }

    /// Starts with this kind of certificate.
    pub async fn start_showing(encryption: Encryption, shown: Shown) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let certificate = match encryption {
            Encryption::None => None,
            _ => Some(Certificate::make(shown)?),
        };
        let acceptor = certificate.as_ref().map(Certificate::acceptor).transpose()?;
        let shared = Shared { state: Arc::default(), encryption, acceptor };
        let server = tokio::spawn(serve(listener, shared.clone()));
        Ok(Self { address, shared, certificate, server })
    }

    /// The value for `mail.url`.
    pub fn url(&self) -> String {
        let port = self.address.port();
        match self.shared.encryption {
            Encryption::None => format!("smtp://127.0.0.1:{port}?tls=off"),
            Encryption::StartTls => format!("smtp://localhost:{port}?tls=required"),
            Encryption::Tls => format!("smtps://localhost:{port}"),
        }
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The file with the authority's certificate, if it has one.
    pub fn authority(&self) -> Option<&Path> {
        self.certificate.as_ref().map(Certificate::authority)
    }

    /// Plans acts for the next connections, one for each; after these the server works normally.
    pub fn plan(&self, acts: impl IntoIterator<Item = Act>) {
        self.shared.state().acts.extend(acts);
    }

    /// The accepted emails so far.
    pub fn taken(&self) -> Vec<TakenMail> {
        self.shared.state().taken.clone()
    }

    /// The number of connections so far.
    pub fn connections(&self) -> usize {
        self.shared.state().connections
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn serve(listener: TcpListener, shared: Shared) {
    while let Ok((stream, _)) = listener.accept().await {
        let act = {
            let mut state = shared.state();
            state.connections += 1;
            state.acts.pop_front().unwrap_or(Act::Work)
        };
        let shared = shared.clone();
        // The client notices a broken connection itself, so the error is ignored.
        tokio::spawn(async move { session::run(stream, shared, act).await });
    }
}
