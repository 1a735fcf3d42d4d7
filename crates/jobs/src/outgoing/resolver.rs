//! A resolver that gives public addresses only.

use std::{net::SocketAddr, sync::Arc};

use ipnet::IpNet;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::{OutgoingError, is_public};

/// Asks the system's resolver and keeps what may be reached.
pub(super) struct PublicResolver {
    allowed: Arc<[IpNet]>,
}

impl PublicResolver {
    pub(super) fn new(allowed: Arc<[IpNet]>) -> Self {
        Self { allowed }
    }
}

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let allowed = Arc::clone(&self.allowed);
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let may_be_reached = |address: &SocketAddr| {
                is_public(address.ip()) || allowed.iter().any(|network| network.contains(&address.ip()))
            };
            // One inward address among several is refused with them: an honest name has none.
            if found.is_empty() || !found.iter().all(may_be_reached) {
                return Err(OutgoingError::NotPublic.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}
