//! Selects the root certificates that encrypted requests trust.
//!
//! They are the system's, so that an operator's own authority is trusted. On a machine without roots, such as a bare
//! container, they are the built-in roots of browsers.

use std::sync::OnceLock;

use rustls::{ClientConfig, RootCertStore, pki_types::CertificateDer};

/// The TLS settings of every client. Read once, because a system has about 140 roots in as many files.
///
/// Install a TLS provider as the process default first.
pub(super) fn tls_config() -> ClientConfig {
    static CONFIG: OnceLock<ClientConfig> = OnceLock::new();
    CONFIG
        .get_or_init(|| {
            let found = rustls_native_certs::load_native_certs();
            for error in &found.errors {
                tracing::debug!(%error, "A root of the system cannot be read");
            }
            let mut config = ClientConfig::builder().with_root_certificates(roots(found.certs)).with_no_client_auth();
            config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
            config
        })
        .clone()
}

fn roots(of_the_system: Vec<CertificateDer<'static>>) -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(of_the_system);
    if roots.is_empty() {
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_roots_has_those_that_are_built_in() {
        assert_eq!(roots(Vec::new()).len(), webpki_roots::TLS_SERVER_ROOTS.len());
        let unreadable = CertificateDer::from(vec![1, 2, 3]);
        assert_eq!(roots(vec![unreadable]).len(), webpki_roots::TLS_SERVER_ROOTS.len());
    }
}
