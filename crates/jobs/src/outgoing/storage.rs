//! Requests to the storage service that the operator set for backups.
//!
//! They are signed for one address, so redirects are not followed. They are not limited to public addresses: the
//! service may run on this machine, and customers cannot choose its address.

use std::time::Duration;

use reqwest::{Client, redirect};

use super::{error::OutgoingError, roots::tls_config};

/// The maximum time for connecting.
const MAX_CONNECT_TIME: Duration = Duration::from_secs(10);
/// The user agent that the service sees.
const USER_AGENT: &str = concat!("Askline/", env!("CARGO_PKG_VERSION"));

/// Creates a client for requests whose responses must start and continue within `max_quiet`. The whole transfer has no time
/// limit.
///
/// Install a TLS provider as the process default first.
pub fn storage_client(max_quiet: Duration) -> Result<Client, OutgoingError> {
    Client::builder()
        .user_agent(USER_AGENT)
        .tls_backend_preconfigured(tls_config())
        .no_proxy()
        .connect_timeout(MAX_CONNECT_TIME.min(max_quiet))
        .read_timeout(max_quiet)
        // The length of the response must be that of the object.
        .no_gzip()
        .redirect(redirect::Policy::none())
        .build()
        .map_err(|error| OutgoingError::NoAnswer(error.to_string()))
}
