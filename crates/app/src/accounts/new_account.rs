//! Creates accounts that own an organization: sign-up and the one-time set-up.

use askline_domain::{
    identity::{
        account::NewAccount,
        address_state::AddressState,
        grounds::NewAccountGround,
        links::{MailedLink, PendingSignUp},
        mail_language::MailLanguage,
        second_factor::assurance::{FactorSet, Proof},
        secret::{Secret, SecretDigest},
        token::{TokenPurpose, new_sign_up_token},
        user::{CredentialVersion, User},
    },
    mail::{Addressee, Mail, MailContent, MailKind},
    organizations::{
        OrganizationSettings,
        founding::{Founder, SetUp, SignUp},
        plan::Plan,
    },
    shared::ids::{Id as _, UserId},
};
use jiff::Timestamp;

use super::{bounds::MIN_ANSWER_TIME, second_factor::begin_log_in, sessions::StartedSession, visit::Visit};
use crate::{
    error::{Conflict, Credential, UseCaseError},
    instance::Instance,
    organizations::{self, Owner},
    ports::{StoreResult, again::again_if_rolled_back, change::Scope, identity::accounts::AccountStore},
    set_up_token::SetupTokenCheck,
};

/// What became of a sign-up.
#[expect(clippy::large_enum_variant, reason = "one value for a request, which is not moved often")]
pub enum SignedUp {
    /// The account exists, with an organization and this session.
    Started(StartedSession),
    /// An email says how to go on. Whether the address had an account is only in the email.
    Mailed,
}

/// Creates an account with an organization on this plan, and starts a session. If the instance sends email, the link in an
/// email does so instead: neither the response nor its time reveals whether an account has the address.
pub async fn sign_up(visit: &Visit<'_>, new: SignUp, plan: Plan) -> Result<SignedUp, UseCaseError> {
    let founder = new.check()?;
    visit.instance.providers.check_new_password_allowed(&founder.account.email)?;
    if !visit.instance.sends_mail {
        let user = found(visit, founder, plan, |user| Owner::New(user, NewAccountGround::Nobody)).await?;
        return log_in_as(visit, user).await.map(SignedUp::Started);
    }
    let Founder { account: NewAccount { email, name, password }, organization } = founder;
    let password_hash = visit.instance.hashing.place()?.hash(password).await?;
    let hashed_at = visit.clock.elapsed();
    let pending = PendingSignUp { email, name, password_hash, organization: organization.name };
    let (accounts, token) = (&*visit.instance.ports.accounts, new_sign_up_token(&mut rand::rng()));
    again_if_rolled_back(|| mail_sign_up(accounts, &pending, &token, visit.language, visit.context.at)).await?;
    tokio::time::sleep(MIN_ANSWER_TIME.saturating_sub(visit.clock.elapsed() - hashed_at)).await;
    Ok(SignedUp::Mailed)
}

/// Stores a sign-up and emails its link, unless an account has the address or can restore it: then the email says so, and as much is
/// stored without any effect. The same holds beyond a limit of emails, where none is sent.
pub async fn mail_sign_up(
    accounts: &dyn AccountStore,
    new: &PendingSignUp,
    token: &Secret,
    language: Option<MailLanguage>,
    at: Timestamp,
) -> StoreResult<()> {
    let email = new.email.as_str();
    let mut change = accounts.begin(&[Scope::Email(email)]).await?;
    // Sign-ups and their refusals share a limit, so it does not matter which of the two is counted.
    let admitted = change.admit_requested_mail(MailKind::SignUp, email, at).await?;
    let is_taken = change.is_address_taken(email, None, at).await?;
    let account = change.account_of_address(email).await?;
    let is_refused = account.as_ref().is_some_and(|account| account.address.refused.is_some());
    let to = if admitted.is_some() && !is_refused { email } else { "" };
    let kept = if is_taken { "" } else { to };
    change.insert_sign_up(&MailedLink::new(TokenPurpose::SignUp, token, None, kept, at), new).await?;
    let content =
        if is_taken { MailContent::AccountExists } else { MailContent::SignUp { token: token.expose().to_owned() } };
    let known = account.as_ref().and_then(|account| account.address.language);
    let mail = Mail { to: to.to_owned(), language: known.or(language).unwrap_or_default(), content, at };
    let addressee = account.map_or(Addressee::Nobody, |account| Addressee::User(account.id));
    change.send_requested_mail(admitted, addressee, &mail).await?;
    change.commit_without_notice().await
}

