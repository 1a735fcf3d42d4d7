//! The limits on emails: how many of each kind.
//!
//! They hold for an address, an organization and an account.
//!
//! One table, [`MailKind::limits`]: a kind without a row does not compile, nor does a row without a column. The store
//! compares the limits in the transaction that stores the email's job.

use jiff::SignedDuration;

/// A kind of email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MailKind {
    /// Tests whether email works.
    Test,
    /// Asks a person to confirm the address of their account, or the one that replaces it.
    Proof,
    /// Lets a person who signs up confirm their address; the account is created then.
    SignUp,
    /// Tells a person who signs up that their address has an account.
    AccountExists,
    /// Lets a person set a new password.
    Reset,
    /// Lets a person whose address was restored set a new password.
    Restored,
    /// Invites a person to an organization.
    Invitation,
    /// Reports a sign-in from an unknown browser.
    LogIn,
    /// Reports several sign-ins from unknown browsers.
    LogInDigest,
    /// Reports a new password.
    PasswordChanged,
    /// Reports that all other access was ended.
    AccessRevoked,
    /// Reports an identity of a provider that was linked or unlinked.
    IdentityChanged,
    /// Reports that the operator locked the account.
    AccountLocked,
    /// Reports a change of the second factor.
    SecondFactorChanged,
    /// Reports many wrong codes in a row.
    WrongCodes,
    /// Reports to the current address that another one was requested.
    AddressChange,
    /// Reports a new API key.
    KeyMade,
    /// Reports a disabled channel.
    ChannelDisabled,
    /// Asks the owner of an address whether it may get reports.
    Recipient,
    /// Reports what happened on a reader's sites.
    Report,
    /// Reports alerts.
    Alerts,
}

words! {
    MailKind, "a kind of email":
    Test = "test",
    Proof = "proof",
    SignUp = "sign_up",
    AccountExists = "account_exists",
    Reset = "reset",
    Restored = "restored",
    Invitation = "invitation",
    LogIn = "log_in",
    LogInDigest = "log_in_digest",
    PasswordChanged = "password_changed",
    AccessRevoked = "access_revoked",
    IdentityChanged = "identity_changed",
    AccountLocked = "account_locked",
    SecondFactorChanged = "second_factor_changed",
    WrongCodes = "wrong_codes",
    AddressChange = "address_change",
    KeyMade = "key_made",
    ChannelDisabled = "channel_disabled",
    Recipient = "recipient",
    Report = "report",
    Alerts = "alerts",
}

/// A maximum number of emails within a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailLimit {
    /// What is counted. Kinds with the same counter in the same column are counted together.
    pub counter: &'static str,
    /// The maximum number of emails.
    pub most: u32,
    /// The time within which they are counted: at most a day.
    pub within: SignedDuration,
    /// What becomes of an email beyond the limit.
    pub beyond: Beyond,
}

/// What becomes of an email beyond a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beyond {
    /// It is left out, and the change that it belongs to is stored.
    LeftOut,
    /// The change that it belongs to is refused, and the caller learns when it is possible again.
    Refused,
    /// It is added to one email that is sent as soon as the limit allows it.
    Gathered,
}

/// A cell of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailBound {
    /// At most so many.
    AtMost(MailLimit),
    /// No limit of its own, for this reason.
    Unlimited(&'static str),
}

impl MailBound {
    /// The limit, if there is one.
    pub const fn limit(self) -> Option<MailLimit> {
        match self {
            Self::AtMost(limit) => Some(limit),
            Self::Unlimited(_) => None,
        }
    }
}

/// Whom a limit counts for: a column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MailColumn {
    /// The address that gets the email, over all organizations and accounts.
    Address,
    /// The address that gets the email, and the organization that sends it.
    AddressOfOrganization,
    /// The organization that sends the email, over all addresses.
    Organization,
    /// The account that the email is about, over all addresses.
    Account,
}

words! {
    MailColumn, "whom a limit of emails counts for":
    Address = "address",
    AddressOfOrganization = "address_of_organization",
    Organization = "organization",
    Account = "account",
}

/// A row of the table: the limits of one kind of email.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailLimits {
    /// For an address, over all organizations and accounts.
    pub address: MailBound,
    /// For an address and an organization.
    pub address_of_organization: MailBound,
    /// For an organization, over all addresses.
    pub organization: MailBound,
    /// For an account, over all addresses.
    pub account: MailBound,
}

impl MailLimits {
    /// The cell of a column.
    pub const fn of(&self, column: MailColumn) -> MailBound {
        match column {
            MailColumn::Address => self.address,
            MailColumn::AddressOfOrganization => self.address_of_organization,
            MailColumn::Organization => self.organization,
            MailColumn::Account => self.account,
        }
    }
}

const HOUR: SignedDuration = SignedDuration::from_hours(1);
const DAY: SignedDuration = SignedDuration::from_hours(24);

const fn at_most(counter: &'static str, most: u32, within: SignedDuration, beyond: Beyond) -> MailBound {
    MailBound::AtMost(MailLimit { counter, most, within, beyond })
}

/// Emails with a link that anyone can request for any address. One limit for all, so that the requests do not add up.
const fn links(beyond: Beyond) -> MailBound {
    at_most("link", 3, HOUR, beyond)
}

const NO_ORGANIZATION: MailBound = MailBound::Unlimited("no organization sends it");
const NO_ACCOUNT: MailBound = MailBound::Unlimited("no account causes it");
const BY_ACCOUNT: MailBound = MailBound::Unlimited("an address belongs to one account, which has a limit");
const BY_ADDRESS: MailBound = MailBound::Unlimited("an account has one address, which has a limit");

