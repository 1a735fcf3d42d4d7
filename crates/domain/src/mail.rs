//! Emails to people: their content, their language, and how long sending each is retried.
//!
//! An email is data until it is sent: the sender owns the templates. Names that people chose are kept apart from
//! Askline's text, so that a template can show them only as text.

use std::fmt;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    identity::role::Role,
    jobs::{JobInput, JobKind},
    shared::ids::{OrgId, UserId},
};

/// The kind of job that sends an email.
pub const MAIL_JOB: JobKind = JobKind::new("mail");
/// How long sending an email is retried, unless its link expires earlier.
pub const MAIL_TRIED_FOR: SignedDuration = SignedDuration::from_hours(24);
/// How long a link to set a new password works.
pub const RESET_LASTS: SignedDuration = SignedDuration::from_hours(1);
/// How long a link to verify an address works.
pub const PROOF_LASTS: SignedDuration = SignedDuration::from_hours(24);
/// How long a link to undo a change of address works.
pub const UNDO_LASTS: SignedDuration = SignedDuration::from_hours(7 * 24);
/// The maximum number of reset and verification emails to one address per hour, over all callers.
pub const MAX_MAILS_TO_ADDRESS_PER_HOUR: u32 = 3;
/// The maximum number of emails per hour from an organization to addresses that are not a member's.
pub const MAX_MAILS_TO_STRANGERS_PER_HOUR: u32 = 20;
/// How often per hour an account may request another address: each request sends an email to its current address.
pub const MAX_ADDRESS_CHANGES_PER_HOUR: u32 = 5;
/// The maximum number of characters that are stored of a mail server's answer.
pub const MAX_ANSWER_CHARACTERS: usize = 300;

/// A language of emails.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MailLanguage {
    /// English.
    #[default]
    En,
    /// German.
    De,
}

words! {
    MailLanguage, "a language of mails":
    En = "en",
    De = "de",
}

impl MailLanguage {
    /// Returns the first language of an `Accept-Language` header in which emails exist; `None` if the header names no
    /// such language. Weights are ignored: browsers list languages in order of preference.
    pub fn accepted(header: &str) -> Option<Self> {
        header.split(',').take(20).find_map(|part| {
            let tag = part.split(';').next().unwrap_or_default().trim();
            tag.split('-').next()?.to_ascii_lowercase().parse().ok()
        })
    }
}

/// What the service knows about an account's email address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AddressState {
    /// When its owner proved that emails arrive there; `None` if it was never proven.
    pub verified_at: Option<Timestamp>,
    /// The mail server's answer when it refused the address. Until the address is proven again, it gets only
    /// verification emails and reports that another address was requested.
    pub refused: Option<String>,
    /// The language of emails to the person, as their browser requested it at the last sign-in.
    pub language: Option<MailLanguage>,
    /// The new address that the account requested, until it is proven.
    pub pending: Option<PendingAddress>,
}

/// An address that becomes the account's address when it is proven.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingAddress {
    /// The address.
    pub email: String,
    /// Until when the link in the email works.
    pub until: Timestamp,
}

/// An email to one address. It contains tokens, so it is encrypted at rest and never printed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
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
        write!(f, "Mail({})", self.content.kind())
    }
}

impl fmt::Debug for MailContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())
    }
}

/// The content of an email.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Reports that the password was changed.
    PasswordChanged,
    /// Reports that all other sessions, links and remembered browsers were ended from one session.
    AccessRevoked,
    /// Reports that the operator locked the account.
    AccountLocked,
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
}

impl MailContent {
    /// The name of the kind in metrics and previews.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Proof { .. } => "proof",
            Self::Reset { .. } => "reset",
            Self::Invitation { .. } => "invitation",
            Self::LogIn { .. } => "log_in",
            Self::PasswordChanged => "password_changed",
            Self::AccessRevoked => "access_revoked",
            Self::AccountLocked => "account_locked",
            Self::AddressChange { .. } => "address_change",
            Self::KeyMade { .. } => "key_made",
        }
    }

    /// Returns how long sending is retried: no longer than the email's link works.
    pub fn worth_sending_for(&self) -> SignedDuration {
        match self {
            Self::Reset { .. } => RESET_LASTS,
            Self::Proof { .. } => PROOF_LASTS,
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
    /// No known person.
    Nobody,
}

/// The step at which sending failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailStage {
    /// Looking up the mail server's name.
    Name,
    /// Opening the connection.
    Connection,
    /// Waiting for the server's greeting.
    Greeting,
    /// Encrypting the connection.
    Encryption,
    /// Checking the server's certificate.
    Certificate(CertificateFault),
    /// Signing in to the server.
    LogIn,
    /// Naming the sender.
    Sender,
    /// Naming the recipient.
    Recipient,
    /// Sending the message.
    Message,
}