/// Creates the account of a sign-up with the token that was emailed, and starts a session. Returns it with the address, which
/// is confirmed.
pub(super) async fn finish_sign_up(
    visit: &Visit<'_>,
    token: &str,
    plan: Plan,
) -> Result<(String, StartedSession), UseCaseError> {
    let (digest, at) = (SecretDigest::of(token.trim()), visit.context.at);
    let pending = visit.instance.ports.accounts.pending_sign_up(digest, at).await?;
    let pending = pending.ok_or(UseCaseError::WrongCredential(Credential::MailedLink))?;
    visit.instance.providers.check_new_password_allowed(&pending.email)?;
    let user = User {
        id: UserId::new(at, &mut rand::rng()),
        email: pending.email.clone(),
        name: pending.name,
        created_at: at,
        password_hash: Some(pending.password_hash),
        address: AddressState { verified_at: Some(at), language: visit.language, ..AddressState::default() },
        credential_version: CredentialVersion::default(),
        locked_at: None,
        factors: FactorSet::default(),
        wrong_codes: 0,
    };
    let context = visit.by(&user);
    let settings = OrganizationSettings::of_name(pending.organization);
    let owner = Owner::New(user, NewAccountGround::SignUp(digest));
    let organizations = &*visit.instance.ports.organizations;
    let (_, user) = organizations::create(organizations, settings, plan, owner, &context).await?;
    Ok((pending.email, log_in_as(visit, user).await?))
}

/// Creates the first owner with an organization on this plan, and starts a session.
pub async fn set_up(visit: &Visit<'_>, new: SetUp, plan: Plan) -> Result<StartedSession, UseCaseError> {
    match visit.instance.setup_token.check(&new.token) {
        SetupTokenCheck::Valid => {}
        SetupTokenCheck::Used => return Err(Conflict::FirstOwnerExists.into()),
        SetupTokenCheck::Unknown => return Err(UseCaseError::WrongCredential(Credential::SetupToken)),
    }
    let user = found(visit, new.check()?, plan, Owner::First).await;
    // The token ends in both cases: if another person or the command line created the first owner, it has no use.
    if matches!(user, Ok(_) | Err(UseCaseError::InConflict(_))) {
        visit.instance.setup_token.end();
    }
    log_in_as(visit, user?).await
}

/// Whether there is no owner yet, so that the set-up token can create the first one. Another server, or a command, may have
/// created one since the token was printed. Without an unused token, the store is not read.
pub async fn needs_setup(instance: &Instance) -> StoreResult<bool> {
    if !instance.setup_token.is_open() {
        return Ok(false);
    }
    let has_owner = instance.ports.organizations.any_user().await?;
    if has_owner {
        instance.setup_token.end();
    }
    Ok(!has_owner)
}

/// Starts a session of an account that was just stored.
pub(crate) async fn log_in_as(visit: &Visit<'_>, user: UserId) -> Result<StartedSession, UseCaseError> {
    let account = visit.instance.ports.organizations.user(user).await?.ok_or(Conflict::AccountRemoved)?;
    begin_log_in(visit, account, Proof::Password).await
}

/// Returns the account with its password hashed, not yet stored.
pub(crate) async fn hashed(visit: &Visit<'_>, account: NewAccount) -> Result<User, UseCaseError> {
    let hash = visit.instance.hashing.place()?.hash(account.password.clone()).await?;
    let at = visit.context.at;
    Ok(account.into_user(UserId::new(at, &mut rand::rng()), hash, at))
}

async fn found(
    visit: &Visit<'_>,
    Founder { account, organization }: Founder,
    plan: Plan,
    as_owner: fn(User) -> Owner,
) -> Result<UserId, UseCaseError> {
    let owner = hashed(visit, account).await?;
    let context = visit.by(&owner);
    let organizations = &*visit.instance.ports.organizations;
    let (_, user) = organizations::create(organizations, organization, plan, as_owner(owner), &context).await?;
    Ok(user)
}
