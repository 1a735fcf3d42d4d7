//! Sends the reports and alerts that are due, by email and to channels.

use askline_api::pipeline::app::App;
use askline_app::{
    alert_mails,
    ports::{StoreResult, all::Ports},
    recipients, report_channels, report_mail,
};
use jiff::Timestamp;

use super::repeat::in_pieces;

/// The maximum number of readers whose reports are read without a pause.
const MAX_READERS_AT_ONCE: u32 = 50;

/// Sends the alerts that are due, if this instance sends email; returns to how many people.
pub(super) async fn send_alerts(app: &App) -> StoreResult<u64> {
    if app.settings().mail { send_due_alerts(app.ports(), app.now()).await } else { Ok(0) }
}

/// Sends the reports that are due, if this instance sends email; returns to how many readers.
pub(super) async fn send_reports(app: &App) -> StoreResult<u64> {
    if app.settings().mail { send_due_reports(app.ports(), app.now()).await } else { Ok(0) }
}

/// Sends the alerts that are due by email; returns to how many people.
pub async fn send_due_alerts(ports: &Ports, now: Timestamp) -> StoreResult<u64> {
    let most = MAX_READERS_AT_ONCE;
    in_pieces(most, || async { Ok([alert_mails::send_due(ports, now, most).await?]) }).await
}

/// Sends the reports that are due by email; returns to how many readers.
pub async fn send_due_reports(ports: &Ports, now: Timestamp) -> StoreResult<u64> {
    let most = MAX_READERS_AT_ONCE;
    let to_people = in_pieces(most, || async { Ok([report_mail::send_due(ports, now, most).await?]) }).await;
    // What fails for people must not keep the reports of recipients.
    let to_recipients = in_pieces(most, || async { Ok([recipients::send_due(ports, now, most).await?]) }).await;
    Ok(to_people? + to_recipients?)
}

/// Sends those that are due to channels; returns how many channels were looked at.
pub async fn send_due_channel_reports(ports: &Ports, now: Timestamp) -> StoreResult<u64> {
    in_pieces(MAX_READERS_AT_ONCE, || async { Ok([report_channels::send_due(ports, now, MAX_READERS_AT_ONCE).await?]) })
        .await
}
