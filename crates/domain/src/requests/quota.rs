//! The callers whose requests a limit counts.

use std::{fmt, net::IpAddr, time::Duration};

use crate::{
    requests::sliding_minute::{HOUR, MINUTE},
    shared::ids::{KeyId, OrgId, UserId},
};

/// The span of IPv6 addresses that counts as one caller: a subscriber gets at least a /64.
const IPV6_CALLER_BITS: u32 = 64;

/// The limit of an IPv4 /24 or an IPv6 /56, as a multiple of one address's, for requests that are also counted by
/// network.
pub const NETWORK_TIMES: u32 = 4;
/// The same for an IPv6 /48.
pub const WIDE_NETWORK_TIMES: u32 = 10;

/// One caller under one limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuotaCaller {
    /// An API key with all other keys of its chain, by the plan; identified by the first one.
    KeyChain(KeyId),
    /// A user, over all of their sessions.
    User(UserId),
    /// An address that reads the keyless configuration.
    ConfigReader(AddressCaller),
    /// An address that sends events.
    EventSender(AddressCaller),
    /// An address that signs in, signs up or accepts an invitation.
    LogIn(AddressCaller),
    /// The network of such an address: an IPv4 /24 or an IPv6 /56.
    LogInNetwork(NetworkCaller),
    /// The network around an IPv6 /56: its /48.
    LogInWideNetwork(NetworkCaller),
    /// An address that tries to sign in as one email, by the email's digest.
    LogInAs(AddressCaller, u64),
    /// All attempts to sign in as one email, by its digest. Counted by the hour.
    LogInFromAnywhere(u64),
    /// A user's sessions that verify the account's own password. Counted by the hour.
    OwnPassword(UserId),
    /// An address whose credentials failed.
    FailedAuthentication(AddressCaller),
    /// An address that reads public documents.
    DocumentReader(AddressCaller),
    /// An email address that resets and proofs are sent to, by its digest. Counted by the hour.
    MailTo(u64),
    /// An organization that sends mails to addresses that are not a member's. Counted by the hour.
    MailOfOrganization(OrgId),
    /// A user who asks for another address. Counted by the hour.
    AddressChanges(UserId),
    /// All mails.
    Mail,
}

impl QuotaCaller {
    /// Whether each node counts it separately: requests by address that only read public documents or send events. All
    /// others are counted by all nodes together.
    pub const fn is_of_node(self) -> bool {
        matches!(self, QuotaCaller::ConfigReader(_) | QuotaCaller::EventSender(_) | QuotaCaller::DocumentReader(_))
    }

    /// The span within which its requests are counted.
    pub const fn span(self) -> Duration {
        match self {
            QuotaCaller::LogInFromAnywhere(_)
            | QuotaCaller::OwnPassword(_)
            | QuotaCaller::MailTo(_)
            | QuotaCaller::MailOfOrganization(_)
            | QuotaCaller::AddressChanges(_) => HOUR,
            _ => MINUTE,
        }
    }
}

impl fmt::Display for QuotaCaller {
    /// A name: always the same for the same caller, on every node.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuotaCaller::KeyChain(id) => write!(f, "key:{id}"),
            QuotaCaller::User(id) => write!(f, "user:{id}"),
            QuotaCaller::ConfigReader(address) => write!(f, "config:{address}"),
            QuotaCaller::EventSender(address) => write!(f, "events:{address}"),
            QuotaCaller::LogIn(address) => write!(f, "login:{address}"),
            QuotaCaller::LogInNetwork(NetworkCaller(network)) => write!(f, "login-network:{network:016x}"),
            QuotaCaller::LogInWideNetwork(NetworkCaller(network)) => write!(f, "login-wide-network:{network:016x}"),
            QuotaCaller::LogInAs(address, email) => write!(f, "login-as:{address}:{email:016x}"),
            QuotaCaller::LogInFromAnywhere(email) => write!(f, "login-from-anywhere:{email:016x}"),
            QuotaCaller::OwnPassword(id) => write!(f, "own-password:{id}"),
            QuotaCaller::FailedAuthentication(address) => write!(f, "failed:{address}"),
            QuotaCaller::DocumentReader(address) => write!(f, "documents:{address}"),
            QuotaCaller::MailTo(email) => write!(f, "mail-to:{email:016x}"),
            QuotaCaller::MailOfOrganization(id) => write!(f, "mail-of:{id}"),
            QuotaCaller::AddressChanges(id) => write!(f, "address-changes:{id}"),
            QuotaCaller::Mail => f.write_str("mail"),
        }
    }
}

/// A client address, reduced to the part that identifies a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AddressCaller(u64);

/// A network of client addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NetworkCaller(u64);

impl AddressCaller {
    /// The IPv4 /24 or the IPv6 /56 around it.
    pub const fn network(self) -> NetworkCaller {
        // Eight bits in both cases, since an IPv6 address is reduced to its first 64 bits here.
        NetworkCaller(self.0 >> 8)
    }

    /// The IPv6 /48 around it.
    pub fn wide_network(self) -> Option<NetworkCaller> {
        (self.0 > u64::from(u32::MAX)).then_some(NetworkCaller(self.0 >> 16))
    }
}

impl fmt::Display for AddressCaller {
    /// A number: always the same for the same caller.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl From<IpAddr> for AddressCaller {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            // An IPv4 address is mapped into 0000::/32 of the same space, where no IPv6 subscriber is.
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
