//! `askline user`: lists accounts, helps people sign in, and changes an account's email address.

use askline_app::{
    accounts::{
        OldPassword,
        by_operator::{self, LockPorts, LockedAccount},
        make_one_time_link,
    },
    error::{Conflict, UseCaseError},
    left_programs::LeftPrograms,
};
use askline_domain::{
    identity::{
        email_address::{check_email, shown_email, stored_email},
        token::ONE_TIME_LASTS,
        user::User,
    },
    keys::KeyRecord,
    organizations::member::Membership,
    shared::{
        ids::{Id as _, OrgId},
        paging::PageRequest,
        rfc3339::Moment,
        violation::Violations,
    },
};
use clap::Subcommand;
use serde_json::{Value, json};

use super::organization::no_such_organization;
use crate::{
    commands::answer::{Context, audit_context, table, unseen},
    failure::Failure,
    stores::Stores,
};

/// `askline user …`
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// List accounts with their organizations and roles
    List {
        /// Only the members of this organization
        #[arg(long)]
        org: Option<OrgId>,
    },
    /// Print a one-time sign-in link, valid for 15 minutes, for setting a new password; the old one works until the link is used
    ResetPassword {
        /// The account's email address
        email: String,
        /// End the old password and all sessions now, not when the link is used
        #[arg(long)]
        now: bool,
    },
    /// End all sessions of an account and refuse sign-ins until it is unlocked; names the active API keys that the person made
    Lock {
        /// The account's email address
        email: String,
        /// Also revoke the active API keys that the person made, in every organization
        #[arg(long)]
        revoke_keys: bool,
    },
    /// Let a locked account sign in again
    Unlock {
        /// The account's email address
        email: String,
    },
    /// Remove the second factor of an account whose person lost it, with its recovery codes and remembered browsers
    ResetSecondFactor {
        /// The account's email address
        email: String,
    },
    /// Unlink an account from every sign-in provider; names what was linked
    Unlink {
        /// The account's email address
        email: String,
    },
    /// Confirm an account's email address without sending an email
    Prove {
        /// The account's email address
        email: String,
    },
    /// Change the email address of an account
    Rename {
        /// The current email address
        old: String,
        /// The new email address
        new: String,
    },
}

impl UserCommand {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        match self {
            UserCommand::List { org } => list(context, *org).await,
            UserCommand::ResetPassword { email, now } => reset_password(context, email, *now).await,
            UserCommand::Lock { email, revoke_keys } => lock(context, email, *revoke_keys).await,
            UserCommand::Unlock { email } => unlock(context, email).await,
            UserCommand::ResetSecondFactor { email } => reset_second_factor(context, email).await,
            UserCommand::Unlink { email } => unlink(context, email).await,
            UserCommand::Prove { email } => prove(context, email).await,
            UserCommand::Rename { old, new } => rename(context, old, new).await,
        }
    }
}

async fn list(context: &Context, org: Option<OrgId>) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    if let Some(org) = org
        && stores.metadata.organization(org).await?.is_none()
    {
        return Err(no_such_organization(org));
    }
    let mut accounts = every_account(&stores).await?;
    stores.close().await;
    let is_listed = |memberships: &[Membership]| {
        org.is_none_or(|org| memberships.iter().any(|membership| membership.org_id == org))
    };
    accounts.retain(|(_, memberships)| is_listed(memberships));
    let items: Vec<Value> = accounts.iter().map(|(user, memberships)| view(user, memberships)).collect();
    let rows: Vec<Vec<String>> = accounts
        .iter()
        .map(|(user, memberships)| {
            let roles = memberships.iter().map(|one| format!("{} ({})", one.org_name, one.role));
            let locked = if user.locked_at.is_some() { " (locked)" } else { "" };
            vec![
                user.id.to_string(),
                format!("{}{locked}", shown_email(&user.email)),
                user.name.clone(),
                roles.collect::<Vec<_>>().join(", "),
            ]
        })
        .collect();
    context.answer(&json!({ "items": items }), &table(&["ID", "EMAIL", "NAME", "ORGANIZATIONS"], &rows))
}

/// All accounts, newest first.
async fn every_account(stores: &Stores) -> Result<Vec<(User, Vec<Membership>)>, Failure> {
    let mut accounts: Vec<(User, Vec<Membership>)> = Vec::new();
    let mut request = PageRequest::NEWEST;
    loop {
        let page = stores.metadata.users(request).await?;
        accounts.extend(page.items);
        match accounts.last() {
            Some((last, _)) if page.has_more => request.before = Some(last.id.bits()),
            _ => return Ok(accounts),
        }
    }
}

