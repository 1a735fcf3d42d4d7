//! Limits password attempts. An attempt is counted before the password is checked, and a correct one is given back, so that
//! attempts sent at the same time cannot all pass. An email without an account is counted in the same way.

use askline_domain::{
    identity::secret::SecretDigest,
    requests::{
        quota::QuotaCaller,
        sliding_minute::{Admission, Decision},
    },
    shared::ids::UserId,
};

use crate::{
    app::App,
    pipeline::{
        caller::RequestFacts,
        error::{ApiError, Code},
    },
};

/// Wrong passwords for one email from one address within a minute.
const FROM_ADDRESS_PER_MINUTE: u32 = 5;
/// Wrong passwords for one email from anywhere within an hour, and of one account in its own sessions.
const WITHIN_HOUR: u32 = 30;

/// One attempt. It stays counted when it is dropped.
pub(crate) struct Try<'a> {
    app: &'a App,
    taken: Vec<(QuotaCaller, Admission)>,
}

impl<'a> Try<'a> {
    /// An attempt to sign in as `email`, which may be anyone's. The second value is the refusal for unknown clients, if
    /// the hourly limit of the email is reached.
    pub(crate) async fn to_log_in(
        app: &'a App,
        facts: &RequestFacts,
        email: &str,
    ) -> Result<(Self, Option<ApiError>), ApiError> {
        let email = number_of(email);
        let mut this = Self { app, taken: Vec::with_capacity(2) };
        let from_address = QuotaCaller::LogInAs(facts.address.into(), email);
        this.take(from_address, FROM_ADDRESS_PER_MINUTE).await.map_err(|used_up| too_many(&used_up))?;
        let hour = this.take(QuotaCaller::LogInFromAnywhere(email), WITHIN_HOUR).await;
        Ok((this, hour.err().map(|used_up| under_attack(&used_up))))
    }

    /// An attempt at the current password in a session of the account. Attempts from outside do not count here, so that
    /// the owner can change the password during an attack.
    pub(crate) async fn in_session(
        app: &'a App,
        facts: &RequestFacts,
        user: UserId,
        email: &str,
    ) -> Result<Self, ApiError> {
        let mut this = Self { app, taken: Vec::with_capacity(2) };
        for (caller, limit) in [
            (QuotaCaller::LogInAs(facts.address.into(), number_of(email)), FROM_ADDRESS_PER_MINUTE),
            (QuotaCaller::OwnPassword(user), WITHIN_HOUR),
        ] {
            if let Err(used_up) = this.take(caller, limit).await {
                this.give_back().await;
                return Err(too_many(&used_up));
            }
        }
        Ok(this)
    }

    /// Uncounts it: the password was right, or was not looked at.
    pub(crate) async fn give_back(self) {
        for (caller, admission) in self.taken {
            self.app.ports().rate_limiter.give_back(caller, admission).await;
        }
    }

    async fn take(&mut self, caller: QuotaCaller, limit: u32) -> Result<(), Decision> {
        let decision = self.app.ports().rate_limiter.take(caller, limit).await;
        let admission = decision.admission.ok_or(decision)?;
        self.taken.push((caller, admission));
        Ok(())
    }
}

fn too_many(used_up: &Decision) -> ApiError {
    let seconds = used_up.retry_after_seconds();
    refusal(seconds, format!("Too many wrong passwords for this email address. Try again in {seconds} s."))
}

fn under_attack(used_up: &Decision) -> ApiError {
    let seconds = used_up.retry_after_seconds();
    let text = format!(
        "Too many wrong passwords for this email address within an hour. Sign in from a browser or an address that you \
         signed in from before, or try again in {seconds} s."
    );
    refusal(seconds, text)
}

fn refusal(seconds: u64, message: String) -> ApiError {
    ApiError { retry_after: Some(seconds), ..ApiError::new(Code::RateLimited, message) }
}

/// The first 64 bits of the email's SHA-256.
pub(crate) fn number_of(email: &str) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = SecretDigest::of(email).0;
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}
