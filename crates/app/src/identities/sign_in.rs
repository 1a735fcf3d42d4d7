//! Signs a person in whose identity a provider proved.

use askline_domain::{
    identity::{
        address_state::AddressState,
        linked_identity::{FLOW_LASTS, FlowPurpose, FlowValues, LinkedIdentity, PROVIDER_SESSION_LASTS},
        names::person_name_from_elsewhere,
        provider::{ProvenIdentity, Provider},
        second_factor::assurance::FactorSet,
        secret::{Secret, SecretDigest},
        session::BegunByProvider,
        token::new_flow_token,
        user::{CredentialVersion, User},
    },
    requests::quota::QuotaCaller,
    shared::ids::{Id as _, LinkedIdentityId, UserId},
};

use crate::{
    accounts::{StartedSession, Visit, begin_log_in_by_provider, by_provider},
    error::{Conflict, Credential, TooOften, UseCaseError},
    identity_links::{apply_roles, link_of, scopes_of_roles},
    ports::{StoreError, again::again_if_rolled_back, change::Scope, identity::identities::Flow},
};

/// What became of a person whose identity a provider proved.
#[expect(clippy::large_enum_variant, reason = "one value for a request, which is not moved often")]
pub enum SignedIn {
    /// They have a session.
    Started(StartedSession),
    /// An account has the address that the provider named, and its password links the identity.
    NeedsPassword {
        /// The `state` by which the sign-in goes on.
        state: String,
        /// The token for the cookie of the browser, if it has none for this sign-in.
        token: Option<Secret>,
        /// The address of the account.
        email: String,
    },
}

/// How often a sign-in starts over because the identity was linked or unlinked at the same time.
const MAX_TRIES: u32 = 3;

/// The maximum number of sign-ins by a gate of one person per minute.
const BY_GATE_PER_MINUTE: u32 = 10;

/// Signs a person in whom the gate in front of the service named. Sign-ins are counted for the person, since all of them come from
/// the address of the gate.
pub async fn sign_in_by_gate(visit: &Visit<'_>, proven: &ProvenIdentity) -> Result<SignedIn, UseCaseError> {
    let gate = visit.instance.providers.gate.clone().ok_or(UseCaseError::NotFound("sign-in provider"))?;
    let person = QuotaCaller::SignInByGate(SecretDigest::of(&proven.subject).first_bits());
    let decision = visit.instance.ports.rate_limiter.take(person, BY_GATE_PER_MINUTE).await;
    if decision.admission.is_none() {
        return Err(UseCaseError::TooOften(TooOften::SignInsByGate, decision.retry_after_seconds()));
    }
    let token = new_flow_token(&mut rand::rng());
    let flow = Flow {
        digest: token.digest(),
        provider: gate.name.clone(),
        purpose: FlowPurpose::SignIn,
        expires_at: visit.context.at + FLOW_LASTS,
        proven: None,
    };
    match sign_in(visit, &gate, proven, &flow).await? {
        SignedIn::NeedsPassword { email, .. } => {
            Ok(SignedIn::NeedsPassword { state: FlowValues::of(&token).state, token: Some(token), email })
        }
        started => Ok(started),
    }
}

/// Signs a person in with the account that the identity is linked to, or with a new one.
pub(super) async fn sign_in(
    visit: &Visit<'_>,
    provider: &Provider,
    proven: &ProvenIdentity,
    flow: &Flow,
) -> Result<SignedIn, UseCaseError> {
    let ports = &visit.instance.ports;
    for _ in 0..MAX_TRIES {
        let linked = match ports.identities.identity(&proven.issuer, &proven.subject).await? {
            Some(linked) => again_if_rolled_back(|| enter(visit, provider, proven, &linked)).await?.then_some(linked),
            None => {
                let email = address_of_new(provider, proven)?;
                if let Some((user, _)) = ports.organizations.user_by_email(&email).await? {
                    // To a person whose address nobody confirmed, all accounts with it look alike.
                    if user.password_hash.is_none() && proven.email_verified {
                        return Err(Conflict::AccountWithoutPassword.into());
                    }
                    return wait_for_password(visit, flow, proven, user.email).await;
                }
                again_if_rolled_back(|| found(visit, provider, proven, email.clone())).await?
            }
        };
        if let Some(linked) = linked {
            return again_if_rolled_back(|| begin_session(visit, provider, &linked)).await.map(SignedIn::Started);
        }
    }
    Err(UseCaseError::WrongCredential(Credential::Provider))
}

/// The address of a person who has no account yet, if the provider lets them in. Says nothing about accounts to others.
fn address_of_new(provider: &Provider, proven: &ProvenIdentity) -> Result<String, UseCaseError> {
    let may_ask = provider.admits(proven) || proven.email_verified;
    let email = proven.email.clone().filter(|_| may_ask);
    email.ok_or_else(|| UseCaseError::NotAdmitted(provider.title.clone()))
}

