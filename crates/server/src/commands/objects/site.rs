//! `askline site`: creates, lists and deletes sites, changes their notes, and prints the snippet.

use askline_app::{
    error::{Limit, UseCaseError},
    sites::{self, Created, Updated},
};
use askline_domain::{
    organizations::{Organization, bounds::MAX_SITES_MADE_A_DAY},
    shared::{
        ids::{OrgId, SiteId},
        rfc3339::Moment,
    },
    sites::{
        Site,
        input::{NewSite, SiteEdit},
        visible::VisibleSites,
    },
};
use clap::Subcommand;
use serde_json::{Value, json};

use super::{
    organization::{one_or_every_organization, organization_with_id},
    removal::remove_now,
};
use crate::{
    commands::{
        answer::{Context, audit_context, now, print_json, table},
        confirmation::confirm_deletion,
    },
    failure::{Failure, say},
};

/// `askline site …`
#[derive(Debug, Subcommand)]
pub enum SiteCommand {
    /// Create a site; prints JSON with its id and its snippet
    Create {
        /// The organization's id
        #[arg(long)]
        org: OrgId,
        /// The site's name [default: its domain]
        #[arg(long)]
        name: Option<String>,
        /// The domain, such as example.com
        #[arg(long)]
        domain: String,
        /// The IANA time zone in which the site's days begin, such as Europe/Berlin
        #[arg(long, value_name = "TZ", default_value = "UTC")]
        timezone: String,
        /// An allowed origin: only pages from these are counted; may be given several times
        /// [default: the domain over HTTPS, with and without www.]
        #[arg(long = "origin", value_name = "ORIGIN")]
        origins: Vec<String>,
        /// A note about the site for your team; readers never see the note
        #[arg(long)]
        note: Option<String>,
    },
    /// Change the note about a site that your team sees
    SetNote {
        /// The site's id
        site: SiteId,
        /// The note; an empty one removes it
        note: String,
    },
    /// List sites
    List {
        /// Only the sites of this organization
        #[arg(long)]
        org: Option<OrgId>,
    },
    /// Delete a site with its events, counts, widget, prompts, rules and monitors
    Delete {
        /// The site's id
        site: SiteId,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
}

impl SiteCommand {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        match self {
            SiteCommand::Create { org, name, domain, timezone, origins, note } => {
                let new = NewSite {
                    name: name.clone(),
                    domain: domain.clone(),
                    allowed_origins: Some(origins.clone()).filter(|origins| !origins.is_empty()),
                    timezone: Some(timezone.clone()),
                    note: note.clone(),
                    ..NewSite::default()
                };
                create(context, *org, new).await
            }
            SiteCommand::SetNote { site, note } => set_note(context, *site, note).await,
            SiteCommand::List { org } => list(context, *org).await,
            SiteCommand::Delete { site, yes } => delete(context, *site, *yes).await,
        }
    }
}

async fn create(context: &Context, org: OrgId, new: NewSite) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let instance = context.instance(&stores)?;
    let organization = organization_with_id(&stores, org).await?;
    let (of, visible) = ((org, organization.plan), &VisibleSites::ALL);
    let made = sites::create(&instance, of, visible, new, &audit_context("askline site create")).await;
    let Created { site, same_domain } = made.map_err(|error| not_made(error, &organization))?;
    stores.close().await;
    warn_about(&same_domain);
    let address = context.widget_address();
    let snippet = snippet(&address, site.id);
    print_json(&json!({
        "changed": true,
        "siteId": site.id,
        "snippet": snippet,
        "orgId": org,
        "name": site.name,
        "domain": site.domain,
        "allowedOrigins": site.allowed_origins,
        "timezone": site.timezone,
    }))?;
    // In JSON the quotes are escaped, so the line that people copy is printed as it is.
    context.explain(&format!(
        "Paste this line into the pages of {}, such as before </head>:\n{snippet}\nThe widget is at {}",
        site.domain,
        widget_url(&address)
    ));
    Ok(())
}

/// Names the other sites with the same domain on stderr; stdout contains only the JSON.
fn warn_about(same_domain: &[Site]) {
    for site in same_domain {
        let (id, name, domain) = (site.id, &site.name, &site.domain);
        say(&format!(
            "askline: the site {name} ({id}) has the domain {domain} already; keep both only to measure them separately"
        ));
    }
}

