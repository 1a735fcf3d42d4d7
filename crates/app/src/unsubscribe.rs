//! Ends the emails that a link in one of them belongs to.

use askline_domain::reports::{period::ReportKind, subscription::Ended};
use jiff::Timestamp;

use crate::{
    alert_mails,
    ports::{StoreResult, all::Ports, identity::report_subscriptions::Unsubscription},
    recipients, report_mail,
};

/// Ends the emails that a token of one of them belongs to, and returns which they are; `None` for any other text. Ending them
/// again changes nothing.
pub async fn unsubscribe(ports: &Ports, token: &str, at: Timestamp) -> StoreResult<Option<Unsubscription>> {
    let Some(ends) = ports.report_subscriptions.unsubscribed_by(token)? else { return Ok(None) };
    match ends {
        Unsubscription::Person(user, Ended::WeeklyReports) => report_mail::end(ports, user, ReportKind::Weekly).await?,
        Unsubscription::Person(user, Ended::MonthlyReports) => {
            report_mail::end(ports, user, ReportKind::Monthly).await?;
        }
        Unsubscription::Person(user, Ended::Alerts) => alert_mails::end_all(ports, user).await?,
        Unsubscription::Recipient(org, id) => {
            recipients::unsubscribe(&*ports.recipients, (org, id), at).await?;
        }
    }
    Ok(Some(ends))
}
