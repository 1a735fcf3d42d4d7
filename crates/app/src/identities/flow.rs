//! Sends a person to a provider, and takes them back.
//!
//! Everything about the way there and back follows from a token in a cookie of the browser. It is used once, by the browser that
//! has it.

use askline_domain::identity::{
    account_input::ProviderChoice,
    linked_identity::{FLOW_LASTS, FlowPurpose, FlowValues, LinkedIdentity},
    secret::Secret,
    token::new_flow_token,
};
use url::Url;

use super::{
    link::link_in_session,
    prove::{check_may_prove, prove_in_session},
    sign_in::{SignedIn, sign_in},
};
use crate::{
    accounts::Visit,
    error::{Credential, UseCaseError},
    ports::{
        again::again_if_rolled_back,
        identity::{
            identities::Flow,
            identity_providers::{ProofTimes, ProviderAnswer, ProviderFault},
            sessions::SessionGrant,
        },
    },
};

/// A person who is to be sent to a provider.
pub struct Begun {
    /// The address to send the browser to.
    pub location: Url,
    /// The token for the cookie of the browser.
    pub token: Secret,
    /// The `state` of the request.
    pub state: String,
}

/// What became of a person who came back from a provider.
#[expect(clippy::large_enum_variant, reason = "one value for a request, which is not moved often")]
pub enum Finished {
    /// They sign in.
    SignedIn(SignedIn),
    /// The identity is linked to the account of the session that asked for it.
    Linked(LinkedIdentity),
    /// They proved that it is still they who use the session that asked for it.
    Proven,
}

/// Begins a sign-in.
pub async fn begin(visit: &Visit<'_>, provider: &str) -> Result<Begun, UseCaseError> {
    begin_for(visit, provider, FlowPurpose::SignIn).await
}

/// Begins the linking of an identity to the account of a session, which has a fresh proof.
pub async fn begin_link(
    visit: &Visit<'_>,
    grant: &SessionGrant,
    choice: ProviderChoice,
) -> Result<Begun, UseCaseError> {
    begin_for(visit, &choice.check()?, FlowPurpose::Link(grant.ground())).await
}

/// Begins to prove with a linked identity that it is still the person who uses a session. The provider asks them to sign in again.
pub async fn begin_proof(
    visit: &Visit<'_>,
    grant: &SessionGrant,
    choice: ProviderChoice,
) -> Result<Begun, UseCaseError> {
    let provider = choice.check()?;
    check_may_prove(visit, grant, &provider).await?;
    begin_for(visit, &provider, FlowPurpose::Prove(grant.ground())).await
}

async fn begin_for(visit: &Visit<'_>, provider: &str, purpose: FlowPurpose) -> Result<Begun, UseCaseError> {
    if visit.instance.providers.named(provider).is_none() {
        return Err(UseCaseError::NotFound("sign-in provider"));
    }
    let ports = &visit.instance.ports;
    let token = new_flow_token(&mut rand::rng());
    let values = FlowValues::of(&token);
    let again = matches!(purpose, FlowPurpose::Prove(_));
    let location = ports.identity_providers.authorization(provider, &values, again).await;
    let location = location.map_err(|fault| error_of(provider, fault))?;
    let (digest, at) = (token.digest(), visit.context.at);
    let flow = Flow { digest, provider: provider.into(), purpose, expires_at: at + FLOW_LASTS, proven: None };
    again_if_rolled_back(|| ports.identities.begin_flow(&flow, at)).await?;
    Ok(Begun { location, token, state: values.state })
}

/// Takes a person back from a provider. `token` is the one of their browser's cookie, and `state` is what came back.
pub async fn finish(
    visit: &Visit<'_>,
    provider: &str,
    (token, state): (Option<Secret>, &str),
    answer: ProviderAnswer<'_>,
) -> Result<Finished, UseCaseError> {
    let (instance, at) = (visit.instance, visit.context.at);
    let provider = instance.providers.named(provider).ok_or(UseCaseError::NotFound("sign-in provider"))?;
    let refused = || UseCaseError::WrongCredential(Credential::Provider);
    let token = token.ok_or_else(refused)?;
    let values = FlowValues::of(&token);
    if values.state != state {
        return Err(refused());
    }
    let ports = &instance.ports;
    // Ended before the provider is asked, so that a second request with the same answer finds nothing.
    let digest = token.digest();
    let flow = again_if_rolled_back(|| ports.identities.end_flow(digest, at)).await?;
    let flow = flow.filter(|flow| flow.provider == provider.name).ok_or_else(refused)?;
    let again_since = matches!(flow.purpose, FlowPurpose::Prove(_)).then(|| flow.expires_at - FLOW_LASTS);
    let times = ProofTimes { now: at, again_since };
    let proven = ports.identity_providers.prove(&provider.name, answer, &values, times).await;
    let proven = proven.map_err(|fault| error_of(&provider.name, fault))?;
    match flow.purpose {
        FlowPurpose::SignIn => match sign_in(visit, provider, &proven, &flow).await? {
            SignedIn::NeedsPassword { email, .. } => {
                Ok(Finished::SignedIn(SignedIn::NeedsPassword { state: values.state, token: None, email }))
            }
            started => Ok(Finished::SignedIn(started)),
        },
        FlowPurpose::Link(ground) => {
            again_if_rolled_back(|| link_in_session(visit, &proven, ground)).await.map(Finished::Linked)
        }
        FlowPurpose::Prove(ground) => {
            again_if_rolled_back(|| prove_in_session(visit, provider, &proven, ground)).await.map(|()| Finished::Proven)
        }
    }
}

/// The error for the person; the reason is for the operator.
fn error_of(provider: &str, fault: ProviderFault) -> UseCaseError {
    match fault {
        ProviderFault::Unknown => UseCaseError::NotFound("sign-in provider"),
        ProviderFault::Unusable(why) => {
            tracing::warn!(provider, reason = %why, "A sign-in provider cannot be used");
            UseCaseError::ProviderUnavailable
        }
        ProviderFault::NotProven(why) => {
            tracing::warn!(provider, reason = %why, "A sign-in through a provider was refused");
            UseCaseError::WrongCredential(Credential::Provider)
        }
    }
}
