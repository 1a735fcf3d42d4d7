//! `askline user`: ways back in for people who lost theirs, and another e-mail address for an account.

use askline_domain::{
    audit::{AuditDraft, Target},
    moment::Moment,
    organization::{Membership, ONE_TIME_LASTS, User, check_email},
    ports::OneTimeToken,
    token::new_one_time_token,
    violation::Violations,
};
use clap::Subcommand;
use serde_json::{Value, json};

use super::answer::{Context, audit_draft, now};
use crate::{failure::Failure, stores::Stores};

/// `askline user …`
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Print an address that lets somebody in once, within 15 minutes, to set a new password
    ResetPassword {
        /// The account's e-mail address
        email: String,
    },
    /// Take an account's e-mail address as its owner's, without a mail
    Prove {
        /// The account's e-mail address
        email: String,
    },
    /// Give an account another e-mail address
    Rename {
        /// The e-mail address so far
        old: String,
        /// The e-mail address from now on
        new: String,
    },
}

impl UserCommand {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        match self {
            UserCommand::ResetPassword { email } => reset_password(context, email).await,
            UserCommand::Prove { email } => prove(context, email).await,
            UserCommand::Rename { old, new } => rename(context, old, new).await,
        }
    }
}

async fn reset_password(context: &Context, email: &str) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let (user, memberships) = account(&stores, email).await?;
    let secret = new_one_time_token(&mut rand::rng());
    let token = OneTimeToken { user_id: user.id, digest: secret.digest(), expires_at: now() + ONE_TIME_LASTS };
    let audits = entries("askline user reset-password", "member.password_reset", &user, &memberships, &json!({}));
    let made = stores.metadata.create_one_time_token(&token, audits).await?;
    stores.close().await;
    if !made {
        return Err(no_account(&user.email));
    }
    let url = format!("{}/enter#{}", context.origin(), secret.expose());
    let minutes = ONE_TIME_LASTS.as_mins();
    let text = format!(
        "{url}\nLets {} in once, within {minutes} minutes. The old password and every session end with it.",
        user.email
    );
    let expires_at = Moment(token.expires_at).to_string();
    context.answer(&json!({ "userId": user.id, "url": url, "token": secret.expose(), "expiresAt": expires_at }), &text)
}

async fn prove(context: &Context, email: &str) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let (user, memberships) = account(&stores, email).await?;
    let audits = entries("askline user prove", "member.email_proven", &user, &memberships, &json!({}));
    let proven = stores.metadata.prove_by_operator(user.id, now(), audits).await?;
    stores.close().await;
    if !proven {
        return Err(no_account(&user.email));
    }
    let text = format!("{} is confirmed. A new password can be set by mail.", user.email);
    context.answer(&json!({ "userId": user.id, "email": user.email }), &text)
}

async fn rename(context: &Context, old: &str, new: &str) -> Result<(), Failure> {
    let mut violations = Violations::new();
    let new = check_email("the new email address", new, &mut violations);
    let new = violations.finish(new)?.unwrap_or_default();
    let stores = context.existing_stores().await?;
    let (user, memberships) = account(&stores, old).await?;
    let metadata = json!({ "from": user.email, "to": new });
    let audits = entries("askline user rename", "member.renamed", &user, &memberships, &metadata);
    let renamed = stores.metadata.rename_user(user.id, &new, audits).await?;
    stores.close().await;
    if !renamed {
        return Err(Failure::failed(format!("{new} has an account already; nothing was changed")));
    }
    let text = format!("{} logs in as {new} now.", user.email);
    context.answer(&json!({ "userId": user.id, "email": new, "previousEmail": user.email }), &text)
}

async fn account(stores: &Stores, email: &str) -> Result<(User, Vec<Membership>), Failure> {
    let email = email.trim().to_lowercase();
    stores.metadata.user_by_email(&email).await?.ok_or_else(|| no_account(&email))
}

fn no_account(email: &str) -> Failure {
    Failure::failed(format!("there is no account with the email address {email}"))
}

/// One entry in the log of each organization that the account belongs to.
fn entries(command: &str, action: &str, user: &User, memberships: &[Membership], metadata: &Value) -> Vec<AuditDraft> {
    let target = || vec![Target::new("user", user.id, user.email.clone())];
    memberships
        .iter()
        .map(|membership| audit_draft(membership.org_id, command, action, target(), metadata.clone()))
        .collect()
}
