//! `/notifications/recipients`: addresses without an account that get reports.

mod change;
mod confirm;

use askline_app::present_fields::every_field_present;
use askline_domain::{
    identity::{email_address::shown_email, mail_language::MailLanguage},
    keys::KeyCreator,
    recipients::{Recipient, RecipientState},
    reports::ReportAudience,
    shared::{
        ids::{RecipientId, SiteId},
        rfc3339::Moment,
    },
    sites::visible::VisibleSites,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use change::{ask_recipient_again, create_recipient, delete_recipient, update_recipient};
pub use confirm::{RecipientConfirmed, confirm_recipient};

use crate::pipeline::handling::{ApiError, Call, Input, Items, OrgAccess, Reply};

/// A recipient.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Recipient", transform = every_field_present)]
pub struct RecipientView {
    /// Its id.
    pub id: RecipientId,
    /// The address.
    pub email: String,
    /// Whom the reports are for.
    pub audience: ReportAudience,
    /// Its state. Only a confirmed one gets reports.
    pub state: RecipientState,
    /// What the mail server answered when it refused the address; null if it did not.
    pub refusal: Option<String>,
    /// The only sites that reports are about; null for every site. Deleted sites are left out.
    #[schemars(with = "Option<Vec<SiteId>>")]
    pub site_ids: VisibleSites,
    /// Whether a report comes for each week.
    pub weekly: bool,
    /// Whether a report comes for each month.
    pub monthly: bool,
    /// The language of the emails.
    pub language: MailLanguage,
    /// When its owner confirmed it last; null if they never did.
    pub confirmed_at: Option<Moment>,
    /// When it was added.
    pub created_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
    /// Who added it; null for a service account.
    pub created_by: Option<KeyCreator>,
}

/// The recipient in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecipientPath {
    /// Its id.
    pub recipient_id: RecipientId,
}

impl From<Recipient> for RecipientView {
    fn from(recipient: Recipient) -> Self {
        let Recipient { id, email, settings, state, refusal, confirmed_at, created_at, updated_at, created_by, .. } =
            recipient;
        Self {
            id,
            email: shown_email(&email),
            audience: settings.audience,
            state,
            refusal,
            site_ids: settings.sites,
            weekly: settings.weekly,
            monthly: settings.monthly,
            language: settings.language,
            confirmed_at: confirmed_at.map(Moment),
            created_at: created_at.into(),
            updated_at: updated_at.into(),
            created_by,
        }
    }
}

/// `GET /notifications/recipients`
pub async fn list_recipients(call: Call<OrgAccess>, _: Input) -> Result<Reply<Items<RecipientView>>, ApiError> {
    let recipients = call.app.ports().recipients.recipients(call.tenant.id).await?;
    Ok(Reply::new(Items { items: recipients.into_iter().map(RecipientView::from).collect() }))
}
