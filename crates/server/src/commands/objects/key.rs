//! `askline key`: API keys. `create` and `rotate` print the plaintext once; it is never stored. Without `--json`,
//! stdout has nothing else.

use askline_app::{
    error::{Conflict, Limit, UseCaseError},
    keys::{self, MadeKey},
};
use askline_domain::{
    keys::{
        KeyRecord, KeySettings, KeyStatus,
        input::MAX_NAME_CHARACTERS,
        scope::{Scope, ScopeSet},
    },
    organizations::{Organization, bounds::MAX_KEYS_MADE_A_DAY},
    shared::{
        ids::{Id as _, KeyId, OrgId, SiteId},
        paging::PageRequest,
        rfc3339::Moment,
    },
    sites::visible::VisibleSites,
};
use clap::Subcommand;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::organization::{one_or_every_organization, organization_with_id};
use crate::{
    commands::answer::{Context, audit_context, now, table, unseen},
    failure::Failure,
    stores::Stores,
};

const MAX_EXPIRES_IN_DAYS: i64 = 3_650;
/// The default overlap, for which an old key still works after its rotation: a day.
const OVERLAP_SECONDS: u32 = 86_400;
/// The longest overlap: thirty days.
const MAX_OVERLAP_SECONDS: i64 = 2_592_000;

/// `askline key …`
#[derive(Debug, Subcommand)]
pub enum Key {
    /// Create a key and print only the key to stdout; it is shown only once
    Create {
        /// The organization's id
        #[arg(long)]
        org: OrgId,
        /// A scope, such as analytics:read, or * for all; may be given several times
        #[arg(long = "scope", value_name = "SCOPE", required = true, num_args = 1..)]
        scopes: Vec<Scope>,
        /// A name for the key
        #[arg(long, default_value = "", hide_default_value = true)]
        name: String,
        /// Limit the key to this site; may be given several times
        #[arg(long = "site", value_name = "SITE")]
        sites: Vec<SiteId>,
        /// The number of days after which the key expires [default: never]
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(i64).range(1..=MAX_EXPIRES_IN_DAYS))]
        expires_in_days: Option<i64>,
    },
    /// List keys, masked
    List {
        /// Only the keys of this organization
        #[arg(long)]
        org: Option<OrgId>,
    },
    /// Replace a key with a new one that has the same settings, and print only the new one to stdout
    Rotate {
        /// The id of the old key: key_…
        id: KeyId,
        /// The number of seconds for which the old key still works; 0 after a leak
        #[arg(long, value_name = "SECONDS", default_value_t = OVERLAP_SECONDS,
            value_parser = clap::value_parser!(u32).range(0..=MAX_OVERLAP_SECONDS))]
        overlap_seconds: u32,
    },
    /// Revoke a key: every running server refuses it within a second
    Revoke {
        /// The key's id: key_…
        id: KeyId,
    },
}

impl Key {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        match self {
            Key::Create { org, scopes, name, sites, expires_in_days } => {
                let new = NewKey {
                    org: *org,
                    name: name.trim().to_owned(),
                    scopes: scopes.iter().copied().collect(),
                    site_ids: Some(sites.clone()).filter(|sites| !sites.is_empty()).into(),
                    expires_at: expires_in_days.map(|days| now() + SignedDuration::from_hours(24 * days)),
                };
                create(context, new).await
            }
            Key::List { org } => list(context, *org).await,
            Key::Rotate { id, overlap_seconds } => rotate(context, *id, *overlap_seconds).await,
            Key::Revoke { id } => revoke(context, *id).await,
        }
    }
}

async fn create(context: &Context, new: NewKey) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let MadeKey { record, key } = new.store(&stores, "askline key create").await?;
    let explanation = format!("Created {}. The key is shown only once.", record.id);
    let printed = context.answer_secret(view(&record), "key", key.expose(), &explanation);
    let done = end_if_unseen(&stores, printed, &record, "askline key create", "run the command again").await;
    stores.close().await;
    done
}

