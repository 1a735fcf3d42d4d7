//! Emails to people: their content, their language, and how long sending each is retried.
//!
//! An email is data until it is sent: the sender owns the templates. Names that people chose are kept apart from
//! Askline's text, so that a template can show them only as text.

use std::fmt;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    alert_mails::told::ToldAlert,
    channels::kind::ChannelType,
    identity::{
        links::{PROOF_LASTS, RESET_LASTS},
        mail_language::MailLanguage,
        role::Role,
    },
    jobs::{JobInput, JobKind},
    reports::{digest::SiteDigest, period::ReportPeriod},
    shared::ids::{OrgId, RecipientId, UserId},
};

mod brand;
mod fault;
mod health;
mod limits;

pub use brand::MailBrand;
pub use fault::{CertificateFault, MailFault, MailStage};
pub use health::{MAX_ANSWER_CHARACTERS, MailHealth, shown_answer};
pub use limits::{Beyond, MailBound, MailColumn, MailKind, MailLimit, MailLimits};

/// The kind of job that sends an email.
pub const MAIL_JOB: JobKind = JobKind::new("mail");
/// How long sending an email is retried, unless its link expires earlier.
pub const MAIL_TRIED_FOR: SignedDuration = SignedDuration::from_hours(24);
/// The maximum number of browsers that one email about sign-ins names.
pub const MAX_NAMED_BROWSERS: usize = 10;

/// An email to one address. It contains tokens, so it is encrypted at rest and never printed.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Mail {
    /// The address. Empty for an email to nobody, which is stored only so that the request takes equally long.
    pub to: String,
    /// The language of the email.
    pub language: MailLanguage,
    /// The content of the email.
    pub content: MailContent,
    /// When the email was written.
    pub at: Timestamp,
}

impl fmt::Debug for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mail({})", self.content.kind().as_str())
    }
}

impl fmt::Debug for MailContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().as_str())
    }
}

/// A change of a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FactorChange {
    /// An authenticator app was set up.
    TotpAdded,
    /// The authenticator app was removed.
    TotpRemoved,
    /// A passkey was added.
    PasskeyAdded,
    /// A passkey was removed.
    PasskeyRemoved,
    /// New recovery codes replaced the old ones.
    RecoveryCodesReplaced,
    /// A recovery code was used.
    RecoveryCodeUsed,
    /// The operator removed every second factor.
    ResetByOperator,
}

/// The content of an email.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum MailContent {
    /// Tests whether email works, for the operator.
    Test,
    /// Asks a person to verify their address.
    Proof {
        /// The token in the link.
        token: String,
        /// Whether the address will become the account's new address.
        is_new: bool,
    },
    /// Lets a person set a new password.
    Reset {
        /// The token in the link.
        token: String,
    },
    /// Lets a person who signs up confirm their address, which creates the account.
    SignUp {
        /// The token in the link.
        token: String,
    },
    /// Tells a person who signs up that the address has an account.
    AccountExists,
    /// Lets a person whose address was restored set a new password.
    Restored {
        /// The token in the link.
        token: String,
    },
    /// Invites a person to an organization.
    Invitation {
        /// The token in the link.
        token: String,
        /// The organization's name.
        organization: String,
        /// The name or address of the person who invites; empty for the operator.
        inviter: String,
        /// The role that the person gets.
        role: Role,
    },
    /// Reports a sign-in from a browser that was new to the account.
    LogIn {
        /// The browser's name for itself.
        browser: String,
    },
    /// Reports several sign-ins from browsers that were new to the account.
    LogInDigest {
        /// How many there were.
        count: u32,
        /// The different browsers' names for themselves, at most [`MAX_NAMED_BROWSERS`].
        browsers: Vec<String>,
    },
    /// Reports that the password was changed.
    PasswordChanged,
    /// Reports that all other sessions, links and remembered browsers were ended from one session.
    AccessRevoked,
    /// Reports that an identity of a provider was linked to the account, or unlinked from it.
    IdentityChanged {
        /// The provider's name for people.
        provider: String,
        /// Whether it was linked.
        is_linked: bool,
    },
    /// Reports that the operator locked the account.
    AccountLocked,
    /// Reports that the second factor was changed.
    SecondFactorChanged {
        /// What was changed.
        change: FactorChange,
    },
    /// Reports many wrong codes in a row, after the right password: codes of the app are refused until it is changed.
    WrongCodes,
    /// Reports that another address was requested; sent to the current one.
    AddressChange {
        /// The other address.
        email: String,
        /// The token in the link that undoes the change; `None` if the current address was never proven.
        undo: Option<String>,
    },
    /// Reports that an API key was created.
    KeyMade {
        /// The organization, for the link to its keys.
        org_id: OrgId,
        /// The organization's name.
        organization: String,
        /// The key's name; empty if it has none.
        name: String,
        /// The key with its middle masked.
        masked: String,
    },
    /// Reports that a channel was disabled, because its address does not exist any more.
    ChannelDisabled {
        /// The organization, for the link to its notifications.
        org_id: OrgId,
        /// The organization's name.
        organization: String,
        /// The channel's name.
        channel: String,
        /// The service.
        channel_type: ChannelType,
    },
    /// Asks the owner of an address whether it may get an organization's reports.
    Recipient {
        /// The token in the link.
        token: String,
        /// The organization's name.
        organization: String,
        /// The name or address of the person who added it; empty for a program.
        inviter: String,
    },
    /// Reports what happened on a reader's sites in a week or month.
    Report {
        /// The week or month.
        period: ReportPeriod,
        /// The sites, the one with the most news first; at least one.
        sites: Vec<SiteDigest>,
        /// The number of further sites.
        more_sites: u32,
        /// The brand of the organization that all the sites belong to, if it has one.
        #[serde(default)]
        brand: Option<MailBrand>,
        /// The token with which the reader ends these emails.
        unsubscribe: String,
        /// Whether the reader has no account, so that pages of the dashboard are closed to them.
        #[serde(default)]
        has_no_account: bool,
    },
    /// Reports alerts about a person's sites and organizations.
    Alerts {
        /// The alerts, the latest first; at least one.
        alerts: Vec<ToldAlert>,
        /// The number of further alerts.
        more: u32,
        /// The brand of the organization that all the alerts are about, if it has one.
        brand: Option<MailBrand>,
        /// The token with which the person ends these emails.
        unsubscribe: String,
    },
}

