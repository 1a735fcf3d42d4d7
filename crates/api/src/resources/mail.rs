//! `GET /mail`: whether this instance can send email.

use askline_app::present_fields::every_field_present;
use askline_domain::shared::rfc3339::Moment;
use schemars::JsonSchema;
use serde::Serialize;

use crate::pipeline::handling::{ApiError, Call, Input, OrgAccess, Reply};

/// Whether the instance can send email.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MailHealth", transform = every_field_present)]
pub struct MailHealthView {
    /// Whether the operator configured a mail server. Without one, no email is sent.
    pub enabled: bool,
    /// Since when no email could be sent; null while sending works, and before the first attempt.
    pub failing_since: Option<Moment>,
    /// Why no email can be sent, as reported by the mail server or the connection to it.
    pub failure: Option<String>,
    /// The number of emails of this instance that wait to be sent.
    pub waiting: u64,
}

/// Shows whether the instance can send email.
pub async fn show_mail_status(call: Call<OrgAccess>, _: Input) -> Result<Reply<MailHealthView>, ApiError> {
    let health = call.app.ports().mails.mail_health().await?;
    Ok(Reply::new(MailHealthView {
        enabled: call.app.settings().mail,
        failing_since: health.failing_since.map(Into::into),
        failure: health.failure,
        waiting: health.waiting,
    }))
}
