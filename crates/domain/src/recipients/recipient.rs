//! A recipient as it is stored, without the token of its link.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    audit::Target,
    identity::{email_address::shown_email, mail_language::MailLanguage},
    keys::KeyCreator,
    reports::{ReportAudience, period::ReportKind},
    shared::ids::{OrgId, RecipientId},
    sites::visible::VisibleSites,
};

/// The state of a recipient. Only a confirmed one gets reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecipientState {
    /// The address was sent a link, which its owner did not use yet.
    Pending,
    /// Its owner confirmed it.
    Confirmed,
    /// A mail server refused an email to it.
    Refused,
    /// Its owner ended the reports.
    Unsubscribed,
}

words! {
    RecipientState, "a state of a recipient":
    Pending = "pending",
    Confirmed = "confirmed",
    Refused = "refused",
    Unsubscribed = "unsubscribed",
}

/// What a recipient gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipientSettings {
    /// Whom the reports are for.
    pub audience: ReportAudience,
    /// The language of the emails.
    pub language: MailLanguage,
    /// The sites that reports are about.
    pub sites: VisibleSites,
    /// Whether a report comes for each week.
    pub weekly: bool,
    /// Whether a report comes for each month.
    pub monthly: bool,
}

impl RecipientSettings {
    /// Whether a report of this kind is to be sent.
    pub const fn wants(&self, kind: ReportKind) -> bool {
        match kind {
            ReportKind::Weekly => self.weekly,
            ReportKind::Monthly => self.monthly,
        }
    }
}

/// A recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    /// Its id.
    pub id: RecipientId,
    /// The organization.
    pub org_id: OrgId,
    /// The address, in its stored form.
    pub email: String,
    /// What it gets.
    pub settings: RecipientSettings,
    /// Its state.
    pub state: RecipientState,
    /// What the mail server answered when it refused the address.
    pub refusal: Option<String>,
    /// When its owner confirmed it last.
    pub confirmed_at: Option<Timestamp>,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Who added it.
    pub created_by: Option<KeyCreator>,
}

impl Recipient {
    /// Whether it gets reports of this kind.
    pub fn gets(&self, kind: ReportKind) -> bool {
        self.state == RecipientState::Confirmed && self.settings.wants(kind)
    }

    /// How the audit log names it.
    pub fn audit_target(&self) -> Target {
        Target::new("recipient", self.id, shown_email(&self.email))
    }
}
