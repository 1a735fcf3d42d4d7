//! Signs in an account whose first proof was given, or asks for the second factor.
//!
//! Every way to sign in ends here, so that none leads past the second factor. The store refuses a session without it, too.

use crate::{
    accounts::{
        sessions::{StartedSession, start},
        visit::Visit,
    },
    error::UseCaseError,
    ports::{StoreResult, again::again_if_rolled_back, change::Scope},
};
use askline_domain::{
    identity::{
        second_factor::{
            assurance::{Assurance, Proof},
            challenge::{CHALLENGE_LASTS, Challenge, ChallengeMethod, ChallengedIdentity, SecondStep},
        },
        secret::SecretDigest,
        session::BegunByProvider,
        token::{OneTimeUse, new_challenge_id},
        user::User,
    },
    organizations::member::Membership,
};
use jiff::Timestamp;

/// What the first proof left to be done with the second one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FirstStep {
    /// The operator's one-time link that is used up.
    pub one_time_link: Option<(SecretDigest, OneTimeUse)>,
    /// The identity of a provider that begins the session, or is linked.
    pub identity: Option<ChallengedIdentity>,
    /// When it can no longer be done; `None` if it can be done as long as a challenge lasts.
    pub until: Option<Timestamp>,
}

/// Starts a session of an account whose first proof was given. Fails with [`UseCaseError::SecondFactorRequired`] if the account
/// has a second factor, the proof does not include one, and the browser is not remembered.
pub async fn begin_log_in(
    visit: &Visit<'_>,
    account: (User, Vec<Membership>),
    first: Proof,
) -> Result<StartedSession, UseCaseError> {
    let given = Assurance::of(first);
    match enough(visit, &account, given).await? {
        Some(given) => start(visit, account, given, None).await,
        None => Err(challenge(visit, &account, given, FirstStep::default()).await?),
    }
}

/// Starts a session of an account that an identity of a provider signs in to, as [`begin_log_in`] does.
pub(crate) async fn begin_log_in_by_provider(
    visit: &Visit<'_>,
    account: (User, Vec<Membership>),
    first: Proof,
    begun: BegunByProvider,
) -> Result<StartedSession, UseCaseError> {
    let given = Assurance::of(first);
    match enough(visit, &account, given).await? {
        Some(given) => start(visit, account, given, Some(begun)).await,
        None => {
            let identity = Some(ChallengedIdentity::Linked(begun));
            Err(challenge(visit, &account, given, FirstStep { identity, ..FirstStep::default() }).await?)
        }
    }
}

/// The proofs of a session if they are enough for the account, with that of a remembered browser; otherwise `None`.
pub(crate) async fn enough(
    visit: &Visit<'_>,
    (user, memberships): &(User, Vec<Membership>),
    given: Assurance,
) -> StoreResult<Option<Assurance>> {
    if given.is_enough(user.factors) {
        return Ok(Some(given));
    }
    let is_remembered = is_remembered(visit, user, memberships).await?;
    Ok(is_remembered.then(|| given.with(Proof::RememberedBrowser)))
}

/// Stores a challenge; returns the refusal that contains its id.
pub(crate) async fn challenge(
    visit: &Visit<'_>,
    (user, memberships): &(User, Vec<Membership>),
    given: Assurance,
    first: FirstStep,
) -> Result<UseCaseError, UseCaseError> {
    let id = new_challenge_id(&mut rand::rng());
    let latest = visit.context.at + CHALLENGE_LASTS;
    let stored = Challenge {
        digest: id.digest(),
        ground: user.into(),
        assurance: given,
        one_time_link: first.one_time_link,
        identity: first.identity,
        wrong_codes: 0,
        expires_at: first.until.map_or(latest, |until| until.min(latest)),
    };
    again_if_rolled_back(|| store(visit, &stored)).await?;
    let may_remember = first.one_time_link.is_none() && may_be_remembered(memberships);
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
