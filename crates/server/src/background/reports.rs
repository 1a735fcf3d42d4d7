//! Sends the reports and alerts by email that are due.

use askline_app::{
    alert_mails,
    ports::{StoreResult, all::Ports},
    report_mail,
};
use jiff::Timestamp;

use super::repeat::in_pieces;

/// The maximum number of people whose reports are read without a pause.
const MAX_PEOPLE_AT_ONCE: u32 = 50;

/// Sends the alerts that are due; returns to how many people.
pub async fn send_due_alerts(ports: &Ports, now: Timestamp) -> StoreResult<u64> {
    in_pieces(MAX_PEOPLE_AT_ONCE, || async { Ok([alert_mails::send_due(ports, now, MAX_PEOPLE_AT_ONCE).await?]) }).await
}

/// Sends the reports that are due; returns to how many people.
pub async fn send_due_reports(ports: &Ports, now: Timestamp) -> StoreResult<u64> {
    in_pieces(MAX_PEOPLE_AT_ONCE, || async { Ok([report_mail::send_due(ports, now, MAX_PEOPLE_AT_ONCE).await?]) }).await
}
