//! `askline org`: creates, lists and deletes organizations, and changes their plan and credits.

use askline_app::{
    error::{Conflict, UseCaseError},
    organizations::{self, Owner},
    ports::invitation::Invitation,
};
use askline_domain::{
    audit::context::AuditContext,
    identity::{
        account::NewAccount,
        email_address::check_email,
        grounds::NewAccountGround,
        names::check_organization_name,
        password::{check_new_password, hash_password},
        secret::Secret,
    },
    organizations::{Organization, OrganizationSettings, ledger::check_adjustment, plan::Plan},
    shared::{
        ids::{Id as _, OrgId, UserId},
        paging::PageRequest,
        rfc3339::Moment,
        violation::Violations,
    },
};
use clap::Subcommand;
use serde_json::{Value, json};

use super::removal::remove_now;
use crate::{
    commands::{
        answer::{Context, audit_context, new_password, now, print_json, table, unseen},
        confirmation::confirm_deletion,
    },
    failure::Failure,
    stores::Stores,
};

/// `askline org …`
#[derive(Debug, Subcommand)]
pub enum Org {
    /// Create an organization and its owner, or an invitation for the owner; prints JSON
    Create {
        /// The organization's name
        #[arg(long)]
        name: String,
        /// free, pro, business or enterprise [default: the setting organizations.default_plan]
        #[arg(long)]
        plan: Option<Plan>,
        /// The owner's email address; refused if an account already has it, unless --owner-user names that account
        #[arg(long, value_name = "EMAIL")]
        owner_email: String,
        /// The id of the existing account with that email address; it becomes the owner
        #[arg(long, value_name = "USER", conflicts_with = "owner_password_stdin")]
        owner_user: Option<UserId>,
        /// Ask for the new owner's password, or read it from the first line of stdin if stdin is not a terminal; without this
        /// option, an invitation is printed
        #[arg(long)]
        owner_password_stdin: bool,
    },
    /// Change the plan
    SetPlan {
        /// The organization's id
        org: OrgId,
        /// free, pro, business or enterprise
        plan: Plan,
    },
    /// Add credits to an organization, or remove available ones
    AdjustCredits {
        /// The organization's id
        org: OrgId,
        /// The number of credits; negative to remove them
        #[arg(allow_negative_numbers = true)]
        amount: i64,
        /// The reason, as the ledger shows it
        #[arg(long)]
        reason: String,
    },
    /// List organizations
    List,
    /// Delete an organization with its sites, keys, members and audit log; accounts stay
    Delete {
        /// The organization's id
        org: OrgId,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
}

impl Org {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        match self {
            Org::Create { name, plan, owner_email, owner_user, owner_password_stdin } => {
                let plan = plan.unwrap_or(context.settings.api.default_plan);
                let password = if *owner_password_stdin { Some(new_password("the owner's password")?) } else { None };
                let new = NewOrganization::check(name, plan, owner_email, password.as_ref())?;
                create(context, new, *owner_user, password).await
            }
            Org::SetPlan { org, plan } => set_plan(context, *org, *plan).await,
            Org::AdjustCredits { org, amount, reason } => adjust_credits(context, *org, *amount, reason.trim()).await,
            Org::List => list(context).await,
            Org::Delete { org, yes } => delete(context, *org, *yes).await,
        }
    }
}

const CREATE: &str = "askline org create";

async fn create(
    context: &Context,
    new: NewOrganization,
    owner: Option<UserId>,
    password: Option<Secret>,
) -> Result<(), Failure> {
    let stores = context.stores().await?;
    let (name, plan) = (new.name.clone(), new.plan);
    let answer = |org, user| json!({ "changed": true, "orgId": org, "userId": user, "name": name, "plan": plan });
    let answer = match (owner, password) {
        (Some(owner), _) => {
            let owner = Owner::Known(owner, new.owner_email.clone());
            let (org, user) = new.store_of(&stores, owner, &audit_context(CREATE)).await?;
            answer(org, user)
        }
        (None, Some(password)) => {
            let (org, user) = new.store(&stores, CREATE, password).await?;
            answer(org, user)
        }
        (None, None) => {
            let done = create_for_invited(context, &stores, new, answer).await;
            stores.close().await;
            return done;
        }
    };
    stores.close().await;
    print_json(&answer)
}

