//! `/me/notifications`: which reports and alerts the person gets by email. Only for sessions; API keys are refused.

use askline_app::{
    alert_mails,
    mail_choices::{self, MailChoices},
    present_fields::every_field_present,
};
use askline_domain::{
    alert_mails::{
        kind::{NotificationKind, Notified},
        quiet_hours::QuietHours,
        settings::{AlertChoice, ChosenSites, MAX_EXCEPTIONS},
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

/// A change of what the person gets: `kind`, `channel` and `wanted` together, `quietHours`, or both. It is stored as a whole, or not at
/// all.
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
    /// For alerts about all sites: the sites for which the opposite holds. Replaces what was chosen before.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Vec<SiteId>", length(max = MAX_EXCEPTIONS), extend("uniqueItems" = true), skip_serializing_if = "Option::is_none")]
    pub except: Option<Vec<SiteId>>,
    /// When no alert is sent; null for never.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<QuietHours>", skip_serializing_if = "Option::is_none")]
    pub quiet_hours: Option<Option<QuietHours>>,
}

impl NotificationsUpdate {
    /// Returns what it asks for, or everything that is wrong with it.
    fn check(self) -> Result<MailChoices, Vec<Violation>> {
        let mut violations = Violations::new();
        let names_sites = [("siteId", self.site_id.is_some()), ("except", self.except.is_some())];
        let named: Vec<&str> =
            names_sites.into_iter().filter(|(_, is_given)| *is_given).map(|(field, _)| field).collect();
        let is_wish = self.kind.is_some() || self.channel.is_some() || self.wanted.is_some() || !named.is_empty();
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
        if matches!(notified, Some(Notified::Report(_))) {
            for field in named {
                let message = format!("{field} cannot be given with a report, which is about all of a person's sites.");
                violations.add(field, "NOT_APPLICABLE", message);
            }
        }
        let about = ChosenSites::read(self.site_id, self.except, &mut violations);
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
        let (report, alert) = match notified.zip(self.wanted) {
            Some((Notified::Report(kind), wanted)) => (Some((kind, wanted)), None),
            Some((Notified::Alert(kind), wanted)) => (None, Some(AlertChoice { kind, wanted, about })),
            None => (None, None),
        };
        violations.finish(MailChoices { report, alert, quiet_hours })
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
    let choices = input.body.0.check()?;
    let ground = call.session()?.ground();
    let unseen = mail_choices::choose(call.app.ports(), ground, &choices, call.request.at).await?;
    if !unseen.is_empty() {
        let violation =
            |field: &String| Violation::new(field, "UNKNOWN_SITE", format!("{field} is no site that you see."));
        return Err(unseen.iter().map(violation).collect::<Vec<_>>().into());
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
