//! Ends the emails that a link in one of them belongs to.

use askline_domain::reports::{period::ReportKind, subscription::Ended};

use crate::{
    alert_mails,
    ports::{StoreResult, all::Ports},
    report_mail,
};

/// Ends the emails that a token of one of them belongs to, and returns which they are; `None` for any other text. Ending them
/// again changes nothing.
pub async fn unsubscribe(ports: &Ports, token: &str) -> StoreResult<Option<Ended>> {
    let Some((user, what)) = ports.report_subscriptions.unsubscribed_by(token)? else { return Ok(None) };
    match what {
        Ended::WeeklyReports => report_mail::end(ports, user, ReportKind::Weekly).await?,
        Ended::MonthlyReports => report_mail::end(ports, user, ReportKind::Monthly).await?,
        Ended::Alerts => alert_mails::end_all(ports, user).await?,
    }
    Ok(Some(what))
}