/// Prints the invitation as JSON, and for people the link to send. If that fails, the organization is deleted: only its owner
/// could invite anyone, and nobody has the link.
async fn create_for_invited(
    context: &Context,
    stores: &Stores,
    new: NewOrganization,
    answer: impl Fn(OrgId, UserId) -> Value,
) -> Result<(), Failure> {
    let email = new.owner_email.clone();
    let (organization, invitation, token) = new.store_for_invited(stores).await?;
    let (link, expires_at) =
        (format!("{}/join#{}", context.origin(), token.expose()), Moment(invitation.token.expires_at));
    let mut answer = answer(organization.id, invitation.user_id);
    answer["invitation"] = json!({ "token": token.expose(), "acceptUrl": link, "expiresAt": expires_at });
    let Err(failure) = print_json(&answer) else {
        context.explain(&format!("Send this link to {email}; it works once, until {expires_at}:\n{link}"));
        return Ok(());
    };
    let id = organization.id;
    Err(match organizations::remove(&*stores.metadata, id, &[], now()).await {
        Ok(_) => {
            remove_now(&context.instance(stores)?.ports).await;
            unseen(
                &failure,
                &format!(
                    "the new organization {id} was deleted, since nobody has its invitation; run the command again"
                ),
            )
        }
        Err(error) => unseen(
            &failure,
            &format!("nobody has the invitation of the new organization {id} ({error}): askline org delete {id}"),
        ),
    })
}

async fn set_plan(context: &Context, org: OrgId, plan: Plan) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let before = organization_with_id(&stores, org).await?;
    if before.plan == plan {
        stores.close().await;
        let text = format!("{} already has the {} plan.", before.name, plan.name());
        return context.answer(&json!({ "orgId": org, "plan": plan, "previousPlan": plan }), &text);
    }
    let changed =
        organizations::set_plan(&*stores.metadata, &before, plan, &audit_context("askline org set-plan")).await;
    stores.close().await;
    let changed = changed.map_err(|error| unless_missing(error, org))?;
    let text = format!("{} has the {} plan now.", changed.name, changed.plan.name());
    let answer = json!({ "orgId": org, "plan": changed.plan, "previousPlan": before.plan });
    context.answer_change(true, answer, &text)
}

async fn adjust_credits(context: &Context, org: OrgId, amount: i64, reason: &str) -> Result<(), Failure> {
    check_adjustment(("the amount", amount), ("--reason", reason))?;
    let stores = context.existing_stores().await?;
    let organization = organization_with_id(&stores, org).await?;
    let audit = audit_context("askline org adjust-credits");
    let adjusted = organizations::adjust_credits(&*stores.metadata, &organization, amount, reason, &audit).await;
    stores.close().await;
    let account = adjusted?;
    let text = format!("{} credits are available now.", account.available());
    let answer = json!({ "orgId": org, "balance": account.balance, "available": account.available() });
    context.answer_change(true, answer, &text)
}

/// Deletes under the rules of the API, but needs no role. The audit log is deleted too, because nobody is left to read
/// it. An earlier export of it is complete if its first line, the newest entry, has the printed hash.
async fn delete(context: &Context, org: OrgId, is_confirmed: bool) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let organization = organization_with_id(&stores, org).await?;
    let name = organization.name;
    confirm_deletion(is_confirmed, &format!("the organization {name} with its sites, keys and audit log"), &name)?;
    let instance = context.instance(&stores)?;
    let removed = organizations::remove(&*stores.metadata, org, &[], now()).await;
    let removed = removed.map_err(|error| unless_missing(error, org))?;
    remove_now(&instance.ports).await;
    stores.close().await;
    let answer = json!({
        "orgId": org,
        "name": name,
        "sites": removed.sites,
        "auditEntries": removed.audit_entries,
        "lastAuditHash": removed.last_audit_hash,
    });
    let text = format!(
        "{name} is deleted. Sites deleted with it: {}. Entries of its audit log: {}; hash of the last one: {}.",
        removed.sites, removed.audit_entries, removed.last_audit_hash
    );
    context.answer_change(true, answer, &text)
}

async fn list(context: &Context) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let organizations = every_organization(&stores).await?;
    stores.close().await;
    let items: Vec<Value> = organizations
        .iter()
        .map(|org| json!({ "orgId": org.id, "name": org.name, "slug": org.slug, "plan": org.plan, "createdAt": Moment(org.created_at) }))
        .collect();
    let rows: Vec<Vec<String>> =
        organizations.iter().map(|org| vec![org.id.to_string(), org.plan.to_string(), org.name.clone()]).collect();
    context.answer(&json!({ "items": items }), &table(&["ID", "PLAN", "NAME"], &rows))
}

/// The organization with this id.
pub async fn organization_with_id(stores: &Stores, org: OrgId) -> Result<Organization, Failure> {
    stores.metadata.organization(org).await?.ok_or_else(|| no_such_organization(org))
}