/// Revokes a new key that could not be printed: nobody has it, and nobody would miss it in a list.
async fn end_if_unseen(
    stores: &Stores,
    printed: Result<(), Failure>,
    record: &KeyRecord,
    command: &str,
    what_to_do: &str,
) -> Result<(), Failure> {
    let Err(failure) = printed else { return Ok(()) };
    let id = record.id;
    Err(match keys::revoke(&*stores.metadata, record.org_id, id, &audit_context(command)).await {
        Ok(_) => unseen(&failure, &format!("the new key {id} was revoked; {what_to_do}")),
        Err(error) => {
            unseen(&failure, &format!("the new key {id} could not be revoked ({error}): askline key revoke {id}"))
        }
    })
}

async fn rotate(context: &Context, id: KeyId, overlap_seconds: u32) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let old = key_with_id(&stores, id).await?;
    organization_with_keys(&stores, old.org_id).await?;
    let context_of_audit = audit_context("askline key rotate");
    let rotated = keys::rotate(&*stores.metadata, &old, overlap_seconds, None, &context_of_audit).await;
    let (made, replaced) = rotated.map_err(|error| match error {
        UseCaseError::InConflict(Conflict::KeyNotRotatable(status)) => {
            Failure::failed(format!("{id} {}", why_not_rotatable(status)))
        }
        UseCaseError::LimitReached(_) => too_many_made("the organization"),
        other => unless_missing(other, id),
    })?;
    let old_ends_at = context_of_audit.at + SignedDuration::from_secs(i64::from(overlap_seconds));
    let end = replaced.expires_at.unwrap_or(old_ends_at);
    let explanation = format!(
        "Created {}, which replaces {id}. The old key works until {}. The new key is shown only once.",
        made.record.id,
        Moment(end)
    );
    let mut answer = view(&made.record);
    answer["oldKeyExpiresAt"] = json!(Moment(end));
    let printed = context.answer_secret(answer, "key", made.key.expose(), &explanation);
    let what_to_do =
        format!("{id} works until {} and cannot be rotated again: create a key with askline key create", Moment(end));
    let done = end_if_unseen(&stores, printed, &made.record, "askline key rotate", &what_to_do).await;
    stores.close().await;
    done
}

const fn why_not_rotatable(status: KeyStatus) -> &'static str {
    match status {
        KeyStatus::Active => "was already replaced; rotate the key that replaced it",
        KeyStatus::Expired => "has expired; create a new key",
        KeyStatus::Revoked => "was revoked; create a new key",
    }
}

async fn list(context: &Context, org: Option<OrgId>) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let organizations = one_or_every_organization(&stores, org).await?;
    let mut keys = Vec::new();
    for organization in organizations {
        keys.extend(keys_of(&stores, organization.id).await?);
    }
    stores.close().await;
    let items: Vec<Value> = keys.iter().map(view).collect();
    let rows: Vec<Vec<String>> = keys
        .iter()
        .map(|key| {
            let scopes: Vec<&str> = key.scopes.iter().map(Scope::as_str).collect();
            let status = json!(key.status(now()));
            let status = status.as_str().unwrap_or_default().to_owned();
            vec![key.id.to_string(), key.masked.clone(), status, scopes.join(" "), key.name.clone()]
        })
        .collect();
    context.answer(&json!({ "items": items }), &table(&["ID", "KEY", "STATUS", "SCOPES", "NAME"], &rows))
}

async fn revoke(context: &Context, id: KeyId) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let record = key_with_id(&stores, id).await?;
    let revoked = keys::revoke(&*stores.metadata, record.org_id, id, &audit_context("askline key revoke")).await;
    let (revoked, changed) = revoked.map_err(|error| unless_missing(error, id))?;
    stores.close().await;
    let text = if changed { format!("{id} is revoked.") } else { format!("{id} was already revoked.") };
    context.answer_change(changed, view(&revoked), &text)
}

async fn key_with_id(stores: &Stores, id: KeyId) -> Result<KeyRecord, Failure> {
    let org = stores.metadata.organization_of_key(id).await?.ok_or_else(|| no_such_key(id))?;
    stores.metadata.key(org, id).await?.ok_or_else(|| no_such_key(id))
}