/// A report about one's own account: limited, because a session is enough to cause it.
const fn notice(counter: &'static str) -> MailLimits {
    of_account(at_most(counter, 10, HOUR, Beyond::LeftOut))
}

const fn of_account(account: MailBound) -> MailLimits {
    MailLimits { address: BY_ACCOUNT, address_of_organization: NO_ORGANIZATION, organization: NO_ORGANIZATION, account }
}

const fn of_address(address: MailBound, account: MailBound) -> MailLimits {
    MailLimits { address, address_of_organization: NO_ORGANIZATION, organization: NO_ORGANIZATION, account }
}

impl MailKind {
    /// The row of this kind.
    pub const fn limits(self) -> MailLimits {
        match self {
            Self::Test | Self::AccountLocked => of_address(
                MailBound::Unlimited("a command of the operator sends it"),
                MailBound::Unlimited("a command of the operator sends it"),
            ),
            Self::Proof => of_address(
                links(Beyond::Refused),
                MailBound::Unlimited("each address has a limit, and so has the number of requested addresses"),
            ),
            Self::SignUp | Self::AccountExists => of_address(links(Beyond::LeftOut), NO_ACCOUNT),
            Self::Reset => of_address(links(Beyond::LeftOut), BY_ADDRESS),
            // Not counted as a link that anyone can request: otherwise a thief could use up the limit, and the owner could
            // restore the address but not set a password.
            Self::Restored => of_address(
                MailBound::Unlimited("its link was sent to the address before, and works once"),
                MailBound::Unlimited("each requires a change of address, and these have a limit"),
            ),
            Self::Invitation => MailLimits {
                address: at_most("invitation", 10, DAY, Beyond::LeftOut),
                address_of_organization: at_most("invitation", 3, DAY, Beyond::LeftOut),
                organization: at_most("stranger", 20, HOUR, Beyond::LeftOut),
                account: MailBound::Unlimited("the organization has a limit"),
            },
            Self::LogIn | Self::LogInDigest => of_account(at_most("log_in", 1, HOUR, Beyond::Gathered)),
            Self::PasswordChanged => notice("password_changed"),
            Self::AccessRevoked => notice("access_revoked"),
            Self::SecondFactorChanged => notice("second_factor_changed"),
            Self::WrongCodes => notice("wrong_codes"),
            Self::IdentityChanged => notice("identity_changed"),
            Self::KeyMade => notice("key_made"),
            Self::ChannelDisabled => of_account(at_most("channel_disabled", 10, DAY, Beyond::LeftOut)),
            // An organization must not pester who does not want its reports.
            Self::Recipient => MailLimits {
                address: links(Beyond::Refused),
                address_of_organization: at_most("recipient", 3, DAY, Beyond::Refused),
                organization: at_most("stranger", 20, HOUR, Beyond::Refused),
                account: MailBound::Unlimited("the organization has a limit"),
            },
            // A weekly and a monthly one may come on the same day; more come only if clocks are wrong.
            Self::Report => MailLimits {
                address_of_organization: at_most("report", 4, DAY, Beyond::LeftOut),
                organization: MailBound::Unlimited("its recipients confirmed their addresses, and have a limit each"),
                ..of_account(at_most("report", 4, DAY, Beyond::LeftOut))
            },
            // One in ten minutes; more come only if clocks are wrong.
            Self::Alerts => of_account(at_most("alerts", 200, DAY, Beyond::LeftOut)),
            Self::AddressChange => of_account(at_most("address_change", 5, HOUR, Beyond::Refused)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn cells() -> impl Iterator<Item = (MailKind, MailColumn, MailBound)> {
        MailKind::EVERY
            .into_iter()
            .flat_map(|kind| MailColumn::EVERY.into_iter().map(move |column| (kind, column, kind.limits().of(column))))
    }

    #[test]
    fn every_kind_has_a_limit_unless_only_the_operator_or_an_earlier_mail_causes_it() {
        for kind in MailKind::EVERY {
            let is_limited = MailColumn::EVERY.into_iter().any(|column| kind.limits().of(column).limit().is_some());
            let is_exempt = matches!(kind, MailKind::Test | MailKind::AccountLocked | MailKind::Restored);
            assert_ne!(is_limited, is_exempt, "{kind}");
        }
    }

    #[test]
    fn limits_that_are_counted_together_are_equal() {
        let mut seen: HashMap<_, (u32, SignedDuration)> = HashMap::new();
        for (kind, column, bound) in cells() {
            match bound {
                MailBound::AtMost(limit) => {
                    let same = seen.entry((column, limit.counter)).or_insert((limit.most, limit.within));
                    assert_eq!(*same, (limit.most, limit.within), "{kind} {column}");
                    assert!(limit.most > 0 && limit.within <= DAY, "{kind} {column}");
                }
                MailBound::Unlimited(reason) => assert!(!reason.is_empty(), "{kind} {column}"),
            }
        }
    }

    #[test]
    fn an_invitation_is_limited_for_the_address_alone_and_together_with_the_organization() {
        let most = |column| MailKind::Invitation.limits().of(column).limit().map(|limit| (limit.most, limit.within));
        assert_eq!(most(MailColumn::Address), Some((10, DAY)));
        assert_eq!(most(MailColumn::AddressOfOrganization), Some((3, DAY)));
        assert_eq!(most(MailColumn::Organization), Some((20, HOUR)));
        assert_eq!(MailKind::LogIn.limits().account, at_most("log_in", 1, HOUR, Beyond::Gathered));
    }
}
