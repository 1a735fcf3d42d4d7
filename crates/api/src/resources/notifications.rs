//! `/me/notifications`: which reports and alerts the person gets by email. Only for sessions; API keys are refused.

use askline_app::{alert_mails, present_fields::every_field_present, report_mail};
use askline_domain::{
    alert_mails::{
        kind::{NotificationKind, Notified},
        quiet_hours::QuietHours,
        settings::AlertWish,
    },
    shared::{
        edited_field::given,
        ids::SiteId,
        rfc3339::Moment,
        violation::{Violation, Violations},
    },
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
    pub kind: NotificationKind,
    /// How it is sent.
    pub channel: NotificationChannel,
    /// Whether the person wants it: for alerts, about all sites without an exception. False until they ask for it.
    pub wanted: bool,
    /// For alerts: the sites for which the person chose differently from all others. Empty for reports.
    pub except: Vec<SiteId>,
    /// For reports: when the next one is due; null if none is wanted, and for alerts.
    pub next_at: Option<Moment>,
}

/// The notifications of the person.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct Notifications {
    /// Each kind.
    pub items: Vec<NotificationView>,
    /// When no alert is sent; null if that is never so. An alert in these hours comes when they end.
    pub quiet_hours: Option<QuietHours>,
    /// Why nothing is sent at present; null if nothing is in the way.
    pub obstacle: Option<NotificationObstacle>,
}

/// A change of what the person gets: `kind`, `channel` and `wanted` together, `quietHours`, or both.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NotificationsUpdate {
    /// What is sent.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "NotificationKind", skip_serializing_if = "Option::is_none")]
    pub kind: Option<NotificationKind>,
    /// How it is sent.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "NotificationChannel", skip_serializing_if = "Option::is_none")]
    pub channel: Option<NotificationChannel>,
    /// Whether the person wants it.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub wanted: Option<bool>,
    /// For alerts: the site that this is about. Omitted for all sites, which replaces what was chosen for single ones.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "SiteId", skip_serializing_if = "Option::is_none")]
    pub site_id: Option<SiteId>,
    /// When no alert is sent; null for never.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<QuietHours>", skip_serializing_if = "Option::is_none")]
    pub quiet_hours: Option<Option<QuietHours>>,
}

/// What an update asks for.
struct Asked {
    wish: Option<(Notified, bool)>,
    site: Option<SiteId>,
    quiet_hours: Option<Option<QuietHours>>,
}

impl NotificationsUpdate {
    /// Returns what it asks for, or everything that is wrong with it.
    fn check(self) -> Result<Asked, Vec<Violation>> {
        let mut violations = Violations::new();
        let is_wish = self.kind.is_some() || self.channel.is_some() || self.wanted.is_some() || self.site_id.is_some();
        let given =
            [("kind", self.kind.is_some()), ("channel", self.channel.is_some()), ("wanted", self.wanted.is_some())];
        for (field, _) in given.into_iter().filter(|(_, is_given)| is_wish && !is_given) {
            violations.add(
                field,
                "REQUIRED",
                format!("{field} is required: kind, channel and wanted belong together."),
            );
        }
        let notified = self.kind.map(NotificationKind::notified);
        if matches!(notified, Some(Notified::Report(_))) && self.site_id.is_some() {
            let message = "siteId cannot be given with a report, which is about all of a person's sites.";
            violations.add("siteId", "NOT_APPLICABLE", message);
        }
        let quiet_hours = match self.quiet_hours {
            Some(Some(hours)) => match hours.check("quietHours") {
                Ok(hours) => Some(Some(hours)),
                Err(found) => {
                    violations.extend(found);
                    None
                }
            },
            other => other,
        };
        violations.finish(Asked { wish: notified.zip(self.wanted), site: self.site_id, quiet_hours })
    }
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
    let Asked { wish, site, quiet_hours } = input.body.0.check()?;
    let (session, ports) = (call.session()?, call.app.ports());
    let wish = match wish {
        Some((Notified::Report(kind), wanted)) => {
            report_mail::set_wanted(ports, session.ground(), kind, wanted, call.request.at).await?;
            None
        }
        Some((Notified::Alert(kind), wanted)) => Some(AlertWish { kind, site, wanted }),
        None => None,
    };
    let is_about_alerts = wish.is_some() || quiet_hours.is_some();
    if is_about_alerts && !alert_mails::choose(ports, session.ground(), wish, quiet_hours).await? {
        let message = "siteId is no site that you see.";
        return Err(vec![Violation::new("siteId", "UNKNOWN_SITE", message)].into());
    }
    notifications(&call).await
}

async fn notifications(call: &Call<NoTenant>) -> Result<Reply<Notifications>, ApiError> {
    let (user, ports) = (&call.session()?.user, call.app.ports());
    let reports = ports.report_subscriptions.report_subscriptions(user.id).await?;
    let alerts = alert_mails::chosen(ports, user.id).await?;
    let view = |kind: NotificationKind| match kind.notified() {
        Notified::Report(report) => {
            let subscription = reports.iter().find(|one| one.kind == report && one.wanted);
            NotificationView {
                kind,
                channel: NotificationChannel::Mail,
                wanted: subscription.is_some(),
                except: Vec::new(),
                next_at: subscription.map(|one| Moment(one.due_at)),
            }
        }
        Notified::Alert(event) => NotificationView {
            kind,
            channel: NotificationChannel::Mail,
            wanted: alerts.wants(event, None),
            except: alerts.exceptions(event).map(|(site, _)| site).collect(),
            next_at: None,
        },
    };
    let obstacle = match &user.address {
        _ if !call.app.settings().mail => Some(NotificationObstacle::NoMailServer),
        address if address.refused.is_some() => Some(NotificationObstacle::AddressRefused),
        address if address.verified_at.is_none() => Some(NotificationObstacle::AddressNotConfirmed),
        _ => None,
    };
    let items = NotificationKind::EVERY.into_iter().map(view).collect();
    Ok(Reply::new(Notifications { items, quiet_hours: alerts.quiet_hours.clone(), obstacle }))
}
