//! Decides which certificates of a mail server are accepted. One of the system's roots (without any, one of the
//! built-in ones) or the operator's own authority must have signed them.

use std::sync::Arc;

use askline_domain::mail::CertificateFault;
use lettre::transport::smtp::client::{Certificate, CertificateStore, TlsParameters};
use rustls::{
    CertificateError, ClientConfig, Error, RootCertStore,
    pki_types::{CertificateDer, pem::PemObject as _},
};

/// How connections to a mail server are encrypted.
pub(super) struct Tls {
    /// From the first byte.
    pub(super) from_start: Arc<ClientConfig>,
    /// By STARTTLS.
    pub(super) of_start_tls: TlsParameters,
}

/// Why no connection to a mail server can be made with these settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnusableServer {
    /// The authority's file contains no certificate.
    #[error("contains no certificate in PEM format")]
    NoCertificate,
    /// TLS cannot be prepared.
    #[error("TLS cannot be prepared: {0}")]
    Tls(String),
}

pub(super) fn tls(host: &str, authority: Option<&[u8]>) -> Result<Tls, UnusableServer> {
    let (roots, of_start_tls) = roots_and_parameters(host, authority)?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| UnusableServer::Tls(error.to_string()))?;
    let from_start = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
    Ok(Tls { from_start, of_start_tls })
}

fn roots_and_parameters(
    host: &str,
    authority: Option<&[u8]>,
) -> Result<(RootCertStore, TlsParameters), UnusableServer> {
    let unusable = |error: lettre::transport::smtp::Error| UnusableServer::Tls(error.to_string());
    let mut builder = TlsParameters::builder(host.to_owned());
    let mut readable = RootCertStore::empty();
    let mut has_roots = false;
    for root in rustls_native_certs::load_native_certs().certs {
        // A root that cannot be read would make all others useless.
        if readable.add(root.clone()).is_ok() {
            builder = builder.add_root_certificate(Certificate::from_der(root.to_vec()).map_err(unusable)?);
            has_roots = true;
        }
    }
    let store = if has_roots { CertificateStore::None } else { CertificateStore::WebpkiRoots };
    if !has_roots {
        readable.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    }
    builder = builder.certificate_store(store);
    if let Some(authority) = authority {
        let is_pem = authority.windows(11).any(|window| window == b"-----BEGIN ");
        let certificate = Certificate::from_pem(authority).ok().filter(|_| is_pem);
        builder = builder.add_root_certificate(certificate.ok_or(UnusableServer::NoCertificate)?);
        for certificate in CertificateDer::pem_slice_iter(authority) {
            let certificate = certificate.map_err(|_| UnusableServer::NoCertificate)?;
            readable.add(certificate).map_err(|error| UnusableServer::Tls(error.to_string()))?;
        }
    }
    builder.build_rustls().map_err(unusable).map(|parameters| (readable, parameters))
}

/// What is wrong with the server's certificate; `None` if TLS failed for another reason.
pub(super) fn fault_of(error: &Error) -> Option<CertificateFault> {
    let Error::InvalidCertificate(why) = error else { return None };
    Some(match why {
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => CertificateFault::Name,
        // An authority with the issuer's name but another key did not issue the certificate, either.
        CertificateError::UnknownIssuer | CertificateError::BadSignature => CertificateFault::Issuer,
        CertificateError::Expired
        | CertificateError::ExpiredContext { .. }
        | CertificateError::NotValidYet
        | CertificateError::NotValidYetContext { .. } => CertificateFault::Date,
        // The type of this error is private to the library that checks certificates.
        CertificateError::Other(why) if format!("{why:?}").contains("CaUsedAsEndEntity") => CertificateFault::Authority,
        _ => CertificateFault::Other,
    })
}