/// The organization with this id, or all, newest first.
pub async fn one_or_every_organization(stores: &Stores, org: Option<OrgId>) -> Result<Vec<Organization>, Failure> {
    match org {
        Some(org) => Ok(vec![organization_with_id(stores, org).await?]),
        None => every_organization(stores).await,
    }
}

/// All organizations, newest first.
async fn every_organization(stores: &Stores) -> Result<Vec<Organization>, Failure> {
    let mut organizations = Vec::new();
    let mut request = PageRequest::NEWEST;
    loop {
        let page = stores.metadata.organizations(request).await?;
        organizations.extend(page.items);
        match organizations.last() {
            Some(last) if page.has_more => request.before = Some(last.id.bits()),
            _ => return Ok(organizations),
        }
    }
}

fn unless_missing(error: UseCaseError, org: OrgId) -> Failure {
    match error {
        UseCaseError::NotFound(_) => no_such_organization(org),
        other => other.into(),
    }
}

/// The error for an id that no organization has.
pub fn no_such_organization(org: OrgId) -> Failure {
    Failure::failed(format!("there is no organization {org}"))
}

/// An organization and the address of its owner, checked.
pub struct NewOrganization {
    name: String,
    plan: Plan,
    owner_email: String,
    owner_name: String,
}

impl NewOrganization {
    /// Checks the input of a command or of the demo.
    pub fn check(name: &str, plan: Plan, owner_email: &str, password: Option<&Secret>) -> Result<Self, Failure> {
        let mut violations = Violations::new();
        let name = check_organization_name("--name", name, &mut violations);
        let email = check_email("--owner-email", owner_email, &mut violations).unwrap_or_default();
        if let Some(password) = password {
            check_new_password("the password", password.expose(), &email, &mut violations);
        }
        violations.finish(())?;
        Ok(Self { name, plan, owner_email: email, owner_name: String::new() })
    }

    /// Gives the new account a name.
    pub fn owned_by(self, owner_name: &str) -> Self {
        Self { owner_name: owner_name.to_owned(), ..self }
    }

    /// Stores it with a new account that owns it.
    pub async fn store(self, stores: &Stores, command: &str, password: Secret) -> Result<(OrgId, UserId), Failure> {
        let account =
            NewAccount { email: self.owner_email.clone(), name: self.owner_name.clone(), password: password.clone() };
        let hash = tokio::task::spawn_blocking(move || hash_password(&password))
            .await
            .map_err(|error| Failure::failed(format!("the password cannot be hashed: {error}")))?;
        let context = audit_context(command);
        let owner = account.into_user(UserId::new(context.at, &mut rand::rng()), hash, context.at);
        self.store_of(stores, Owner::New(owner, NewAccountGround::Operator), &context).await
    }

    /// Stores it for an owner.
    async fn store_of(self, stores: &Stores, owner: Owner, context: &AuditContext) -> Result<(OrgId, UserId), Failure> {
        let known = if let Owner::Known(id, _) = &owner { Some(*id) } else { None };
        let settings = OrganizationSettings::of_name(self.name);
        match organizations::create(&*stores.metadata, settings, self.plan, owner, context).await {
            Ok((organization, owner)) => Ok((organization.id, owner)),
            Err(error) => Err(not_made(stores, error, &self.owner_email, known).await?),
        }
    }

    /// Stores it for the person who accepts the invitation.
    async fn store_for_invited(self, stores: &Stores) -> Result<(Organization, Invitation, Secret), Failure> {
        let (email, settings) = (self.owner_email, OrganizationSettings::of_name(self.name));
        let (organizations, context) = (&*stores.metadata, audit_context(CREATE));
        match organizations::create_for_invited(organizations, settings, self.plan, email.clone(), &context).await {
            Ok(made) => Ok(made),
            Err(error) => Err(not_made(stores, error, &email, None).await?),
        }
    }
}

/// Why an organization was not created. An email address with an account may belong to someone other than the operator
/// thinks.
async fn not_made(
    stores: &Stores,
    error: UseCaseError,
    email: &str,
    owner: Option<UserId>,
) -> Result<Failure, Failure> {
    match (error, owner) {
        (UseCaseError::InConflict(Conflict::AddressTaken), _) => {
            let found = stores.metadata.user_by_email(email).await?;
            let id = found.map_or_else(|| "the account".to_owned(), |(user, _)| user.id.to_string());
            Ok(Failure::failed(format!(
                "an account with the email address {email} already exists, and the address may belong to someone else; \
                 if it is the owner's account, pass --owner-user {id} and no password"
            )))
        }
        (UseCaseError::InConflict(_), Some(owner)) => {
            Ok(Failure::failed(format!("{owner} is not an account with the email address {email}")))
        }
        (error, _) => Ok(error.into()),
    }
}