fn view(user: &User, memberships: &[Membership]) -> Value {
    let orgs: Vec<Value> = memberships
        .iter()
        .map(|one| json!({ "id": one.org_id, "name": one.org_name, "role": one.role, "siteIds": one.sites }))
        .collect();
    json!({
        "userId": user.id,
        "email": shown_email(&user.email),
        "name": user.name,
        "createdAt": Moment(user.created_at),
        "emailConfirmed": user.address.verified_at.is_some(),
        "lockedAt": user.locked_at.map(Moment),
        "orgs": orgs,
    })
}

async fn reset_password(context: &Context, email: &str, now: bool) -> Result<(), Failure> {
    let old_password = if now { OldPassword::EndsNow } else { OldPassword::WorksUntilUse };
    let stores = context.existing_stores().await?;
    let account = account(&stores, email).await?;
    let audit = audit_context("askline user reset-password");
    let made = make_one_time_link(&*stores.metadata, &account, old_password, &audit).await;
    let User { id, email, .. } = &account.0;
    let (secret, expires_at) = made.map_err(|error| match error {
        UseCaseError::InConflict(Conflict::AccountLocked) => {
            Failure::failed(format!("{email} is locked; unlock the account first: askline user unlock {email}"))
        }
        other => unless_deleted(other, email),
    })?;
    let url = format!("{}/enter#{}", context.origin(), secret.expose());
    let minutes = ONE_TIME_LASTS.as_mins();
    let effect = match old_password {
        OldPassword::WorksUntilUse => {
            "The old password and all sessions work until the link is used; --now ends them at once."
        }
        OldPassword::EndsNow => "The old password and all sessions have ended.",
    };
    let text = format!("{url}\nThis link signs {email} in once and expires in {minutes} minutes. {effect}");
    let expires_at = Moment(expires_at).to_string();
    let answer = json!({ "userId": id, "url": url, "token": secret.expose(), "expiresAt": expires_at });
    let done = match context.answer_change(true, answer, &text) {
        Ok(()) => Ok(()),
        // A further link ends this one, and only its digest is stored.
        Err(failure) => Err(match make_one_time_link(&*stores.metadata, &account, old_password, &audit).await {
            Ok(_) => unseen(&failure, &format!("the link for {email} was ended; run the command again")),
            Err(error) => unseen(
                &failure,
                &format!("the link for {email} could not be ended ({error}), and expires in {minutes} minutes"),
            ),
        }),
    };
    stores.close().await;
    done
}

async fn lock(context: &Context, email: &str, revoke_keys: bool) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let account = account(&stores, email).await?;
    let metadata = &*stores.metadata;
    let ports = LockPorts { sessions: metadata, keys: metadata, service_accounts: metadata };
    let locked = by_operator::lock(ports, &account, revoke_keys, &audit_context("askline user lock")).await;
    stores.close().await;
    let LockedAccount { is_new, programs: LeftPrograms { keys: keys_still_active, service_accounts }, keys_revoked } =
        locked?;
    let User { id, email, .. } = &account.0;
    let mut text = if is_new {
        format!("{email} is locked: all sessions, links and remembered browsers have ended, and nobody can sign in.")
    } else {
        format!("{email} was already locked.")
    };
    if !keys_revoked.is_empty() {
        text += &format!("\nRevoked API keys:\n{}", named(&keys_revoked));
    }
    if !keys_still_active.is_empty() {
        text += &format!(
            "\nThese API keys that they made still work; --revoke-keys ends them:\n{}",
            named(&keys_still_active)
        );
    }
    if !service_accounts.is_empty() {
        let lines: Vec<String> =
            service_accounts.iter().map(|account| format!("  {}  {}", account.id, account.name)).collect();
        text += &format!(
            "\nThey may know a token of these service accounts, which still work; askline service-account revoke ends one:\n{}",
            lines.join("\n")
        );
    }
    let view = |keys: &[KeyRecord]| -> Vec<Value> {
        let key =
            |key: &KeyRecord| json!({ "id": key.id, "orgId": key.org_id, "name": key.name, "maskedKey": key.masked });
        keys.iter().map(key).collect()
    };
    let answer = json!({
        "userId": id,
        "email": email,
        "keysStillActive": view(&keys_still_active),
        "keysRevoked": view(&keys_revoked),
        "serviceAccounts": service_accounts
            .iter()
            .map(|account| json!({ "id": account.id, "orgId": account.org_id, "name": account.name }))
            .collect::<Vec<_>>(),
    });
    context.answer_change(is_new || !keys_revoked.is_empty(), answer, &text)
}

