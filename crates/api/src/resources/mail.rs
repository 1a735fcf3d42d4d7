//! `GET /mail`: whether this instance can send mail.

use askline_app::present_fields::every_field_present;
use askline_domain::shared::rfc3339::Moment;
use schemars::JsonSchema;
use serde::Serialize;

use crate::pipeline::handling::{ApiError, Call, Input, OrgAccess, Reply};

/// Whether mail works.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MailHealth", transform = every_field_present)]
pub struct MailHealthView {
    /// Whether the operator set a mail server. Without one nothing is mailed.
    pub enabled: bool,
    /// Since when no mail gets through; null while mail works, and where none was tried.
    pub failing_since: Option<Moment>,
    /// Why no mail gets through, as the mail server or the connection to it said.
    pub failure: Option<String>,
    /// Mails of this instance that wait to be sent.
    pub waiting: u64,
}

/// Shows whether mail works.
pub async fn show_mail(call: Call<OrgAccess>, _: Input) -> Result<Reply<MailHealthView>, ApiError> {
    let health = call.app.ports().mails.mail_health().await?;
    Ok(Reply::new(MailHealthView {
        enabled: call.app.settings().mail,
        failing_since: health.failing_since.map(Into::into),
        failure: health.failure,
        waiting: health.waiting,
    }))
}
