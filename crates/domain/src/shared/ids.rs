//! Identifiers: a prefix for the kind of object, and a ULID in lower case.
//!
//! A ULID is 48 bits of Unix milliseconds and 80 random bits, written as 26 characters of Crockford's base32, so that
//! sorting by text sorts by age. Format: <https://github.com/ulid/spec>.

use std::fmt;

use jiff::Timestamp;
use rand::Rng;

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const ULID_CHARACTERS: usize = 26;

/// A text that is not an identifier of the expected kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an identifier of the form {prefix}_ and 26 characters")]
pub struct InvalidId {
    /// The expected prefix, without the underscore.
    pub prefix: &'static str,
}

/// The 128 bits of a ULID created at `at`, from `random`.
pub fn new_ulid(at: Timestamp, random: &mut impl Rng) -> u128 {
    let noise = (u128::from(random.next_u64()) << 16) | u128::from(random.next_u32() & 0xffff);
    first_ulid_at(at) | noise
}

/// The 128 bits of the smallest ULID at the time `at`.
pub fn first_ulid_at(at: Timestamp) -> u128 {
    let millisecond = u128::from(at.as_millisecond().max(0).unsigned_abs()) & ((1 << 48) - 1);
    millisecond << 80
}

/// Writes the 26 characters of `ulid`.
pub fn encode_ulid(ulid: u128) -> [u8; ULID_CHARACTERS] {
    let mut text = [0; ULID_CHARACTERS];
    let mut rest = ulid;
    for character in text.iter_mut().rev() {
        *character = ALPHABET[(rest & 31) as usize];
        rest >>= 5;
    }
    text
}

/// Reads 26 lower-case characters; anything else is `None`.
pub fn decode_ulid(text: &str) -> Option<u128> {
    let bytes = text.as_bytes();
    // 26 × 5 bits are 130: the first character carries only three.
    if bytes.len() != ULID_CHARACTERS || bytes[0] > b'7' {
        return None;
    }
    bytes.iter().try_fold(0_u128, |value, character| {
        let digit = ALPHABET.iter().position(|a| a == character)?;
        Some((value << 5) | digit as u128)
    })
}

/// The operations of all identifiers.
pub trait Id: Copy + Eq + Ord + fmt::Display + Send + Sync + 'static {
    /// The prefix, without the underscore.
    const PREFIX: &'static str;
    /// The identifier with these 128 bits.
    fn from_bits(bits: u128) -> Self;
    /// The 128 bits of the ULID.
    fn bits(self) -> u128;
    /// A new identifier created at `at`.
    fn new(at: Timestamp, random: &mut impl Rng) -> Self {
        Self::from_bits(new_ulid(at, random))
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u128);

        impl Id for $name {
            const PREFIX: &'static str = $prefix;
            fn from_bits(bits: u128) -> Self { Self(bits) }
            fn bits(self) -> u128 { self.0 }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let text = encode_ulid(self.0);
                write!(f, concat!($prefix, "_{}"), std::str::from_utf8(&text).expect("base32 is ASCII"))
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { fmt::Display::fmt(self, f) }
        }
        impl std::str::FromStr for $name {
            type Err = InvalidId;
            fn from_str(text: &str) -> Result<Self, InvalidId> {
                text.strip_prefix(concat!($prefix, "_"))
                    .and_then(decode_ulid)
                    .map(Self)
                    .ok_or(InvalidId { prefix: $prefix })
            }
        }
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> { s.collect_str(self) }
        }
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(d)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> { stringify!($name).into() }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "type": "string",
                    "pattern": concat!("^", $prefix, "_[0-7][0-9a-hjkmnp-tv-z]{25}$"),
                })
            }
        }
    )* };
}

ids! {
    /// An organization.
    OrgId = "org";
    /// A user.
    UserId = "usr";
    /// A site.
    SiteId = "site";
    /// An API key (its record, not the secret).
    KeyId = "key";
    /// A sign-in session (its record, not the token).
    SessionId = "ses";
    /// A prompt.
    PromptId = "prm";
    /// A rule.
    RuleId = "rule";
    /// A rule that a generation proposes.
    ProposedRuleId = "prop";
    /// A transaction of the credit ledger.
    LedgerEntryId = "crl";
    /// An audit entry.
    AuditId = "aud";
    /// An HTTP request.
    RequestId = "req";
    /// A suggested question.
    QuestionId = "q";
    /// One of a site's own items in the widget.
    MenuItemId = "m";
    /// A background job.
    JobId = "job";
    /// A webhook: an address that receives events.
    WebhookId = "whk";
    /// The message about an event; the same for every receiver and every attempt.
    MessageId = "msg";
    /// The delivery of one event to one webhook.
    DeliveryId = "dlv";
    /// A monitor: a question that engines are asked on a schedule.
    MonitorId = "mon";
    /// One round in which a monitor asks its engines.
    RunId = "run";
    /// What one answer from an engine says about a site.
    CitationId = "cit";
    /// A clear change of a citation rate.
    ChangeId = "chg";
    /// A connected app: what a person lets an assistant read.
    AppId = "app";
    /// A service account: a member that is a program.
    ServiceAccountId = "svc";
    /// A passkey.
    PasskeyId = "psk";
    /// A source of access logs.
    LogSourceId = "src";
    /// An annotation: a dated note on a site's charts.
    AnnotationId = "ann";
    /// An identity of a provider that is linked to an account.
    LinkedIdentityId = "idn";
    /// A shared link: what people without an account may see of a site.
    SharedLinkId = "lnk";
    /// A channel: a team chat that gets notifications.
    ChannelId = "ntf";
    /// A recipient: an address without an account that gets reports.
    RecipientId = "rcp";
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_id_reads_back_as_it_was_written(bits: u128) {
            let id = SiteId::from_bits(bits);
            prop_assert_eq!(id.to_string().parse::<SiteId>(), Ok(id));
        }

        #[test]
        fn text_order_is_age_order(a in 0_i64..1 << 47, b in 0_i64..1 << 47) {
            let mut random = rand::rng();
            let at = |ms| Timestamp::from_millisecond(ms).expect("within range");
            prop_assume!(a < b && b < 253_402_207_200_000);
            let (a, b) = (SiteId::new(at(a), &mut random), SiteId::new(at(b), &mut random));
            prop_assert!(a < b && a.to_string() < b.to_string());
        }

        #[test]
        fn no_text_makes_the_reader_panic(text: String) {
            let _ = text.parse::<SiteId>();
        }
    }

    #[test]
    fn other_prefixes_upper_case_and_overflow_are_refused() {
        let id = SiteId::from_bits(7).to_string();
        assert!(id.replace("site_", "org_").parse::<SiteId>().is_err());
        assert!(id.to_uppercase().parse::<SiteId>().is_err());
        assert!("site_80000000000000000000000000".parse::<SiteId>().is_err());
    }
}
