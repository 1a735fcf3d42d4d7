//! Signs in an account whose first proof was given, or asks for the second factor.
//!
//! Every way to sign in ends here, so that none leads past the second factor. The store refuses a session without it, too.

use crate::{
    accounts::{
        started_session::{StartedSession, start},
        visit::Visit,
    },
    error::UseCaseError,
    ports::{StoreResult, again::again_if_rolled_back, change::Scope},
};
use askline_domain::identity::{
    member::Membership,
    second_factor::{
        assurance::{Assurance, Proof},
        challenge::{CHALLENGE_LASTS, Challenge, ChallengeMethod, SecondStep},
    },
    secret::SecretDigest,
    token::{OneTimeUse, new_challenge_id},
    user::User,
};

/// Starts a session of an account whose first proof was given. Fails with [`UseCaseError::SecondFactorRequired`] if the account
/// has a second factor, the proof does not include one, and the browser is not remembered.
pub async fn begin_log_in(
    visit: &Visit<'_>,
    account: (User, Vec<Membership>),
    first: Proof,
) -> Result<StartedSession, UseCaseError> {
    let (user, memberships) = &account;
    let given = Assurance::of(first);
    if given.is_enough(user.factors) {
        return start(visit, account, given).await;
    }
    if is_remembered(visit, user, memberships).await? {
        return start(visit, account, given.with(Proof::RememberedBrowser)).await;
    }
    Err(challenge(visit, &account, given, None).await?)
}

/// Stores a challenge; returns the refusal that contains its id.
pub(in crate::accounts) async fn challenge(
    visit: &Visit<'_>,
    (user, memberships): &(User, Vec<Membership>),
    given: Assurance,
    one_time_link: Option<(SecretDigest, OneTimeUse)>,
) -> Result<UseCaseError, UseCaseError> {
    let id = new_challenge_id(&mut rand::rng());
    let stored = Challenge {
        digest: id.digest(),
        ground: user.into(),
        assurance: given,
        one_time_link,
        wrong_codes: 0,
        expires_at: visit.context.at + CHALLENGE_LASTS,
    };
    again_if_rolled_back(|| store(visit, &stored)).await?;
    let may_remember = one_time_link.is_none() && may_be_remembered(memberships);
    Ok(UseCaseError::SecondFactorRequired(Box::new(SecondStep {
        challenge: Some(id),
        methods: ChallengeMethod::of(user.factors),
        may_remember,
        expires_at: Some(stored.expires_at),
    })))
}

async fn store(visit: &Visit<'_>, challenge: &Challenge) -> StoreResult<()> {
    let mut change = visit.instance.ports.factors.begin(&[Scope::User(challenge.user())]).await?;
    change.compare_credentials(challenge.ground).await?;
    change.insert_challenge(challenge).await?;
    change.commit_without_notice().await
}

/// Whether every organization of the account allows its browsers to be remembered.
pub(super) fn may_be_remembered(memberships: &[Membership]) -> bool {
    memberships.iter().all(|membership| membership.sign_in_rules.remember_browsers)
}

async fn is_remembered(visit: &Visit<'_>, user: &User, memberships: &[Membership]) -> StoreResult<bool> {
    match visit.visitor(user.id).browser {
        Some(browser) if may_be_remembered(memberships) => {
            visit.instance.ports.factors.is_remembered(user.id, browser, visit.context.at).await
        }
        _ => Ok(false),
    }
}
