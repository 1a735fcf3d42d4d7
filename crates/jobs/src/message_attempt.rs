//! One attempt to send a message to a webhook or a channel.
//!
//! Nothing here logs an address, a body or a secret.

use askline_domain::{
    shared::clock::Clock,
    webhooks::{Attempt, retry_after_seconds},
};

use crate::outgoing::{MessageAnswer, OutgoingError};

/// Waits for the answer, and measures it.
pub(crate) async fn measured(
    clock: &dyn Clock,
    sending: impl Future<Output = Result<MessageAnswer, OutgoingError>>,
) -> Attempt {
    let begun = clock.elapsed();
    let answer = sending.await;
    let duration_ms = u32::try_from((clock.elapsed() - begun).as_millis()).unwrap_or(u32::MAX);
    match answer {
        Ok(answer) => Attempt {
            status: Some(answer.status),
            body: Some(answer.body),
            failure: reason_of_status(answer.status),
            duration_ms,
            retry_after_seconds: answer.retry_after.and_then(|header| retry_after_seconds(&header, clock.now())),
        },
        Err(error) => Attempt { failure: Some(reason_of(&error)), duration_ms, ..Attempt::default() },
    }
}

fn reason_of_status(status: u16) -> Option<String> {
    match status {
        200..300 => None,
        300..400 => Some(format!("The receiver answered {status}; redirects are not followed.")),
        _ => Some(format!("The receiver answered {status}.")),
    }
}

fn reason_of(error: &OutgoingError) -> String {
    match error {
        OutgoingError::NotPublic => "The address does not lead to a public address.".into(),
        OutgoingError::NotWeb => "The address must start with https:// and have the usual port.".into(),
        OutgoingError::TimedOut => "The receiver did not answer in time.".into(),
        OutgoingError::NoAnswer(_) | OutgoingError::TooLarge(_) => "The receiver could not be reached.".into(),
    }
}
