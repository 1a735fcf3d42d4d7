//! Limits password attempts, and says when a limit of emails allows another one.
//!
//! An attempt is counted before the password is checked, and uncounted if the password is right or was not checked, so
//! that attempts sent at the same time cannot all pass. Attempts for an email address without an account are counted in
//! the same way.

use std::{net::IpAddr, time::Duration};

use askline_domain::{
    identity::{
        grounds::ConfirmedGround,
        secret::{Secret, SecretDigest},
        user::User,
    },
    mail::MailColumn,
    requests::{quota::QuotaCaller, sliding_minute::Admission},
    shared::ids::SharedLinkId,
};
use jiff::Timestamp;

use super::visit::Visit;
use crate::{
    error::{Credential, TooOften, UseCaseError},
    instance::Instance,
    ports::{identity::sessions::SessionGrant, mail::MailLimitReached, requests::rate_limiter::RateLimiter},
};

/// The minimum duration of a request for an emailed link, apart from hashing a password: longer than storing a token for an
/// account.
pub(super) const MIN_ANSWER_TIME: Duration = Duration::from_millis(150);
/// The maximum number of wrong passwords for one email address from one IP address (an IPv6 /64) per minute.
const FROM_ADDRESS_PER_MINUTE: u32 = 5;
/// The maximum number of wrong passwords per hour: for one email address from anywhere, and for one account in its own sessions.
const WITHIN_HOUR: u32 = 30;

/// Counts one use by a caller; fails with `used_up` if the limit is reached.
async fn take(
    limiter: &dyn RateLimiter,
    caller: QuotaCaller,
    limit: u32,
    used_up: TooOften,
) -> Result<Admission, UseCaseError> {
    let decision = limiter.take(caller, limit).await;
    decision.admission.ok_or_else(|| UseCaseError::TooOften(used_up, decision.retry_after_seconds()))
}

/// The refusal of a change at `at` whose email is beyond a limit.
pub(crate) fn too_often(reached: MailLimitReached, at: Timestamp) -> UseCaseError {
    let what = match reached.column {
        MailColumn::Account => TooOften::AddressChanges,
        MailColumn::Address => TooOften::MailsToAddress,
        MailColumn::AddressOfOrganization => TooOften::MailsOfOrganizationToAddress,
        MailColumn::Organization => TooOften::MailsOfOrganization,
    };
    let milliseconds = u64::try_from(reached.free_at.duration_since(at).as_millis()).unwrap_or(0);
    UseCaseError::TooOften(what, milliseconds.div_ceil(1_000).max(1))
}

/// Checks the current password of the session's account, which was sent in `field`, if the account has one. Returns the
/// ground of a change that needs it. Attempts are limited as for sign-ins, so that a stolen session is not a way to
/// guess the password.
pub(super) async fn confirm(
    visit: &Visit<'_>,
    grant: &SessionGrant,
    password: Secret,
    field: &'static str,
) -> Result<ConfirmedGround, UseCaseError> {
    let user = &grant.user;
    let ground = ConfirmedGround { session: grant.ground(), credentials: user.into() };
    let Some(hash) = user.password_hash.clone() else {
        // There is no password to compare, so what was sent in its place proves nothing.
        return if grant.has_fresh_proof(visit.context.at) { Ok(ground) } else { Err(UseCaseError::FreshProofNeeded) };
    };
    let tried = Try::in_session(visit, user).await?;
    let verified = match visit.instance.hashing.place() {
        Ok(place) => place.verify(password, Some(hash)).await,
        Err(full) => Err(full),
    };
    if let Ok(false) = verified {
        return Err(UseCaseError::WrongCredential(Credential::CurrentPassword(field)));
    }
    tried.give_back().await;
    verified.map(|_| ground)
}

/// One attempt at a password. It stays counted when it is dropped.
pub(crate) struct Try<'a> {
    limiter: &'a dyn RateLimiter,
    taken: Vec<(QuotaCaller, Admission)>,
}