async fn set_note(context: &Context, id: SiteId, note: &str) -> Result<(), Failure> {
    let edit = SiteEdit { note: Some(note.to_owned()), ..SiteEdit::default() };
    let stores = context.existing_stores().await?;
    let instance = context.instance(&stores)?;
    let context_of_audit = audit_context("askline site set-note");
    let updated = sites::update(&instance, (id, &VisibleSites::ALL), edit, |_| Ok(()), &context_of_audit).await;
    let Updated { site, is_changed, .. } = updated.map_err(|error| unless_missing(error, id))?;
    stores.close().await;
    let state = match (is_changed, site.note.is_empty()) {
        (false, _) => "already has this note",
        (true, true) => "has no note now",
        (true, false) => "has the new note",
    };
    context.answer_change(is_changed, view(&site), &format!("{} {state}.", site.domain))
}

async fn delete(context: &Context, id: SiteId, is_confirmed: bool) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let (site, _) = stores.metadata.site(id).await?.ok_or_else(|| no_such_site(id))?;
    confirm_deletion(
        is_confirmed,
        &format!("the site {} with its events, counts, widget, prompts, rules and monitors", site.name),
        &site.domain,
    )?;
    let instance = context.instance(&stores)?;
    let deleted = sites::delete(&instance, &site, &audit_context("askline site delete")).await;
    deleted.map_err(|error| unless_missing(error, id))?;
    remove_now(&instance.ports).await;
    stores.close().await;
    let answer = json!({ "siteId": id, "orgId": site.org_id, "name": site.name, "domain": site.domain });
    context.answer_change(true, answer, &format!("{} ({id}) is deleted.", site.domain))
}

async fn list(context: &Context, org: Option<OrgId>) -> Result<(), Failure> {
    let stores = context.existing_stores().await?;
    let organizations = one_or_every_organization(&stores, org).await?;
    let mut found = Vec::new();
    for organization in organizations {
        found.extend(sites::every_site(&*stores.metadata, organization.id, None).await?);
    }
    stores.close().await;
    let items: Vec<Value> = found.iter().map(view).collect();
    let rows: Vec<Vec<String>> = found
        .iter()
        .map(|site| vec![site.id.to_string(), site.org_id.to_string(), site.domain.clone(), site.name.clone()])
        .collect();
    context.answer(&json!({ "items": items }), &table(&["ID", "ORGANIZATION", "DOMAIN", "NAME"], &rows))
}

/// The JSON of a site on the command line.
pub fn view(site: &Site) -> Value {
    json!({
        "siteId": site.id,
        "orgId": site.org_id,
        "name": site.name,
        "domain": site.domain,
        "allowedOrigins": site.allowed_origins,
        "timezone": site.timezone,
        "note": site.note,
        "createdAt": Moment(site.created_at),
        "installStatus": site.sightings.status(now()),
    })
}

/// The snippet that a customer pastes.
pub fn snippet(address: &str, site: SiteId) -> String {
    format!("<script src=\"{}\" data-site=\"{site}\" async></script>", widget_url(address))
}

/// The address of the widget's first file.
fn widget_url(address: &str) -> String {
    format!("{address}/widget.js")
}

/// Why a site was not created, with the name of its organization.
fn not_made(error: UseCaseError, organization: &Organization) -> Failure {
    let name = &organization.name;
    match error {
        UseCaseError::LimitReached(Limit::Sites { plan, most }) => {
            Failure::failed(format!("{name} has reached the site limit of the {} plan ({most})", plan.name()))
        }
        UseCaseError::LimitReached(Limit::SitesMadeToday) => Failure::failed(format!(
            "{name} created {MAX_SITES_MADE_A_DAY} sites today (UTC), which is the daily limit; create more tomorrow"
        )),
        other => other.into(),
    }
}

fn unless_missing(error: UseCaseError, id: SiteId) -> Failure {
    match error {
        UseCaseError::NotFound(_) => no_such_site(id),
        other => other.into(),
    }
}

fn no_such_site(id: SiteId) -> Failure {
    Failure::failed(format!("there is no site {id}"))
}