/// One key on each line.
fn named(keys: &[KeyRecord]) -> String {
    let lines = keys.iter().map(|key| format!("  {}  {}  {}", key.id, key.masked, key.name).trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

async fn unlock(context: &Context, email: &str) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let account = account(&stores, email).await?;
    let unlocked = by_operator::unlock(&*stores.metadata, &account, &audit_context("askline user unlock")).await;
    stores.close().await;
    let is_new = unlocked?;
    let User { id, email, .. } = &account.0;
    let text = if is_new {
        format!("{email} can sign in again, with the same password.")
    } else {
        format!("{email} was not locked.")
    };
    context.answer_change(is_new, json!({ "userId": id, "email": email }), &text)
}

async fn reset_second_factor(context: &Context, email: &str) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let account = account(&stores, email).await?;
    let audit = audit_context("askline user reset-second-factor");
    let reset = by_operator::reset_second_factor(&*stores.metadata, &account, &audit).await;
    stores.close().await;
    let User { id, email, .. } = &account.0;
    let is_new = reset.map_err(|error| unless_deleted(error, email))?;
    let text = if is_new {
        format!("{email} has no second factor any more, and signs in with the password alone.")
    } else {
        format!("{email} had no second factor.")
    };
    context.answer_change(is_new, json!({ "userId": id, "email": email }), &text)
}

async fn unlink(context: &Context, email: &str) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let account = account(&stores, email).await?;
    let audit = audit_context("askline user unlink");
    let unlinked = by_operator::unlink_identities(&*stores.metadata, &account, &audit).await;
    stores.close().await;
    let User { id, email, .. } = &account.0;
    let unlinked = unlinked.map_err(|error| unless_deleted(error, email))?;
    let shown: Vec<String> = unlinked.iter().map(|one| format!("{} ({})", one.provider, one.subject)).collect();
    let text = if unlinked.is_empty() {
        format!("{email} was linked to no sign-in provider.")
    } else {
        format!("{email} is no longer linked to {}.", shown.join(", "))
    };
    let items: Vec<Value> = unlinked
        .iter()
        .map(|one| json!({ "provider": one.provider, "issuer": one.issuer, "subject": one.subject }))
        .collect();
    context.answer_change(!unlinked.is_empty(), json!({ "userId": id, "email": email, "unlinked": items }), &text)
}

async fn prove(context: &Context, email: &str) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let account = account(&stores, email).await?;
    let audit = audit_context("askline user prove");
    let confirmed = by_operator::confirm_address(&*stores.metadata, &account, &audit).await;
    stores.close().await;
    let User { id, email, .. } = &account.0;
    let is_new = confirmed.map_err(|error| unless_deleted(error, email))?;
    let text = if is_new {
        format!("{email} is confirmed. A forgotten password can now be reset by email.")
    } else {
        format!("{email} was already confirmed.")
    };
    context.answer_change(is_new, json!({ "userId": id, "email": email }), &text)
}

async fn rename(context: &Context, old: &str, new: &str) -> Result<(), Failure> {
    let mut violations = Violations::new();
    let new = check_email("the new email address", new, &mut violations);
    let new = violations.finish(new)?.unwrap_or_default();
    let stores = context.existing_stores().await?;
    let account = account(&stores, old).await?;
    let renamed = by_operator::rename(&*stores.metadata, &account, &new, &audit_context("askline user rename")).await;
    stores.close().await;
    let User { id, email, .. } = &account.0;
    let is_new = renamed.map_err(|error| match error {
        UseCaseError::InConflict(Conflict::AddressTaken) => {
            Failure::failed(format!("another account has the email address {new}; nothing was changed"))
        }
        other => other.into(),
    })?;
    let text = if is_new {
        format!("{email} signs in as {new} now.")
    } else {
        format!("The account already has the email address {new}.")
    };
    context.answer_change(is_new, json!({ "userId": id, "email": new, "previousEmail": email }), &text)
}

async fn account(stores: &Stores, email: &str) -> Result<(User, Vec<Membership>), Failure> {
    let email = stored_email(email);
    stores.metadata.user_by_email(&email).await?.ok_or_else(|| no_account(&email))
}

fn unless_deleted(error: UseCaseError, email: &str) -> Failure {
    match error {
        UseCaseError::AccountDeleted => no_account(email),
        other => other.into(),
    }
}

fn no_account(email: &str) -> Failure {
    Failure::failed(format!("there is no account with the email address {email}"))
}