impl<'a> Try<'a> {
    /// An attempt to sign in as `email`, which may be anyone's. The second value is the refusal for unknown clients, if
    /// the hourly limit of the email address is reached.
    pub(super) async fn to_log_in(
        visit: &'a Visit<'_>,
        email: &str,
    ) -> Result<(Self, Option<UseCaseError>), UseCaseError> {
        let email = number_of(email);
        let mut this = Self::none_yet(visit);
        let from_address = QuotaCaller::LogInAs(visit.address.into(), email);
        this.take(from_address, FROM_ADDRESS_PER_MINUTE, TooOften::WrongPasswords).await?;
        let anywhere = QuotaCaller::LogInFromAnywhere(email);
        let hour = this.take(anywhere, WITHIN_HOUR, TooOften::WrongPasswordsFromAnywhere).await;
        Ok((this, hour.err()))
    }

    /// An attempt at the current password in a session of the account. Sign-in attempts from other addresses do not count here,
    /// so that the account's owner can change the password during an attack.
    async fn in_session(visit: &'a Visit<'_>, user: &User) -> Result<Self, UseCaseError> {
        let mut this = Self::none_yet(visit);
        for (caller, limit) in [
            (QuotaCaller::LogInAs(visit.address.into(), number_of(&user.email)), FROM_ADDRESS_PER_MINUTE),
            (QuotaCaller::OwnPassword(user.id), WITHIN_HOUR),
        ] {
            if let Err(used_up) = this.take(caller, limit, TooOften::WrongPasswords).await {
                this.give_back().await;
                return Err(used_up);
            }
        }
        Ok(this)
    }

    /// An attempt at a second factor, which counts together with the wrong passwords of the account's email address. From a
    /// client that the account knows, it is allowed beyond the hourly limit, as a sign-in is.
    pub(super) async fn of_code(visit: &'a Visit<'_>, user: &User) -> Result<Self, UseCaseError> {
        let (tried, used_up) = Self::to_log_in(visit, &user.email).await?;
        if let Some(refusal) = used_up
            && !visit.instance.ports.sessions.knows_visitor(user.id, &visit.visitor(user.id), visit.context.at).await?
        {
            tried.give_back().await;
            return Err(refusal);
        }
        Ok(tried)
    }

    /// An attempt at the password of a shared link, limited as for sign-ins.
    pub(crate) async fn at_link(
        instance: &'a Instance,
        address: IpAddr,
        link: SharedLinkId,
    ) -> Result<Self, UseCaseError> {
        let name = number_of(&link.to_string());
        let mut this = Self { limiter: &*instance.ports.rate_limiter, taken: Vec::with_capacity(2) };
        let from_address = QuotaCaller::LogInAs(address.into(), name);
        this.take(from_address, FROM_ADDRESS_PER_MINUTE, TooOften::WrongLinkPasswords).await?;
        if let Err(used_up) =
            this.take(QuotaCaller::LogInFromAnywhere(name), WITHIN_HOUR, TooOften::WrongLinkPasswords).await
        {
            this.give_back().await;
            return Err(used_up);
        }
        Ok(this)
    }

    fn none_yet(visit: &'a Visit<'_>) -> Self {
        Self { limiter: &*visit.instance.ports.rate_limiter, taken: Vec::with_capacity(2) }
    }

    /// Uncounts the attempt, because the password was right or was not checked.
    pub(crate) async fn give_back(self) {
        for (caller, admission) in self.taken {
            self.limiter.give_back(caller, admission).await;
        }
    }

    async fn take(&mut self, caller: QuotaCaller, limit: u32, used_up: TooOften) -> Result<(), UseCaseError> {
        let admission = take(self.limiter, caller, limit, used_up).await?;
        self.taken.push((caller, admission));
        Ok(())
    }
}

/// The first 64 bits of the email address's SHA-256.
fn number_of(email: &str) -> u64 {
    SecretDigest::of(email).first_bits()
}
