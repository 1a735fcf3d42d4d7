//! A client for a service that an operator named.
//!
//! It uses no proxy and follows no redirect, since requests contain a secret of that service.

use std::time::Duration;

use reqwest::{Client, redirect};

use super::{OutgoingError, roots::tls_config};

/// Creates a client with these times for a whole request, and for its connection.
pub(super) fn direct_client(
    user_agent: &str,
    max_time: Duration,
    max_connect_time: Duration,
) -> Result<Client, OutgoingError> {
    Client::builder()
        .user_agent(user_agent)
        .tls_backend_preconfigured(tls_config())
        .no_proxy()
        .timeout(max_time)
        .connect_timeout(max_connect_time)
        .redirect(redirect::Policy::none())
        .build()
        .map_err(|error| OutgoingError::NoAnswer(error.to_string()))
}