/// What is wrong with a mail server's certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CertificateFault {
    /// It is valid for other names only.
    Name,
    /// This machine does not trust its issuer.
    Issuer,
    /// It has expired, or is not valid yet.
    Date,
    /// It is a certificate authority's (CA:TRUE), which no server may use.
    Authority,
    /// Anything else.
    Other,
}

/// Why an email was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct MailFault {
    /// The step at which it failed.
    pub stage: MailStage,
    /// The status code of the server, if it answered.
    pub code: Option<u16>,
    /// What happened, for people: the server's answer, or a sentence by Askline.
    pub words: String,
}

impl MailFault {
    /// Whether the server reported that it will never accept this email.
    pub fn is_final(&self) -> bool {
        let is_of_the_mail = matches!(self.stage, MailStage::Sender | MailStage::Recipient | MailStage::Message);
        is_of_the_mail && self.code.is_some_and(|code| (500..600).contains(&code))
    }

    /// Whether the server refused the recipient's address permanently.
    pub fn refuses_recipient(&self) -> bool {
        self.stage == MailStage::Recipient && self.is_final()
    }

    /// Whether the fault is in the connection or the server rather than in this email: any other email would fail, too.
    pub fn is_trouble(&self) -> bool {
        match self.stage {
            MailStage::Recipient | MailStage::Message => self.code.is_none(),
            _ => true,
        }
    }
}

/// Whether sending email works.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailHealth {
    /// Since when sending has failed; `None` while it works.
    pub failing_since: Option<Timestamp>,
    /// The reason of the latest failure, while sending fails.
    pub failure: Option<String>,
    /// The number of emails that wait to be sent.
    pub waiting: u64,
}

/// Returns a mail server's answer in the form that is stored and shown: one line of limited length.
pub fn shown_answer(text: &str) -> String {
    let line = text.chars().map(|character| if character.is_control() { ' ' } else { character });
    line.take(MAX_ANSWER_CHARACTERS).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_mails_are_written_in_is_taken() {
        for (header, language) in [
            ("de-DE,de;q=0.9,en;q=0.8", Some(MailLanguage::De)),
            ("fr, en-GB;q=0.5", Some(MailLanguage::En)),
            ("DE", Some(MailLanguage::De)),
            ("fr", None),
            ("", None),
            ("*", None),
        ] {
            assert_eq!(MailLanguage::accepted(header), language, "{header}");
        }
    }

    #[test]
    fn only_what_a_server_says_of_the_mail_itself_is_final() {
        let fault = |stage, code| MailFault { stage, code, words: String::new() };
        for stage in [MailStage::Sender, MailStage::Recipient, MailStage::Message] {
            assert!(fault(stage, Some(550)).is_final());
            assert!(!fault(stage, Some(451)).is_final() && !fault(stage, None).is_final());
        }
        // The operator can fix the wrong password of Askline's account, and the email is sent then.
        for stage in
            [MailStage::Name, MailStage::Connection, MailStage::Greeting, MailStage::Encryption, MailStage::LogIn]
        {
            assert!(!fault(stage, Some(535)).is_final() && fault(stage, None).is_trouble());
        }
        assert!(fault(MailStage::Recipient, Some(550)).refuses_recipient());
        assert!(!fault(MailStage::Message, Some(550)).refuses_recipient());
        assert!(!fault(MailStage::Recipient, Some(450)).is_trouble(), "greylisting is of one address");
    }

    #[test]
    fn an_answer_is_kept_as_one_line_of_bounded_length() {
        assert_eq!(shown_answer("550 no\r\nsuch user\u{7}"), "550 no  such user");
        assert_eq!(shown_answer(&"x".repeat(5_000)).len(), MAX_ANSWER_CHARACTERS);
    }

    #[test]
    fn a_mail_shows_nothing_of_itself() {
        let content = MailContent::Reset { token: "reset_secret".into() };
        let mail =
            Mail { to: "ada@example.com".into(), language: MailLanguage::En, content, at: Timestamp::UNIX_EPOCH };
        assert_eq!(format!("{mail:?}"), "Mail(reset)");
    }
}
