//! `/me/notifications`: which reports the person gets by email. Only for sessions; API keys are refused.

use askline_app::{present_fields::every_field_present, report_mail};
use askline_domain::{
    reports::{period::ReportKind, subscription::ReportSubscription},
    shared::rfc3339::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pipeline::handling::{ApiError, Call, Input, Json, NoTenant, Nothing, Reply};

/// How a notification reaches a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NotificationChannel {
    /// An email to the account's address.
    Mail,
}

/// Why nothing is sent, whatever is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotificationObstacle {
    /// This instance sends no email.
    NoMailServer,
    /// The account's address is not confirmed.
    AddressNotConfirmed,
    /// The account's address refused an email.
    AddressRefused,
}

/// Whether the person gets a kind of notification.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Notification", transform = every_field_present)]
pub struct NotificationView {
    /// What is sent.
    pub kind: ReportKind,
    /// How it is sent.
    pub channel: NotificationChannel,
    /// Whether the person wants it. False until they ask for it.
    pub wanted: bool,
    /// When the next one is due; null if none is wanted.
    pub next_at: Option<Moment>,
}

/// The notifications of the person.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(transform = every_field_present)]
pub struct Notifications {
    /// Each kind.
    pub items: Vec<NotificationView>,
    /// Why nothing is sent at present; null if nothing is in the way.
    pub obstacle: Option<NotificationObstacle>,
}

/// A change of what the person gets.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotificationsUpdate {
    /// What is sent.
    pub kind: ReportKind,
    /// How it is sent.
    pub channel: NotificationChannel,
    /// Whether the person wants it.
    pub wanted: bool,
}

/// Shows what the person gets.
pub async fn show_notifications(call: Call<NoTenant>, _: Input) -> Result<Reply<Notifications>, ApiError> {
    notifications(&call).await
}

/// Changes what the person gets. This is not an action in an organization, so no audit log contains it.
pub async fn update_notifications(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<NotificationsUpdate>>,
) -> Result<Reply<Notifications>, ApiError> {
    let NotificationsUpdate { kind, channel: NotificationChannel::Mail, wanted } = input.body.0;
    let ground = call.session()?.ground();
    report_mail::set_wanted(call.app.ports(), ground, kind, wanted, call.request.at).await?;
    notifications(&call).await
}

async fn notifications(call: &Call<NoTenant>) -> Result<Reply<Notifications>, ApiError> {
    let user = &call.session()?.user;
    let stored = call.app.ports().report_subscriptions.report_subscriptions(user.id).await?;
    let view = |kind: ReportKind| {
        let wanted = |one: &&ReportSubscription| one.kind == kind && one.wanted;
        let subscription = stored.iter().find(wanted);
        NotificationView {
            kind,
            channel: NotificationChannel::Mail,
            wanted: subscription.is_some(),
            next_at: subscription.map(|one| Moment(one.due_at)),
        }
    };
    let obstacle = match &user.address {
        _ if !call.app.settings().mail => Some(NotificationObstacle::NoMailServer),
        address if address.refused.is_some() => Some(NotificationObstacle::AddressRefused),
        address if address.verified_at.is_none() => Some(NotificationObstacle::AddressNotConfirmed),
        _ => None,
    };
    Ok(Reply::new(Notifications { items: ReportKind::EVERY.into_iter().map(view).collect(), obstacle }))
}