impl MailContent {
    /// The kind, whose name is in metrics and previews.
    pub const fn kind(&self) -> MailKind {
        match self {
            Self::Test => MailKind::Test,
            Self::Proof { .. } => MailKind::Proof,
            Self::SignUp { .. } => MailKind::SignUp,
            Self::AccountExists => MailKind::AccountExists,
            Self::Reset { .. } => MailKind::Reset,
            Self::Restored { .. } => MailKind::Restored,
            Self::Invitation { .. } => MailKind::Invitation,
            Self::LogIn { .. } => MailKind::LogIn,
            Self::LogInDigest { .. } => MailKind::LogInDigest,
            Self::PasswordChanged => MailKind::PasswordChanged,
            Self::AccessRevoked => MailKind::AccessRevoked,
            Self::IdentityChanged { .. } => MailKind::IdentityChanged,
            Self::AccountLocked => MailKind::AccountLocked,
            Self::SecondFactorChanged { .. } => MailKind::SecondFactorChanged,
            Self::WrongCodes => MailKind::WrongCodes,
            Self::AddressChange { .. } => MailKind::AddressChange,
            Self::KeyMade { .. } => MailKind::KeyMade,
            Self::ChannelDisabled { .. } => MailKind::ChannelDisabled,
            Self::Recipient { .. } => MailKind::Recipient,
            Self::Report { .. } => MailKind::Report,
            Self::Alerts { .. } => MailKind::Alerts,
        }
    }

    /// One report of all sign-ins that this email and `more` report; `None` if one of them reports no sign-in.
    pub fn gathered(&self, more: &Self) -> Option<Self> {
        let (count, browsers) = self.log_ins()?;
        let (added, new) = more.log_ins()?;
        let mut browsers = browsers.to_vec();
        for browser in new {
            if browsers.len() < MAX_NAMED_BROWSERS && !browsers.contains(browser) {
                browsers.push(browser.clone());
            }
        }
        Some(Self::LogInDigest { count: count.saturating_add(added), browsers })
    }

    /// The report as an email to which others can be added; `None` if it reports no sign-in.
    pub fn gathered_alone(&self) -> Option<Self> {
        let (count, browsers) = self.log_ins()?;
        Some(Self::LogInDigest { count, browsers: browsers.to_vec() })
    }

    /// How many sign-ins it reports, and the browsers' names.
    fn log_ins(&self) -> Option<(u32, &[String])> {
        match self {
            Self::LogIn { browser } => Some((1, std::slice::from_ref(browser))),
            Self::LogInDigest { count, browsers } => Some((*count, browsers)),
            _ => None,
        }
    }

    /// Returns how long sending is retried: no longer than the email's link works.
    pub fn worth_sending_for(&self) -> SignedDuration {
        match self {
            Self::Reset { .. } | Self::Restored { .. } => RESET_LASTS,
            Self::Proof { .. } | Self::SignUp { .. } => PROOF_LASTS,
            _ => MAIL_TRIED_FOR,
        }
    }
}

/// The input of the job that sends an email. The email itself is stored separately, encrypted, under the job's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailJob {}

impl JobInput for MailJob {
    const KIND: JobKind = MAIL_JOB;
}

/// The person that an email is for, so that a refusal of the address can be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addressee {
    /// An account.
    User(UserId),
    /// Someone with a pending invitation.
    Pending(OrgId, UserId),
    /// A recipient of reports.
    Recipient(OrgId, RecipientId),
    /// No known person.
    Nobody,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gathered_sign_ins_are_counted_and_each_browser_is_named_once() {
        let log_in = |browser: &str| MailContent::LogIn { browser: browser.into() };
        let both = log_in("Firefox").gathered(&log_in("Firefox")).expect("two sign-ins");
        let all = (0..20).fold(both, |all, number| all.gathered(&log_in(&format!("b{number}"))).expect("sign-ins"));
        let MailContent::LogInDigest { count, browsers } = all else { panic!("a digest") };
        assert_eq!((count, browsers.len(), browsers[0].as_str()), (22, MAX_NAMED_BROWSERS, "Firefox"));
        assert!(log_in("Firefox").gathered(&MailContent::PasswordChanged).is_none());
    }

    #[test]
    fn the_debug_form_of_an_email_shows_no_content() {
        let content = MailContent::Reset { token: "reset_secret".into() };
        let mail =
            Mail { to: "ada@example.com".into(), language: MailLanguage::En, content, at: Timestamp::UNIX_EPOCH };
        assert_eq!(format!("{mail:?}"), "Mail(reset)");
    }
}
