//! Creates a server certificate, signed by a new authority that only the test trusts.

use std::{
    io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    },
};

const SIGN: &str = "set -e; new='req -newkey rsa:2048 -nodes -subj /CN=localhost'
    openssl $new -x509 -addext subjectAltName=DNS:localhost -days 2 -keyout signer.key -out signer.crt
    openssl $new -keyout server.key -out server.csr
    echo \"subjectAltName=DNS:$NAME\" >server.names
    openssl x509 -req -days 2 -in server.csr -CA signer.crt -CAkey signer.key -CAcreateserial -extfile server.names -out server.crt";

/// Which certificate the server shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// A certificate for `localhost`, signed by its authority.
    Signed,
    /// A certificate for another name, signed by its authority.
    OfAnotherName,
    /// The authority's own certificate, for `localhost`.
    OfAuthority,
}

/// A certificate in its own folder. Dropping it removes the folder.
pub(super) struct Certificate {
    folder: PathBuf,
    authority: PathBuf,
    /// The base name of the files with the server's certificate and key.
    of_server: &'static str,
}

impl Certificate {
    pub(super) fn make(shown: Shown) -> io::Result<Self> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("askline-mail-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let of_server = if shown == Shown::OfAuthority { "signer" } else { "server" };
        let name = if shown == Shown::OfAnotherName { "other.example" } else { "localhost" };
        let made = Self { authority: folder.join("signer.crt"), folder, of_server };
        let mut signing = Command::new("sh");
        signing
            .args(["-c", SIGN])
            .env("NAME", name)
            .current_dir(&made.folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if signing.status()?.success() {
            Ok(made)
        } else {
            Err(io::Error::other("no certificate was made: scripts/need.sh openssl"))
        }
    }

    /// The file with the authority's certificate.
    pub(super) fn authority(&self) -> &Path {
        &self.authority
    }

    fn file(&self, ending: &str) -> PathBuf {
        self.folder.join(self.of_server).with_extension(ending)
    }

    pub(super) fn acceptor(&self) -> io::Result<TlsAcceptor> {
        let certificate = CertificateDer::from_pem_file(self.file("crt")).map_err(io::Error::other)?;
        let key = PrivateKeyDer::from_pem_file(self.file("key")).map_err(io::Error::other)?;
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .map_err(io::Error::other)?;
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

impl Drop for Certificate {
    fn drop(&mut self) {
        // A folder that remains only takes some space.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
