//! `askline service-account`: members that are programs. `create` prints the token once; it is never stored. Without
//! `--json`, stdout has nothing else.

use askline_app::{
    error::UseCaseError,
    service_accounts::{self, MadeToken},
};
use askline_domain::{
    identity::role::Role,
    service_accounts::{
        MAX_SERVICE_ACCOUNTS, MadeObject, ServiceAccount,
        input::{MAX_TOKEN_DAYS, NewServiceAccount, NewToken},
    },
    shared::{
        ids::{OrgId, ServiceAccountId, SiteId},
        rfc3339::Moment,
    },
};
use clap::Subcommand;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::organization::{one_or_every_organization, organization_with_id};
use crate::{
    commands::answer::{Context, audit_context, now, table, unseen},
    failure::Failure,
};

/// `askline service-account …`
#[derive(Debug, Subcommand)]
pub enum ServiceAccountCommand {
    /// Create a service account and print only its token to stdout; it is shown only once
    Create {
        /// The organization's id
        #[arg(long)]
        org: OrgId,
        /// A name, such as the program that uses it
        #[arg(long)]
        name: String,
        /// The role: viewer, member or admin
        #[arg(long)]
        role: Role,
        /// Limit a viewer or member to this site; may be given several times
        #[arg(long = "site", value_name = "SITE")]
        sites: Vec<SiteId>,
        /// The number of days after which the token expires
        #[arg(long, value_name = "DAYS", default_value_t = MAX_TOKEN_DAYS,
            value_parser = clap::value_parser!(i64).range(1..=MAX_TOKEN_DAYS))]
        expires_in_days: i64,
    },
    /// List service accounts with their tokens, masked
    List {
        /// Only the service accounts of this organization
        #[arg(long)]
        org: Option<OrgId>,
    },
    /// Delete a service account: every running server refuses its tokens within a second
    Revoke {
        /// The id of the service account: svc_…
        id: ServiceAccountId,
    },
}

impl ServiceAccountCommand {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        match self {
            Self::Create { org, name, role, sites, expires_in_days } => {
                let site_ids = sites.iter().map(ToString::to_string).collect();
                let site_ids = Some(site_ids).filter(|ids: &Vec<String>| !ids.is_empty());
                let new = NewServiceAccount { name: name.clone(), role: *role, site_ids };
                create(context, *org, new, *expires_in_days).await
            }
            Self::List { org } => list(context, *org).await,
            Self::Revoke { id } => revoke(context, *id).await,
        }
    }
}

async fn create(context: &Context, org: OrgId, new: NewServiceAccount, days: i64) -> Result<(), Failure> {
    const COMMAND: &str = "askline service-account create";
    let stores = context.existing_stores().await?;
    let organization = organization_with_id(&stores, org).await?;
    if organization.plan.limits().keys == 0 {
        let plan = organization.plan.name();
        return Err(Failure::failed(format!("the {plan} plan has no service accounts; change the plan first")));
    }
    let (metadata, by) = (&*stores.metadata, audit_context(COMMAND));
    let made = service_accounts::create((metadata, metadata), org, new, None, &by).await;
    let account = made.map_err(|error| match error {
        UseCaseError::LimitReached(_) => Failure::failed(format!(
            "{} has reached the limit of {MAX_SERVICE_ACCOUNTS} service accounts",
            organization.name
        )),
        other => other.into(),
    })?;
    let expires_at = Some((by.at + SignedDuration::from_hours(24 * days)).to_string());
    let token = NewToken { expires_at, ..NewToken::default() };
    let MadeToken { account, token } =
        service_accounts::give_token(metadata, (org, account.id), token, None, &by).await?;
    let explanation = format!("Created {}. The token is shown only once.", account.id);
    let printed = context.answer_secret(view(&account), "token", token.expose(), &explanation);
    let done = match printed {
        Ok(()) => Ok(()),
        // Nobody has the token, and nobody would miss the account in a list.
        Err(failure) => Err(match service_accounts::end(metadata, (org, account.id), &audit_context(COMMAND)).await {
            Ok(_) => {
                unseen(&failure, &format!("the new service account {} was deleted; run the command again", account.id))
            }
            Err(error) => unseen(
                &failure,
                &format!(
                    "the new service account {0} could not be deleted ({error}): askline service-account revoke {0}",
                    account.id
                ),
            ),
        }),
    };
    stores.close().await;
    done
}

async fn list(context: &Context, org: Option<OrgId>) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let mut accounts = Vec::new();
    for organization in one_or_every_organization(&stores, org).await? {
        accounts.extend(stores.metadata.service_accounts(organization.id).await?);
    }
    stores.close().await;
    let items: Vec<Value> = accounts.iter().map(view).collect();
    let rows: Vec<Vec<String>> = accounts
        .iter()
        .map(|account| {
            let tokens: Vec<&str> = account.valid_tokens(now()).map(|token| token.masked.as_str()).collect();
            vec![account.id.to_string(), account.role.to_string(), tokens.join(" "), account.name.clone()]
        })
        .collect();
    context.answer(&json!({ "items": items }), &table(&["ID", "ROLE", "TOKENS", "NAME"], &rows))
}

async fn revoke(context: &Context, id: ServiceAccountId) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let absent = || Failure::failed(format!("there is no service account {id}"));
    let metadata = &*stores.metadata;
    let org = stores.metadata.organization_of_service_account(id).await?.ok_or_else(absent)?;
    let ended = service_accounts::end(metadata, (org, id), &audit_context("askline service-account revoke")).await;
    let ended = ended.map_err(|error| match error {
        UseCaseError::NotFound(_) => absent(),
        other => other.into(),
    })?;
    stores.close().await;
    let mut text = format!("{id} is deleted.");
    let left = |made: &MadeObject| format!("\nIt created {}, which stays: {} {}", made.kind, made.id, made.name);
    text.extend(ended.made.iter().map(left));
    let mut answer = view(&ended.account);
    answer["made"] = json!(ended.made);
    context.answer_change(true, answer, &text)
}

fn view(account: &ServiceAccount) -> Value {
    let tokens = account.valid_tokens(now()).map(|token| {
        json!({
            "maskedToken": token.masked,
            "allowedIps": token.allowed_ips,
            "createdAt": Moment(token.created_at),
            "expiresAt": Moment(token.expires_at),
        })
    });
    json!({
        "id": account.id,
        "orgId": account.org_id,
        "name": account.name,
        "role": account.role,
        "siteIds": account.sites,
        "createdAt": Moment(account.created_at),
        "lastUsedAt": account.last_used_at.map(Moment),
        "tokens": tokens.collect::<Vec<_>>(),
    })
}
