//! The limits on emails per hour. They count resets and confirmations per address, and changes of address per account.

use askline_domain::{
    mail::{MAX_ADDRESS_CHANGES_PER_HOUR, MAX_MAILS_TO_ADDRESS_PER_HOUR},
    requests::quota::QuotaCaller,
    shared::ids::UserId,
};

use super::passwords::tries::number_of;
use crate::{
    app::App,
    pipeline::error::{ApiError, Code},
};

/// Counts one use within an hour; returns the seconds to wait if the limit is reached.
async fn take(app: &App, caller: QuotaCaller, limit: u32) -> Result<(), u64> {
    let decision = app.ports().rate_limiter.take(caller, limit).await;
    decision.admission.map(|_| ()).ok_or_else(|| decision.retry_after_seconds())
}

fn refusal(seconds: u64, text: String) -> ApiError {
    ApiError { retry_after: Some(seconds), ..ApiError::new(Code::RateLimited, text) }
}

/// Counts a reset or confirmation email to an address, no matter who asks; returns the seconds to wait if the limit is
/// reached.
pub(super) async fn take_to_address(app: &App, email: &str) -> Result<(), u64> {
    take(app, QuotaCaller::MailTo(number_of(email)), MAX_MAILS_TO_ADDRESS_PER_HOUR).await
}

/// The refusal of another email to an address that has reached its limit.
pub(super) fn too_many(seconds: u64) -> ApiError {
    refusal(
        seconds,
        format!(
            "This address was sent {MAX_MAILS_TO_ADDRESS_PER_HOUR} mails within an hour. Look for them, or try again in {seconds} s."
        ),
    )
}

/// Counts a change of address that an account requests. Each sends emails to the current address and to the new one,
/// which may belong to someone else.
pub(super) async fn take_address_change(app: &App, user: UserId) -> Result<(), ApiError> {
    take(app, QuotaCaller::AddressChanges(user), MAX_ADDRESS_CHANGES_PER_HOUR).await.map_err(|seconds| {
        let text = format!(
            "You asked to change your email address {MAX_ADDRESS_CHANGES_PER_HOUR} times within an hour. Try again in {seconds} s."
        );
        refusal(seconds, text)
    })
}

/// Refuses a request that needs email if no mail server is set.
pub(super) fn check_mail(app: &App) -> Result<(), ApiError> {
    match app.settings().mail {
        true => Ok(()),
        false => Err(ApiError::new(Code::Conflict, "This instance sends no mail. Ask its administrator for help.")),
    }
}
