//! `askline key`: API keys. The plaintext is printed once, by `create`, and is stored nowhere.

use askline_domain::{
    api_key::{ApiKey, KeyRecord, KeySettings, NAME_CHARACTERS_MOST},
    audit::Target,
    id::{Id as _, KeyId, OrgId, SiteId},
    moment::Moment,
    organization_bounds::MAX_KEYS_MADE_A_DAY,
    page::PageRequest,
    ports::KeyCreation,
    scope::{Scope, ScopeSet},
    visible_sites::VisibleSites,
};
use clap::Subcommand;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::{
    answer::{Context, audit_draft, now, table},
    organization::{no_such_organization, one_or_every_organization},
};
use crate::{failure::Failure, stores::Stores};

const EXPIRES_IN_DAYS_MOST: i64 = 3_650;

/// `askline key …`
#[derive(Debug, Subcommand)]
pub enum Key {
    /// Make a key and print it once
    Create {
        /// The organization's id
        #[arg(long)]
        org: OrgId,
        /// What it may do, such as analytics:read, or * for everything; may be given several times
        #[arg(long = "scope", value_name = "SCOPE", required = true, num_args = 1..)]
        scopes: Vec<Scope>,
        /// What you call it
        #[arg(long, default_value = "")]
        name: String,
        /// A site it is limited to; may be given several times
        #[arg(long = "site", value_name = "SITE")]
        sites: Vec<SiteId>,
        /// Days after which it ends by itself
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(i64).range(1..=EXPIRES_IN_DAYS_MOST))]
        expires_in_days: Option<i64>,
    },
    /// List keys, masked
    List {
        /// Only those of this organization
        #[arg(long)]
        org: Option<OrgId>,
    },
    /// End a key, at once for every running server
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
            Key::Revoke { id } => revoke(context, *id).await,
        }
    }
}

async fn create(context: &Context, new: NewKey) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let (record, key) = new.store(&stores, "askline key create").await?;
    stores.close().await;
    let mut answer = view(&record);
    answer["key"] = key.expose().into();
    context.answer(
        &answer,
        &format!("{}\nIts id is {}. It is shown this once and stored nowhere.", key.expose(), record.id),
    )
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
    let missing = || Failure::failed(format!("there is no key {id}"));
    let org = stores.metadata.organization_of_key(id).await?.ok_or_else(missing)?;
    let record = stores.metadata.key(org, id).await?.ok_or_else(missing)?;
    let targets = vec![Target::new("key", id, record.masked)];
    let audit = audit_draft(org, "askline key revoke", "key.revoked", targets, json!({ "name": record.name }));
    let revoked = stores.metadata.revoke_key(org, id, now(), audit).await?.ok_or_else(missing)?;
    stores.close().await;
    context.answer(&view(&revoked), &format!("{id} is revoked."))
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

/// A key that is to be made.
pub struct NewKey {
    /// Whose.
    pub org: OrgId,
    /// What its owner calls it.
    pub name: String,
    /// What it may do.
    pub scopes: ScopeSet,
    /// The sites it reaches.
    pub site_ids: VisibleSites,
    /// When it ends by itself.
    pub expires_at: Option<Timestamp>,
}

impl NewKey {
    /// Stores the key with its audit entry, as far as the organization's plan goes; the plaintext is in the answer alone.
    pub async fn store(self, stores: &Stores, command: &str) -> Result<(KeyRecord, ApiKey), Failure> {
        if self.name.chars().count() > NAME_CHARACTERS_MOST {
            return Err(Failure::misuse(format!("--name may have at most {NAME_CHARACTERS_MOST} characters")));
        }
        let Some(organization) = stores.metadata.organization(self.org).await? else {
            return Err(no_such_organization(self.org));
        };
        let most = organization.plan.limits().keys;
        if most == 0 {
            return Err(Failure::failed(format!(
                "the {} plan has no API keys; raise it first",
                organization.plan.name()
            )));
        }
        for site in self.site_ids.listed().unwrap_or_default() {
            if stores.metadata.site(*site).await?.is_none_or(|(site, _)| site.org_id != self.org) {
                return Err(Failure::failed(format!("{} has no site {site}", organization.name)));
            }
        }
        let at = now();
        let key = ApiKey::generate(&mut rand::rng());
        let id = KeyId::new(at, &mut rand::rng());
        let settings = KeySettings {
            scopes: self.scopes,
            name: self.name,
            site_ids: self.site_ids,
            allowed_ips: None,
            expires_at: self.expires_at,
        };
        let record = KeyRecord::new(id, self.org, &key, settings, None, at);
        let targets = vec![Target::new("key", record.id, record.masked.clone())];
        let metadata = json!({ "name": record.name, "scopes": record.scopes, "siteIds": record.site_ids });
        let audit = audit_draft(self.org, command, "key.created", targets, metadata);
        match stores.metadata.create_key(&record, most, audit).await? {
            KeyCreation::Created => Ok((record, key)),
            KeyCreation::LimitReached => Err(Failure::failed(format!(
                "the {} plan of {} has {most} keys, and all are taken",
                organization.plan.name(),
                organization.name
            ))),
            KeyCreation::DayLimitReached => Err(Failure::failed(format!(
                "{} made {MAX_KEYS_MADE_A_DAY} keys today (UTC), which is as many as an organization may; make more tomorrow",
                organization.name
            ))),
        }
    }
}
