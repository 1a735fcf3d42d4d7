//! Sets up and removes an authenticator app, and replaces recovery codes.

use askline_domain::{
    identity::{
        grounds::SessionGround,
        second_factor::{
            TOTP_SET_UP_LASTS,
            assurance::{FactorKind, FactorSet, Proof},
            recovery_code::{as_read, new_recovery_codes},
            totp::{new_totp_secret, otpauth_uri, qr_svg, step_of_code},
        },
        secret::Secret,
        user::User,
    },
    mail::{FactorChange, MailContent},
};
use serde_json::json;

use crate::{
    accounts::{ended_access::audit_members, visit::Visit},
    error::{Conflict, Credential, UseCaseError},
    ports::{
        StoreResult,
        change::{Change, Scope},
        identity::sessions::SessionGrant,
    },
};

/// What an authenticator app needs to be set up.
pub struct TotpOffer {
    /// The secret in base32, for apps without a camera.
    pub secret: Secret,
    /// The address that apps read: `otpauth://…`.
    pub uri: Secret,
    /// The address as a QR code: an SVG.
    pub qr: String,
}

/// Stores the secret of a new authenticator app, which counts once [`confirm_totp`] gets its first code. Ends an earlier secret
/// that was not confirmed.
pub async fn offer_totp(visit: &Visit<'_>, grant: &SessionGrant) -> Result<TotpOffer, UseCaseError> {
    let secret = new_totp_secret(&mut rand::rng());
    let failed = || UseCaseError::failed("the address of an authenticator app could not be written");
    let uri = otpauth_uri(&secret, &grant.user.email).ok_or_else(failed)?;
    let qr = qr_svg(&uri).ok_or_else(failed)?;
    let user = grant.user.id;
    visit.instance.ports.factors.prepare().await?;
    let mut change = visit.instance.ports.factors.begin(&[Scope::User(user)]).await?;
    change.compare_session(grant.ground()).await?;
    if change.totp(user).await?.is_some_and(|totp| totp.confirmed_at.is_some()) {
        return Err(Conflict::TotpExists.into());
    }
    change.put_totp(user, &secret, visit.context.at).await?;
    change.commit_without_notice().await?;
    Ok(TotpOffer { secret, uri, qr })
}

/// Confirms an authenticator app with its first code. Returns the new recovery codes, of which only digests are stored.
pub async fn confirm_totp(visit: &Visit<'_>, grant: &SessionGrant, code: &str) -> Result<Vec<Secret>, UseCaseError> {
    let (at, user) = (visit.context.at, grant.user.id);
    let codes = new_recovery_codes(&mut rand::rng());
    let mut change = visit.instance.ports.factors.begin(&Scope::of_person(grant.user.id, &grant.memberships)).await?;
    change.compare_session(grant.ground()).await?;
    let offered = change.totp(user).await?.ok_or(Conflict::NoTotpOffered)?;
    if offered.confirmed_at.is_some() {
        return Err(Conflict::TotpExists.into());
    }
    if offered.created_at + TOTP_SET_UP_LASTS <= at {
        return Err(Conflict::NoTotpOffered.into());
    }
    let step = step_of_code(&offered.secret, code, at);
    let step = step.ok_or(UseCaseError::WrongCredential(Credential::SecondFactor))?;
    let (account, _) = change.account(user).await?.ok_or(UseCaseError::AccountDeleted)?;
    change.confirm_totp(user, at).await?;
    change.put_totp_step(user, step).await?;
    change.put_factors(user, account.factors.with(FactorKind::Totp)).await?;
    change.put_recovery_codes(user, &as_read(&codes)).await?;
    change.put_proof(grant.ground(), Proof::Totp, at).await?;
    end_what_needed_no_factor(&mut *change, grant.ground(), account.factors).await?;
    let told = ReportedChange { change: FactorChange::TotpAdded, action: "auth.totp_added" };
    tell(&mut *change, visit, grant, &account, told).await?;
    change.commit().await?;
    Ok(codes.to_vec())
}

