//! Mails to people: their content, their language, and how long each is worth sending.
//!
//! A mail is data until it is sent: templates belong to the sender. Names that people chose stay apart from our words,
//! so that a template can show them only as text.

use std::fmt;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    identity::role::Role,
    jobs::{JobInput, JobKind},
    shared::ids::{OrgId, UserId},
};

/// The kind of job that sends a mail.
pub const MAIL_JOB: JobKind = JobKind::new("mail");
/// How long sending a mail is retried, unless its link expires earlier.
pub const MAIL_TRIED_FOR: SignedDuration = SignedDuration::from_hours(24);
/// How long a link that sets a new password works.
pub const RESET_LASTS: SignedDuration = SignedDuration::from_hours(1);
/// How long a link that proves an address works.
pub const PROOF_LASTS: SignedDuration = SignedDuration::from_hours(24);
/// How long a link that undoes a change of address works.
pub const UNDO_LASTS: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Resets and proofs that are sent to one address within an hour, for all callers together.
pub const MAX_MAILS_TO_ADDRESS_PER_HOUR: u32 = 3;
/// Mails that an organization sends within an hour to addresses that are not a member's.
pub const MAX_MAILS_TO_STRANGERS_PER_HOUR: u32 = 20;
/// How often an account may ask for another address within an hour: each time, its current address gets a mail.
pub const MAX_ADDRESS_CHANGES_PER_HOUR: u32 = 5;
/// Characters of a mail server's answer that are kept.
pub const MAX_ANSWER_CHARACTERS: usize = 300;

/// A language that mails are written in.
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
    /// The first language of an `Accept-Language` header that mails are written in; `None` if it names no such
    /// language. Weights are not read: browsers list languages in order of preference.
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
    /// When its owner proved that mail arrives there; `None` if nobody has.
    pub verified_at: Option<Timestamp>,
    /// The mail server's answer when it refused the address; it gets only proofs until it is proven again.
    pub refused: Option<String>,
    /// The language of mails to the person, as their browser requested it at the last sign-in.
    pub language: Option<MailLanguage>,
    /// Another address that the account requested, until it is proven.
    pub pending: Option<PendingAddress>,
}

/// An address that an account gets when it is proven.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingAddress {
    /// The address.
    pub email: String,
    /// Until when the link in the mail works.
    pub until: Timestamp,
}

/// A mail to one address. Holds tokens, so it is sealed at rest and never printed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    /// The address. Empty for a mail to nobody, which is stored only so that storing takes as long.
    pub to: String,
    /// The language.
    pub language: MailLanguage,
    /// Its content.
    pub content: MailContent,
    /// When it was written.
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

/// The content of a mail.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum MailContent {
    /// The operator tests whether mail works.
    Test,
    /// Prove that this address is yours.
    Proof {
        /// The token in the link.
        token: String,
        /// Whether it will become the account's address.
        is_new: bool,
    },
    /// Set a new password.
    Reset {
        /// The token in the link.
        token: String,
    },
    /// Join an organization.
    Invitation {
        /// The token in the link.
        token: String,
        /// The organization's name.
        organization: String,
        /// Who invites, by name or address; empty for the operator.
        inviter: String,
        /// The role that is offered.
        role: Role,
    },
    /// Someone signed in from a browser that the account had not been used in.
    LogIn {
        /// The browser's name for itself.
        browser: String,
    },
    /// The password was changed.
    PasswordChanged,
    /// Another address was requested; sent to the current one.
    AddressChange {
        /// The other address.
        email: String,
        /// The token in the link to undo it; `None` if the current address was never proven.
        undo: Option<String>,
    },
    /// An API key was created.
    KeyMade {
        /// The organization, for the link to its keys.
        org_id: OrgId,
        /// The organization's name.
        organization: String,
        /// The key's name; empty when it has none.
        name: String,
        /// The key without its middle.
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
            Self::AddressChange { .. } => "address_change",
            Self::KeyMade { .. } => "key_made",
        }
    }

    /// How long it is worth sending: no longer than its link works.
    pub fn worth_sending_for(&self) -> SignedDuration {
        match self {
            Self::Reset { .. } => RESET_LASTS,
            Self::Proof { .. } => PROOF_LASTS,
            _ => MAIL_TRIED_FOR,
        }
    }
}

/// The job that sends a mail. The mail is stored separately, sealed, under the job's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailJob {}

impl JobInput for MailJob {
    const KIND: JobKind = MAIL_JOB;
}

/// Whom a mail is for, so that a refusal of the address can be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addressee {
    /// An account.
    User(UserId),
    /// Someone who was invited.
    Pending(OrgId, UserId),
    /// No known person.
    Nobody,
}

/// The step at which sending failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailStage {
    /// The mail server's name was looked up.
    Name,
    /// The connection was opened.
    Connection,
    /// The server greeted.
    Greeting,
    /// The connection was encrypted.
    Encryption,
    /// The server's certificate was checked.
    Certificate(CertificateFault),
    /// The service signed in.
    LogIn,
    /// The sender was named.
    Sender,
    /// The recipient was named.
    Recipient,
    /// The message was sent.
    Message,
}

/// What is wrong with a mail server's certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CertificateFault {
    /// It is for other names.
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

/// Why a mail was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct MailFault {
    /// The step at which it failed.
    pub stage: MailStage,
    /// The server's code, if it answered.
    pub code: Option<u16>,
    /// What happened, for people: the server's own words, or ours.
    pub words: String,
}

impl MailFault {
    /// Whether the server said that it will never accept this mail.
    pub fn is_final(&self) -> bool {
        let is_of_the_mail = matches!(self.stage, MailStage::Sender | MailStage::Recipient | MailStage::Message);
        is_of_the_mail && self.code.is_some_and(|code| (500..600).contains(&code))
    }

    /// Whether the server said that the recipient's address does not exist.
    pub fn refuses_recipient(&self) -> bool {
        self.stage == MailStage::Recipient && self.is_final()
    }

    /// Whether it is about the connection to the server and not about this mail: any other mail would fail, too.
    pub fn is_trouble(&self) -> bool {
        match self.stage {
            MailStage::Recipient | MailStage::Message => self.code.is_none(),
            _ => true,
        }
    }
}

/// Whether mail works.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailHealth {
    /// Since when mails fail.
    pub failing_since: Option<Timestamp>,
    /// Why, while they fail.
    pub failure: Option<String>,
    /// Mails that wait.
    pub waiting: u64,
}

/// A mail server's answer in the form that is stored and shown: one line of limited length.
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
        // The operator can fix a wrong password of ours, and the mail goes out then.
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
