//! A resolver that gives addresses that may be reached, and no others.

use std::{net::SocketAddr, sync::Arc};

use ipnet::IpNet;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::{OutgoingError, is_public};

/// How far requests may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Public addresses, and the networks that the operator allows.
    PublicAndAllowed,
    /// The networks that the operator allows, and nothing else.
    AllowedAlone,
}

/// Asks the system's resolver and keeps what may be reached.
pub(super) struct GuardedResolver {
    allowed: Arc<[IpNet]>,
    reach: Reach,
}

impl GuardedResolver {
    pub(super) fn new(allowed: Arc<[IpNet]>, reach: Reach) -> Self {
        Self { allowed, reach }
    }
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (allowed, reach) = (Arc::clone(&self.allowed), self.reach);
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let may_be_reached = |address: &SocketAddr| {
                (reach == Reach::PublicAndAllowed && is_public(address.ip()))
                    || allowed.iter().any(|network| network.contains(&address.ip()))
            };
            // One inward address among several is refused with them: an honest name has none.
            if found.is_empty() || !found.iter().all(may_be_reached) {
                return Err(OutgoingError::NotPublic.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}
