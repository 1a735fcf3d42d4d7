//! Confirms a recipient with the token of an emailed link.

use askline_app::{
    present_fields::every_field_present,
    recipients::{self, Confirmed},
};
use askline_domain::{identity::email_address::shown_email, reports::ReportAudience};
use schemars::JsonSchema;
use serde::Serialize;

use super::change::stores;
use crate::{
    pipeline::handling::{ApiError, Call, Input, Json, NoTenant, Nothing, Reply},
    resources::auth::MailedLink,
};

/// A confirmed recipient, as its owner sees it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct RecipientConfirmed {
    /// The address.
    pub email: String,
    /// The name of the organization that sends the reports.
    pub organization: String,
    /// Whom the reports are for.
    pub audience: ReportAudience,
    /// Whether a report comes for each week.
    pub weekly: bool,
    /// Whether a report comes for each month.
    pub monthly: bool,
}

/// `POST /notifications/recipients/confirm`
pub async fn confirm_recipient(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<MailedLink>>,
) -> Result<Reply<RecipientConfirmed>, ApiError> {
    let (stores, context) = (stores(call.app.ports()), call.audit_context());
    let Confirmed { recipient, organization } = recipients::confirm(stores, &input.body.0.token, &context).await?;
    Ok(Reply::new(RecipientConfirmed {
        email: shown_email(&recipient.email),
        organization,
        audience: recipient.settings.audience,
        weekly: recipient.settings.weekly,
        monthly: recipient.settings.monthly,
    }))
}
