//! The second step of a sign-in: answers a challenge, and starts the session.

use askline_domain::{
    identity::{
        grounds::TokenGround,
        second_factor::{
            MAX_CODES_OF_CHALLENGE,
            challenge::{BROWSER_REMEMBERED_FOR, Challenge, ChallengedIdentity},
            given::SecondProof,
        },
        secret::SecretDigest,
        session::{BegunByProvider, Session},
        user::User,
    },
    organizations::member::Membership,
};

use super::{
    begin::may_be_remembered,
    proof::{Checked, check},
};
use crate::{
    accounts::{
        bounds::Try,
        noted_failure::note_failure,
        sessions::{StartedSession, entries, new_session, remember, use_link},
        visit::Visit,
        waiting_link::WaitingLink,
    },
    error::{Conflict, Credential, UseCaseError},
    ports::{
        StoreError, StoreResult,
        again::again_if_rolled_back,
        change::{Change, Scope},
    },
};

/// What became of an answer.
#[expect(clippy::large_enum_variant, reason = "one value for a request, which is not moved often")]
enum Answered {
    Started(StartedSession),
    Wrong,
    Refused,
    /// The challenge expired or ended, or the account changed.
    Ended,
    /// The identity that waited cannot be linked.
    NotLinked(UseCaseError),
}

/// What a caller gives, and the identity that is linked with it.
#[derive(Clone, Copy)]
struct Given<'a> {
    proof: &'a SecondProof,
    remember: bool,
    waiting: Option<&'a WaitingLink>,
}

/// Starts a session of the account that was asked for its second factor. With `remember`, the browser does not ask again for a
/// while, if every organization of the account allows it.
pub async fn answer_challenge(
    visit: &Visit<'_>,
    id: &str,
    proof: &SecondProof,
    remember: bool,
) -> Result<StartedSession, UseCaseError> {
    let ended = || UseCaseError::WrongCredential(Credential::Challenge);
    let (digest, at) = (SecretDigest::of(id.trim()), visit.context.at);
    let ports = &visit.instance.ports;
    let challenge = ports.factors.open_challenge(digest, at).await?.ok_or_else(ended)?;
    let account = ports.organizations.user(challenge.user()).await?.ok_or_else(ended)?;
    let waiting = match challenge.identity {
        Some(ChallengedIdentity::Waiting { flow, .. }) => {
            Some(WaitingLink::read(visit, flow).await?.ok_or_else(ended)?)
        }
        _ => None,
    };
    let tried = Try::of_code(visit, &account.0).await?;
    let given = Given { proof, remember, waiting: waiting.as_ref() };
    let answered = again_if_rolled_back(|| answer(visit, digest, &account, given)).await;
    match answered {
        Ok(Answered::Started(started)) => {
            tried.give_back().await;
            Ok(started)
        }
        Ok(Answered::Wrong) => {
            note_failure(visit, &account.0, &account.1);
            Err(UseCaseError::WrongCredential(Credential::SecondFactor))
        }
        Ok(Answered::Refused) => {
            tried.give_back().await;
            Err(Conflict::CodesRefused.into())
        }
        Ok(Answered::NotLinked(why)) => {
            tried.give_back().await;
            Err(why)
        }
        Ok(Answered::Ended) | Err(StoreError::AccountChanged) => {
            tried.give_back().await;
            Err(ended())
        }
        Err(error) => {
            tried.give_back().await;
            Err(error.into())
        }
    }
}

async fn answer(
    visit: &Visit<'_>,
    digest: SecretDigest,
    (user, memberships): &(User, Vec<Membership>),
    given: Given<'_>,
) -> StoreResult<Answered> {
    let at = visit.context.at;
    let mut scopes = Scope::of_person(user.id, memberships);
    scopes.extend(given.waiting.into_iter().flat_map(WaitingLink::scopes));
    let (known, browser) = visit.known_from_now_on(user.id);
    let visitor = visit.instance.ports.sessions.digest_visitor(user.id, &known).await;
    let mut change = visit.instance.ports.factors.begin(&scopes).await?;
    let Some(challenge) = change.challenge(digest, at).await? else { return Ok(Answered::Ended) };
    change.compare_credentials(challenge.ground).await?;
    let Some((user, mut now)) = change.account(challenge.user()).await? else { return Ok(Answered::Ended) };
    // Of an organization that the person joined in the meantime, the log is not locked.
    now.retain(|membership| memberships.iter().any(|locked| locked.org_id == membership.org_id));
    let proof = match check(&mut *change, &user, given.proof, at).await? {
        Checked::Right(proof) => proof,
        Checked::Refused => return Ok(Answered::Refused),
        Checked::Wrong => {
            count_wrong(&mut *change, &challenge).await?;
            change.commit().await?;
            return Ok(Answered::Wrong);
        }
    };
    if let Some((link, used_for)) = challenge.one_time_link
        && !use_link(&mut *change, TokenGround { user: user.id, digest: link }, used_for, at).await?
    {
        return Ok(Answered::Ended);
    }
    change.end_challenge(digest).await?;
    let began_with = match (challenge.identity, given.waiting) {
        (None, _) => None,
        (Some(ChallengedIdentity::Linked(begun)), _) => Some(begun),
        (Some(ChallengedIdentity::Waiting { ends_at, .. }), Some(waiting)) => {
            match waiting.link(&mut *change, visit, (&user, &now)).await {
                Ok(identity) => Some(BegunByProvider { identity: identity.id, ends_at }),
                Err(UseCaseError::Store(error)) => return Err(error),
                Err(why) => return Ok(Answered::NotLinked(why)),
            }
        }
        (Some(ChallengedIdentity::Waiting { .. }), None) => return Ok(Answered::Ended),
    };
    let (session, token) = new_session(visit, user.id, challenge.assurance.with(proof));
    let session = Session { began_with, ..session };
    let ended = change.insert_session(&session).await?;
    // The operator may have opened a one-time link.
    let is_persons = challenge.one_time_link.is_none();
    if is_persons {
        remember(&mut *change, &session, &visitor).await?;
        if given.remember && may_be_remembered(&now) {
            change.trust_browser(&session, &visitor, at + BROWSER_REMEMBERED_FOR).await?;
        }
    }
    for entry in entries(visit, &user, &now, &session) {
        change.audit(entry).await?;
    }
    // With what the link of an identity gave.
    let Some((user, memberships)) = change.account(user.id).await? else { return Ok(Answered::Ended) };
    change.commit().await?;
    let browser = is_persons.then_some(browser);
    Ok(Answered::Started(StartedSession { user, memberships, session, token, browser, ended }))
}

/// Counts a wrong code of a challenge, and ends it when there were too many.
async fn count_wrong(change: &mut dyn Change, challenge: &Challenge) -> StoreResult<()> {
    match challenge.wrong_codes + 1 {
        wrong if wrong >= MAX_CODES_OF_CHALLENGE => change.end_challenge(challenge.digest).await,
        wrong => change.put_wrong_codes_of_challenge(challenge.digest, wrong).await,
    }
}