fn no_such_key(id: KeyId) -> Failure {
    Failure::failed(format!("there is no key {id}"))
}

fn unless_missing(error: UseCaseError, id: KeyId) -> Failure {
    match error {
        UseCaseError::NotFound(_) => no_such_key(id),
        other => other.into(),
    }
}

fn too_many_made(who: &str) -> Failure {
    Failure::failed(format!(
        "{who} created {MAX_KEYS_MADE_A_DAY} keys today (UTC), which is the daily limit; create more tomorrow"
    ))
}

/// The organization; fails if its plan has no API keys.
async fn organization_with_keys(stores: &Stores, org: OrgId) -> Result<Organization, Failure> {
    let organization = organization_with_id(stores, org).await?;
    match organization.plan.limits().keys {
        0 => Err(Failure::failed(format!(
            "the {} plan has no API keys; change the plan first",
            organization.plan.name()
        ))),
        _ => Ok(organization),
    }
}

async fn keys_of(stores: &Stores, org: OrgId) -> Result<Vec<KeyRecord>, Failure> {
    let mut keys: Vec<KeyRecord> = Vec::new();
    let mut request = PageRequest::NEWEST;
    loop {
        let page = stores.metadata.keys(org, None, now(), request).await?;
        keys.extend(page.items);
        match keys.last() {
            Some(last) if page.has_more => request.before = Some(last.id.bits()),
            _ => return Ok(keys),
        }
    }
}

fn view(key: &KeyRecord) -> Value {
    let text = |at: Option<Timestamp>| at.map(Moment);
    json!({
        "id": key.id,
        "orgId": key.org_id,
        "name": key.name,
        "maskedKey": key.masked,
        "scopes": key.scopes,
        "siteIds": key.site_ids,
        "status": key.status(now()),
        "createdAt": text(Some(key.created_at)),
        "expiresAt": text(key.expires_at),
        "lastUsedAt": text(key.last_used_at),
        "rotatedFromId": key.rotated_from_id,
        "replacedById": key.replaced_by_id,
        "revokedAt": text(key.revoked_at),
    })
}

/// The settings of a new key.
pub struct NewKey {
    /// Its organization.
    pub org: OrgId,
    /// The name of the key.
    pub name: String,
    /// Its scopes.
    pub scopes: ScopeSet,
    /// The sites that it is limited to, or all.
    pub site_ids: VisibleSites,
    /// When it expires.
    pub expires_at: Option<Timestamp>,
}

impl NewKey {
    /// Stores the key with its audit entry, if the plan allows it. Only the returned value contains the plaintext.
    pub async fn store(self, stores: &Stores, command: &str) -> Result<MadeKey, Failure> {
        if self.name.chars().count() > MAX_NAME_CHARACTERS {
            return Err(Failure::misuse(format!("--name may have at most {MAX_NAME_CHARACTERS} characters")));
        }
        let organization = organization_with_keys(stores, self.org).await?;
        for site in self.site_ids.listed().unwrap_or_default() {
            if stores.metadata.site(*site).await?.is_none_or(|(site, _)| site.org_id != self.org) {
                return Err(Failure::failed(format!("{} has no site {site}", organization.name)));
            }
        }
        let settings = KeySettings {
            scopes: self.scopes,
            name: self.name,
            site_ids: self.site_ids,
            allowed_ips: None,
            expires_at: self.expires_at,
        };
        let of = (self.org, organization.plan);
        let made = keys::create(&*stores.metadata, of, settings, None, &audit_context(command)).await;
        made.map_err(|error| match error {
            UseCaseError::LimitReached(Limit::Keys { plan, most }) => Failure::failed(format!(
                "{1} has reached the key limit of the {0} plan ({most})",
                plan.name(),
                organization.name
            )),
            UseCaseError::LimitReached(_) => too_many_made(&organization.name),
            other => other.into(),
        })
    }
}