/// Keeps what was proven until the person has given the password of the account with this address.
async fn wait_for_password(
    visit: &Visit<'_>,
    flow: &Flow,
    proven: &ProvenIdentity,
    email: String,
) -> Result<SignedIn, UseCaseError> {
    let waiting = Flow { proven: Some(proven.clone()), ..flow.clone() };
    let (identities, at) = (&visit.instance.ports.identities, visit.context.at);
    again_if_rolled_back(|| identities.begin_flow(&waiting, at)).await?;
    Ok(SignedIn::NeedsPassword { state: String::new(), token: None, email })
}

/// Creates the account of a person whom the provider lets in, with their identity and their memberships. `None` if the identity
/// was linked at the same time.
async fn found(
    visit: &Visit<'_>,
    provider: &Provider,
    proven: &ProvenIdentity,
    email: String,
) -> Result<Option<LinkedIdentity>, UseCaseError> {
    // An address that nobody confirmed, of a domain that another provider decides about, may be another person's.
    if !provider.admits(proven) || (!proven.email_verified && visit.instance.providers.is_for_another(&email, provider))
    {
        return Err(UseCaseError::NotAdmitted(provider.title.clone()));
    }
    let at = visit.context.at;
    let user = User {
        id: UserId::new(at, &mut rand::rng()),
        email,
        name: person_name_from_elsewhere(&proven.name),
        created_at: at,
        password_hash: None,
        address: AddressState {
            verified_at: proven.email_verified.then_some(at),
            language: visit.language,
            ..AddressState::default()
        },
        credential_version: CredentialVersion::default(),
        locked_at: None,
        factors: FactorSet::default(),
        wrong_codes: 0,
    };
    let identity = link_of(user.id, proven, LinkedIdentityId::new(at, &mut rand::rng()), at);
    let context = by_provider(visit, &provider.name);
    let mut scopes = vec![Scope::Identity(&proven.issuer, &proven.subject)];
    scopes.extend(Scope::of_account(&user));
    scopes.extend(scopes_of_roles(provider));
    let mut change = visit.instance.ports.organizations.begin(&scopes).await?;
    if change.identity(&proven.issuer, &proven.subject).await?.is_some() {
        return Ok(None);
    }
    if change.is_address_taken(&user.email, None, at).await? {
        return Err(Conflict::AddressTaken.into());
    }
    change.insert_account(&user).await?;
    change.insert_identity(&identity).await?;
    apply_roles(&mut *change, provider, proven, (user.id, &user.email), &context).await?;
    change.commit().await?;
    Ok(Some(identity))
}

/// Notes that an identity signs in, and computes its roles again. Returns false if the identity was unlinked at the same time.
async fn enter(
    visit: &Visit<'_>,
    provider: &Provider,
    proven: &ProvenIdentity,
    linked: &LinkedIdentity,
) -> Result<bool, UseCaseError> {
    let ports = &visit.instance.ports;
    let Some((user, _)) = ports.organizations.user(linked.user_id).await? else { return Ok(false) };
    if user.locked_at.is_some() {
        // The answer does not reveal that it is locked.
        return Err(UseCaseError::WrongCredential(Credential::Provider));
    }
    let (context, at) = (by_provider(visit, &provider.name), visit.context.at);
    let mut scopes = vec![Scope::Identity(&proven.issuer, &proven.subject), Scope::User(user.id)];
    scopes.extend(scopes_of_roles(provider));
    let mut change = ports.organizations.begin(&scopes).await?;
    let still = change.identity(&proven.issuer, &proven.subject).await?;
    if still.is_none_or(|still| still.id != linked.id) {
        return Ok(false);
    }
    change.note_identity_use(linked, proven, at).await?;
    apply_roles(&mut *change, provider, proven, (user.id, &user.email), &context).await?;
    change.commit().await?;
    Ok(true)
}

/// Starts a session that ends when the identity is unlinked, and after a working day at the latest. Asks for the account's second
/// factor, unless the provider did.
async fn begin_session(
    visit: &Visit<'_>,
    provider: &Provider,
    linked: &LinkedIdentity,
) -> Result<StartedSession, UseCaseError> {
    let begun = BegunByProvider { identity: linked.id, ends_at: visit.context.at + PROVIDER_SESSION_LASTS };
    let account = visit.instance.ports.organizations.user(linked.user_id).await?.ok_or(UseCaseError::AccountDeleted)?;
    match begin_log_in_by_provider(visit, account, provider.proof(), begun).await {
        Err(UseCaseError::Store(StoreError::AccountChanged)) => {
            Err(UseCaseError::WrongCredential(Credential::Provider))
        }
        started => started,
    }
}
