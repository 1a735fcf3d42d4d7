//! A resolver that returns only addresses that may be reached.

use std::{net::SocketAddr, sync::Arc};

use askline_domain::requests::public_address::is_public;
use ipnet::IpNet;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::error::OutgoingError;

/// Which addresses requests may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Public addresses, and the networks that the operator allows.
    PublicAndAllowed,
    /// Only the networks that the operator allows.
    AllowedAlone,
}

/// The system's resolver.
pub(super) struct SystemNames;

impl Resolve for SystemNames {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Asks a resolver for a name's addresses, and refuses the name unless all of them may be reached.
pub(super) struct GuardedResolver {
    names: Arc<dyn Resolve>,
    allowed: Arc<[IpNet]>,
    reach: Reach,
}

impl GuardedResolver {
    pub(super) fn new(names: Arc<dyn Resolve>, allowed: Arc<[IpNet]>, reach: Reach) -> Self {
        Self { names, allowed, reach }
    }
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (asked, allowed, reach) = (self.names.resolve(name), Arc::clone(&self.allowed), self.reach);
        Box::pin(async move {
            let found: Vec<SocketAddr> = asked.await?.collect();
            let may_be_reached = |address: &SocketAddr| {
                (reach == Reach::PublicAndAllowed && is_public(address.ip()))
                    || allowed.iter().any(|network| network.contains(&address.ip()))
            };
            // One internal address among several refuses the name, because a legitimate name has none.
            if found.is_empty() || !found.iter().all(may_be_reached) {
                return Err(OutgoingError::NotPublic.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}
