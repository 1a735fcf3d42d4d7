//! Whose requests a limit counts.

use std::net::IpAddr;

use crate::id::{KeyId, UserId};

/// The span of IPv6 addresses that counts as one caller: a subscriber is given at least a /64.
const IPV6_CALLER_BITS: u32 = 64;

/// One caller under one limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuotaCaller {
    /// An API key with those that it replaced and that replaced it, by the plan; the first of them names all.
    KeyChain(KeyId),
    /// A user, over all of their sessions.
    User(UserId),
    /// An address that reads the keyless configuration.
    ConfigReader(AddressCaller),
    /// An address that sends events.
    EventSender(AddressCaller),
    /// An address that logs in, signs up or takes up an invitation.
    LogIn(AddressCaller),
    /// An address that tries to log in as one e-mail, by the e-mail's digest.
    LogInAs(AddressCaller, u64),
    /// An address whose credentials failed.
    FailedAuthentication(AddressCaller),
    /// An address that reads public documents.
    DocumentReader(AddressCaller),
}

/// A client address, as far as it tells callers apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AddressCaller(u64);

impl From<IpAddr> for AddressCaller {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            // An IPv4 address lies in 0000::/32 of the same space, where no IPv6 subscriber is.
            IpAddr::V4(v4) => Self(u64::from(v4.to_bits())),
            IpAddr::V6(v6) => Self((v6.to_bits() >> (128 - IPV6_CALLER_BITS)) as u64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_subscriber_are_one_caller() {
        let caller = |text: &str| AddressCaller::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(caller("2001:db8::1"), caller("2001:db8::ffff:2"));
        assert_ne!(caller("2001:db8::1"), caller("2001:db8:0:1::1"));
        assert_eq!(caller("::ffff:192.0.2.1"), caller("192.0.2.1"));
        assert_ne!(caller("192.0.2.1"), caller("192.0.2.2"));
    }
}