/// Removes the authenticator app. Without another factor, recovery codes and remembered browsers end as well.
pub async fn remove_totp(visit: &Visit<'_>, grant: &SessionGrant) -> Result<(), UseCaseError> {
    let user = grant.user.id;
    let mut change = visit.instance.ports.factors.begin(&Scope::of_person(grant.user.id, &grant.memberships)).await?;
    change.compare_session(grant.ground()).await?;
    let (account, _) = change.account(user).await?.ok_or(UseCaseError::AccountDeleted)?;
    if !account.factors.contains(FactorKind::Totp) {
        return Err(UseCaseError::NotFound("authenticator app"));
    }
    change.delete_totp(user).await?;
    end_factor(&mut *change, &account, FactorKind::Totp).await?;
    change.put_wrong_codes(user, 0).await?;
    change.forget_remembered_browsers(user).await?;
    change.end_challenges(user).await?;
    let told = ReportedChange { change: FactorChange::TotpRemoved, action: "auth.totp_removed" };
    tell(&mut *change, visit, grant, &account, told).await?;
    change.commit().await?;
    Ok(())
}

/// Ends what was begun without a second factor, when an account that had these gets one: sign-ins that wait, and with the first
/// factor all other sessions, one of which may be another person's.
pub(in crate::accounts) async fn end_what_needed_no_factor(
    change: &mut dyn Change,
    ground: SessionGround,
    before: FactorSet,
) -> StoreResult<()> {
    if before.is_empty() {
        change.end_sessions(ground.user, Some(ground.session)).await?;
    }
    change.end_challenges(ground.user).await
}

/// Takes a kind of second factor from an account. Its recovery codes end with the last one.
pub(in crate::accounts) async fn end_factor(change: &mut dyn Change, user: &User, kind: FactorKind) -> StoreResult<()> {
    let left = user.factors.without(kind);
    if left.is_empty() {
        change.put_recovery_codes(user.id, &[]).await?;
    }
    change.put_factors(user.id, left).await
}

/// Replaces the recovery codes of an account that has a second factor. Returns the new ones.
pub async fn replace_recovery_codes(visit: &Visit<'_>, grant: &SessionGrant) -> Result<Vec<Secret>, UseCaseError> {
    let user = grant.user.id;
    let codes = new_recovery_codes(&mut rand::rng());
    let mut change = visit.instance.ports.factors.begin(&Scope::of_person(grant.user.id, &grant.memberships)).await?;
    change.compare_session(grant.ground()).await?;
    let (account, _) = change.account(user).await?.ok_or(UseCaseError::AccountDeleted)?;
    if account.factors.is_empty() {
        return Err(Conflict::NoSecondFactor.into());
    }
    change.put_recovery_codes(user, &as_read(&codes)).await?;
    let told = ReportedChange { change: FactorChange::RecoveryCodesReplaced, action: "auth.recovery_codes_replaced" };
    tell(&mut *change, visit, grant, &account, told).await?;
    change.commit().await?;
    Ok(codes.to_vec())
}

/// Makes every browser of the account ask for the second factor again.
pub async fn forget_browsers(visit: &Visit<'_>, grant: &SessionGrant) -> Result<(), UseCaseError> {
    let user = grant.user.id;
    let mut change = visit.instance.ports.factors.begin(&Scope::of_person(grant.user.id, &grant.memberships)).await?;
    change.compare_session(grant.ground()).await?;
    change.forget_remembered_browsers(user).await?;
    for entry in visit.context.entries(&grant.user, &grant.memberships, "auth.browsers_forgotten", &json!({})) {
        change.audit(entry).await?;
    }
    change.commit_without_notice().await?;
    Ok(())
}

/// What a change of a second factor is called where it is reported.
struct ReportedChange {
    change: FactorChange,
    action: &'static str,
}

/// Emails the person, and writes an entry for each of their organizations.
async fn tell(
    change: &mut dyn Change,
    visit: &Visit<'_>,
    grant: &SessionGrant,
    user: &User,
    told: ReportedChange,
) -> StoreResult<()> {
    let content = MailContent::SecondFactorChanged { change: told.change };
    change.mail(user.id, content, visit.context.at).await?;
    audit_members(change, user.id, visit.context.entries(user, &grant.memberships, told.action, &json!({}))).await
}
