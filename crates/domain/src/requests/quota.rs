//! The callers whose requests are limited.

use std::{fmt, net::IpAddr, time::Duration};

use crate::{
    requests::sliding_minute::{HOUR, MINUTE},
    shared::ids::{AppId, KeyId, ServiceAccountId, UserId},
};

/// The number of leading bits of an IPv6 address that identify a caller: a subscriber gets at least a /64.
const IPV6_CALLER_BITS: u32 = 64;

/// The limit of an IPv4 /24 or an IPv6 /56, as a multiple of the limit of one address, for requests and connections
/// that are also counted by network.
pub const NETWORK_TIMES: u32 = 4;
/// The limit of an IPv6 /48, as a multiple of the limit of one address.
pub const WIDE_NETWORK_TIMES: u32 = 10;

/// A caller under a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuotaCaller {
    /// An API key and all keys in its chain of rotations, with the plan's limit; identified by the first key.
    KeyChain(KeyId),
    /// A connected app, with the plan's limit of a key.
    App(AppId),
    /// A service account.
    ServiceAccount(ServiceAccountId),
    /// The network of an address that registers OAuth clients.
    ClientRegistration(NetworkCaller),
    /// A user, over all of their sessions.
    User(UserId),
    /// An address that reads the widget configuration without an API key.
    ConfigReader(AddressCaller),
    /// An address that sends events.
    EventSender(AddressCaller),
    /// An address that signs in, or calls another route with the same limit, such as sign-up, password reset or
    /// reporting a leaked key.
    LogIn(AddressCaller),
    /// The network of an address that signs in: an IPv4 /24 or an IPv6 /56.
    LogInNetwork(NetworkCaller),
    /// The /48 network around the IPv6 /56 of an address that signs in.
    LogInWideNetwork(NetworkCaller),
    /// An IP address that tries to sign in with one email address, and the digest of that email address.
    LogInAs(AddressCaller, u64),
    /// All attempts to sign in with one email address, by its digest. Counted per hour.
    LogInFromAnywhere(u64),
    /// A person whom the gate in front of the service names, by the digest of their id there.
    SignInByGate(u64),
    /// A user whose sessions verify the account's own password. Counted per hour.
    OwnPassword(UserId),
    /// An address from which authentication failed.
    FailedAuthentication(AddressCaller),
    /// An address that reads public documents.
    DocumentReader(AddressCaller),
    /// All emails of the instance.
    Mail,
}

impl QuotaCaller {
    /// Whether each node counts the caller separately: addresses that only read widget configurations or public
    /// documents, or send events. The nodes count all other callers together.
    pub const fn is_of_node(self) -> bool {
        matches!(self, QuotaCaller::ConfigReader(_) | QuotaCaller::EventSender(_) | QuotaCaller::DocumentReader(_))
    }

    /// The span within which the caller's requests are counted.
    pub const fn span(self) -> Duration {
        match self {
            QuotaCaller::LogInFromAnywhere(_) | QuotaCaller::OwnPassword(_) => HOUR,
            _ => MINUTE,
        }
    }
}

impl fmt::Display for QuotaCaller {
    /// Writes a name that is the same for the same caller on every node.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuotaCaller::KeyChain(id) => write!(f, "key:{id}"),
            QuotaCaller::App(id) => write!(f, "app:{id}"),
            QuotaCaller::ServiceAccount(id) => write!(f, "service:{id}"),
            QuotaCaller::ClientRegistration(NetworkCaller(network)) => write!(f, "clients:{network:016x}"),
            QuotaCaller::User(id) => write!(f, "user:{id}"),
            QuotaCaller::ConfigReader(address) => write!(f, "config:{address}"),
            QuotaCaller::EventSender(address) => write!(f, "events:{address}"),
            QuotaCaller::LogIn(address) => write!(f, "login:{address}"),
            QuotaCaller::LogInNetwork(NetworkCaller(network)) => write!(f, "login-network:{network:016x}"),
            QuotaCaller::LogInWideNetwork(NetworkCaller(network)) => write!(f, "login-wide-network:{network:016x}"),
            QuotaCaller::LogInAs(address, email) => write!(f, "login-as:{address}:{email:016x}"),
            QuotaCaller::LogInFromAnywhere(email) => write!(f, "login-from-anywhere:{email:016x}"),
            QuotaCaller::SignInByGate(person) => write!(f, "sign-in-by-gate:{person:016x}"),
            QuotaCaller::OwnPassword(id) => write!(f, "own-password:{id}"),
            QuotaCaller::FailedAuthentication(address) => write!(f, "failed:{address}"),
            QuotaCaller::DocumentReader(address) => write!(f, "documents:{address}"),
            QuotaCaller::Mail => f.write_str("mail"),
        }
    }
}

/// A client address, reduced to the bits that identify a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AddressCaller(u64);

/// A network of client addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NetworkCaller(u64);

impl AddressCaller {
    /// The IPv4 /24 or the IPv6 /56 that contains the address.
    pub const fn network(self) -> NetworkCaller {
        // Eight bits in both cases, since an IPv6 address is already reduced to its first 64 bits.
        NetworkCaller(self.0 >> 8)
    }

    /// The IPv6 /48 that contains the address; `None` for IPv4.
    pub fn wide_network(self) -> Option<NetworkCaller> {
        (self.0 > u64::from(u32::MAX)).then_some(NetworkCaller(self.0 >> 16))
    }
}

impl fmt::Display for AddressCaller {
    /// Writes a number that is the same for the same caller.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl From<IpAddr> for AddressCaller {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            // IPv4 addresses use the range of 0000::/32, in which there is no IPv6 subscriber.
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

    #[test]
    fn a_network_is_an_ipv4_24_or_an_ipv6_56_and_only_ipv6_has_a_wider_one() {
        let caller = |text: &str| AddressCaller::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(caller("192.0.2.1").network(), caller("192.0.2.255").network());
        assert_ne!(caller("192.0.2.1").network(), caller("192.0.3.1").network());
        assert_eq!(caller("192.0.2.1").wide_network(), None);
        assert_eq!(caller("2001:db8:0:1::1").network(), caller("2001:db8:0:ff::1").network());
        assert_ne!(caller("2001:db8:0:1::1").network(), caller("2001:db8:0:100::1").network());
        assert_eq!(caller("2001:db8:0:1::1").wide_network(), caller("2001:db8:0:ff00::1").wide_network());
        assert_ne!(caller("2001:db8:0:1::1").wide_network(), caller("2001:db8:1:1::1").wide_network());
    }
}
