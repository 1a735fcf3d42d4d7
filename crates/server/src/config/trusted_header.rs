//! `[auth.trusted_header]`: a gate that names the person of a request in headers.

use std::sync::Arc;

use askline_api::settings::TrustedHeader;
use askline_domain::identity::provider::{Admission, FactorTrust, HEADER_ISSUER, Provider};
use ipnet::IpNet;

use super::{layers::Layers, outgoing::is_wide};
use crate::failure::Failure;

const MAX_TITLE_CHARACTERS: usize = 60;

/// The gate, and what sign-in by it means; `None` if no network is set.
pub(super) fn trusted_header(layers: &Layers) -> Result<Option<(TrustedHeader, Arc<Provider>)>, Failure> {
    const FROM: &str = "auth.trusted_header.from";
    let from: Vec<IpNet> = layers.list(FROM, "a network such as 10.1.2.3/32")?;
    let name = |key: &str| {
        let wanted = "the name of a header, such as Remote-User";
        let text = layers.text(key, 1)?;
        text.parse().map_err(|_| layers.bad(key, wanted))
    };
    let header = TrustedHeader {
        from,
        user: name("auth.trusted_header.user")?,
        email: name("auth.trusted_header.email")?,
        name: name("auth.trusted_header.name")?,
    };
    let title = layers.text("auth.trusted_header.title", 1)?;
    if title.chars().count() > MAX_TITLE_CHARACTERS || title.chars().any(char::is_control) {
        let wanted = format!("one line of 1 to {MAX_TITLE_CHARACTERS} characters");
        return Err(layers.bad("auth.trusted_header.title", &wanted));
    }
    if let Some(network) = header.from.iter().find(|network| is_wide(network)) {
        let wanted = format!(
            "a list of networks that only the gate can send from ({network} is so wide that others could name themselves in these \
             headers)"
        );
        return Err(layers.bad(FROM, &wanted));
    }
    if header.from.is_empty() {
        return Ok(None);
    }
    let provider = Provider {
        name: HEADER_ISSUER.into(),
        title,
        issuer: HEADER_ISSUER.into(),
        admission: Admission { everyone: true, ..Admission::default() },
        required: false,
        second_factor: FactorTrust::Own,
    };
    Ok(Some((header, Arc::new(provider))))
}
