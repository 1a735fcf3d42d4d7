//! What every `SiteStore` guarantees about sites. Their configurations have a separate suite.

use std::cmp::Reverse;

use askline_app::ports::{
    StoreError,
    audit_log::AuditLog as _,
    changes::Changes as _,
    prompts::{PromptFilter, PromptStore as _},
    sites::SiteStore as _,
};
use askline_domain::{
    organizations::plan::Plan,
    pages::settings::{Distinction, HashRoutes, PageSettings, QueryParameter},
    platforms::known_ids::KnownIds,
    shared::{
        ids::{Id as _, OrgId, SiteId},
        paging::PageRequest,
    },
    sites::{InstallCheck, InstallProblem, Sightings, Site, SiteSettings},
    widget::config::WidgetConfig,
};

use super::sightings::sighting;
use crate::{
    backend::{Backend, Metadata, on_every_backend},
    organizations::changes::OrganizationChanges as _,
    prompts::prompt,
    samples::{audit, count_of, id, later, now, remove_all, stored_organization},
    sites::changes::{SiteChanges as _, SiteCreation},
};

on_every_backend! {
    a_site_reads_back_as_it_was_stored_with_its_first_configuration_and_prompts,
    a_limit_that_is_reached_stores_nothing,
    concurrent_creations_never_pass_the_limit,
    a_change_whose_audit_entry_fails_is_not_stored,
    a_creation_that_fails_halfway_stores_nothing,
    sites_are_listed_newest_first_page_by_page,
    a_list_among_some_sites_shows_no_other_and_none_of_another_organization,
    sites_of_a_domain_are_found_with_and_without_www_and_only_where_they_may_be_seen,
    a_change_of_settings_leaves_sightings_and_configuration_alone,
    another_organization_can_neither_change_nor_delete_a_site,
    a_deleted_site_leaves_no_configuration_and_no_prompt,
    raw_events_are_kept_as_long_as_the_plan_says_now,
    a_site_that_cannot_be_read_names_its_place,
}

/// A new site without any sighting of the widget.
pub fn site(org_id: OrgId) -> Site {
    Site {
        id: id(),
        org_id,
        settings: SiteSettings {
            name: "Büchergarten".into(),
            domain: "example.com".into(),
            aliases: vec!["Büchergarten GmbH".into(), "BG \"24\"".into()],
            allowed_origins: vec!["https://example.com".into(), "https://www.example.com:8443".into()],
            timezone: "Europe/Berlin".into(),
            note: "Runs on the old server.\nAsk the shop before a change.".into(),
            pages: PageSettings::default(),
            read_pages: true,
            credits_per_month: Some(5_000),
        },
        created_at: now(),
        updated_at: later(1),
        sightings: Sightings::default(),
    }
}

/// The configuration of a new site, recognizable by its radius.
pub fn config(radius: u16) -> WidgetConfig {
    let known = KnownIds { default_platforms: &["chatgpt", "claude"], default_social: &["x"], ..KnownIds::default() };
    let mut config = WidgetConfig::for_new_site(&known);
    config.theme.radius = radius;
    config.labels = [("de".to_owned(), [("title".to_owned(), "Frag die KI ✨".to_owned())].into())].into();
    config
}

/// An organization and one of its sites, stored with `config(1)` and no prompts.
pub async fn stored_site(store: &impl Metadata) -> Site {
    let (org, _) = stored_organization(store).await;
    stored_site_of(store, org).await
}

pub async fn stored_site_of(store: &impl Metadata, org: OrgId) -> Site {
    let site = site(org);
    let created = store.create_site(&site, &config(1), &[], None, audit(org, "site.created")).await.unwrap();
    assert_eq!(created, SiteCreation::Created);
    site
}

async fn a_site_reads_back_as_it_was_stored_with_its_first_configuration_and_prompts<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let bare = site(org);
    let mut full = site(org);
    full.sightings = Sightings {
        first_seen_at: Some(later(2)),
        last_seen_at: Some(later(3)),
        last_seen_url: Some("https://example.com/a".into()),
        last_seen_automated: true,
        widget_version: Some("1.0.0".into()),
        check: Some(InstallCheck { checked_at: later(4), problem: Some(InstallProblem::BlockedByCsp) }),
        ..Sightings::default()
    };
    for site in [bare, full] {
        let prompts = [prompt(site.id), prompt(site.id)];
        let entry = audit(org, "site.created");
        let created = store.create_site(&site, &config(7), &prompts, Some(2), entry.clone()).await.unwrap();
        assert_eq!(created, SiteCreation::Created);
        let (stored, first) = store.site(site.id).await.unwrap().unwrap();
        assert_eq!(stored, site);
        assert_eq!((first.version, &first.config), (1, &config(7)));
        assert_eq!((first.created_at, &first.actor), (site.created_at, &entry.actor));
        assert_eq!(store.config_versions(site.id).await.unwrap(), [first]);
        for prompt in prompts {
            assert_eq!(store.prompt(site.id, prompt.id).await.unwrap(), Some(prompt));
        }
    }
    assert_eq!(count_of(store, org, "site.created").await, 2);
    assert_eq!(store.site(id()).await.unwrap(), None);
}

async fn a_limit_that_is_reached_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    // Sites of other organizations do not count.
    stored_site(store).await;
    let org = stored_site(store).await.org_id;
    let generation = store.generation();
    let refused = site(org);
    let prompts = [prompt(refused.id)];
    let creation =
        store.create_site(&refused, &config(1), &prompts, Some(1), audit(org, "site.created")).await.unwrap();
    assert_eq!(creation, SiteCreation::LimitReached);
    assert_eq!(store.site(refused.id).await.unwrap(), None);
    assert_eq!(store.config_versions(refused.id).await.unwrap(), []);
    assert_eq!(store.prompt(refused.id, prompts[0].id).await.unwrap(), None);
    assert_eq!(count_of(store, org, "site.created").await, 1);
    assert_eq!(store.generation(), generation);
    let creation =
        store.create_site(&refused, &config(1), &prompts, Some(2), audit(org, "site.created")).await.unwrap();
    assert_eq!(creation, SiteCreation::Created);
}

async fn concurrent_creations_never_pass_the_limit<B: Backend>(backend: &B) {
    let (org, _) = stored_organization(backend.store()).await;
    let creations = (0..20).map(|_| {
        let store = backend.store().clone();
        tokio::spawn(async move {
            store.create_site(&site(org), &config(1), &[], Some(5), audit(org, "site.created")).await.unwrap()
        })
    });
    let mut created = 0;
    for creation in creations.collect::<Vec<_>>() {
        created += usize::from(creation.await.unwrap() == SiteCreation::Created);
    }
    let stored = backend.store().sites(org, None, PageRequest::NEWEST).await.unwrap().items.len();
    assert_eq!((created, stored, count_of(backend.store(), org, "site.created").await), (5, 5, 5));
}

async fn a_change_whose_audit_entry_fails_is_not_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let org = site.org_id;
    let entry = audit(org, "site.checked");
    let check = InstallCheck { checked_at: later(9), problem: None };
    assert!(store.record_check(site.id, &check, entry.clone()).await.unwrap());
    let before = store.site(site.id).await.unwrap().unwrap();
    let generation = store.generation();
    // An entry with the same id cannot be stored a second time.
    let another = self::site(org);
    let mut renamed = site.clone();
    renamed.name = "Other".into();
    let later_check = InstallCheck { checked_at: later(10), problem: Some(InstallProblem::NoSnippet) };
    assert!(store.create_site(&another, &config(1), &[], None, entry.clone()).await.is_err());
    assert!(store.update_site(&renamed, entry.clone()).await.is_err());
    assert!(store.record_check(site.id, &later_check, entry.clone()).await.is_err());
    assert!(store.put_config(site.id, None, &config(2), later(10), entry.clone()).await.is_err());
    assert!(store.roll_back_config(site.id, 1, None, later(10), entry.clone()).await.is_err());
    assert!(store.delete_site(org, site.id, entry).await.is_err());
    assert_eq!(store.site(another.id).await.unwrap(), None);
    assert_eq!(store.site(site.id).await.unwrap(), Some(before));
    assert_eq!(store.generation(), generation);
    // The store keeps working.
    assert!(store.delete_site(org, site.id, audit(org, "site.deleted")).await.unwrap());
    let chain = store.verify_chains().await.unwrap().remove(0);
    assert_eq!((chain.broken_at, chain.truncated), (None, false));
}

async fn a_creation_that_fails_halfway_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let site = site(org);
    let twice = prompt(site.id);
    let prompts = [twice.clone(), twice];
    assert!(store.create_site(&site, &config(1), &prompts, None, audit(org, "site.created")).await.is_err());
    assert_eq!(store.site(site.id).await.unwrap(), None);
    assert_eq!(store.config_versions(site.id).await.unwrap(), []);
    assert_eq!(store.prompt(site.id, prompts[0].id).await.unwrap(), None);
    assert_eq!(count_of(store, org, "site.created").await, 0);
}

async fn sites_are_listed_newest_first_page_by_page<B: Backend>(backend: &B) {
    let store = backend.store();
    stored_site(store).await;
    let (org, _) = stored_organization(store).await;
    let mut stored = Vec::new();
    for _ in 0..7 {
        stored.push(stored_site_of(store, org).await);
    }
    stored.sort_by_key(|stored| Reverse(stored.id));
    let mut listed: Vec<Site> = Vec::new();
    loop {
        let before = listed.last().map(|site| site.id.bits());
        let page = store.sites(org, None, PageRequest { limit: 3, before }).await.unwrap();
        listed.extend(page.items);
        if !page.has_more {
            break;
        }
        assert_eq!(listed.len() % 3, 0);
    }
    assert_eq!(listed, stored);
}

async fn a_list_among_some_sites_shows_no_other_and_none_of_another_organization<B: Backend>(backend: &B) {
    let store = backend.store();
    let foreign = stored_site(store).await.id;
    let (org, _) = stored_organization(store).await;
    let mut stored = Vec::new();
    for _ in 0..4 {
        stored.push(stored_site_of(store, org).await.id);
    }
    stored.sort_by_key(|id| Reverse(*id));
    let listed = async |among: &[SiteId], page| {
        let page = store.sites(org, Some(among), page).await.unwrap();
        (page.items.into_iter().map(|site| site.id).collect::<Vec<_>>(), page.has_more)
    };
    let among = [stored[3], foreign, id(), stored[0], stored[2], stored[2]];
    assert_eq!(listed(&among, PageRequest::NEWEST).await, (vec![stored[0], stored[2], stored[3]], false));
    let first = PageRequest { limit: 2, before: None };
    assert_eq!(listed(&among, first).await, (vec![stored[0], stored[2]], true));
    let second = PageRequest { limit: 2, before: Some(stored[2].bits()) };
    assert_eq!(listed(&among, second).await, (vec![stored[3]], false));
    assert_eq!(listed(&[foreign], PageRequest::NEWEST).await, (vec![], false));
    assert_eq!(listed(&[], PageRequest::NEWEST).await, (vec![], false));
}

async fn sites_of_a_domain_are_found_with_and_without_www_and_only_where_they_may_be_seen<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let mut stored = Vec::new();
    for domain in ["shop.example", "www.shop.example", "blog.shop.example", "shop.example"] {
        let mut site = site(org);
        site.domain = domain.into();
        store.create_site(&site, &config(1), &[], None, audit(org, "site.created")).await.unwrap();
        stored.push(site.id);
    }
    let (other, _) = stored_organization(store).await;
    let mut foreign = site(other);
    foreign.domain = "shop.example".into();
    store.create_site(&foreign, &config(1), &[], None, audit(other, "site.created")).await.unwrap();
    assert!(store.delete_site(org, stored[3], audit(org, "site.deleted")).await.unwrap());
    let found = async |among: Option<&[SiteId]>, domain: &str| {
        let sites = store.sites_of_domain(org, among, domain).await.unwrap();
        // Sites of one millisecond have no fixed order.
        let mut ids = sites.into_iter().map(|site| site.id).collect::<Vec<_>>();
        ids.sort();
        ids
    };
    let mut both = stored[..2].to_vec();
    both.sort();
    for domain in ["shop.example", "www.shop.example"] {
        assert_eq!(found(None, domain).await, both, "{domain}");
        assert_eq!(found(Some(&[stored[1], stored[2], foreign.id]), domain).await, [stored[1]], "{domain}");
        assert_eq!(found(Some(&[]), domain).await, [], "{domain}");
    }
    assert_eq!(found(None, "nothing.example").await, []);
}

async fn a_change_of_settings_leaves_sightings_and_configuration_alone<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    store.see(&[sighting(site.id, later(60), Some("1.0.0"))]).await.unwrap();
    let (seen, config_before) = store.site(site.id).await.unwrap().unwrap();
    let changed = Site {
        settings: SiteSettings {
            name: "New name".into(),
            domain: "other.example".into(),
            aliases: vec!["Other".into()],
            allowed_origins: vec![],
            timezone: "UTC".into(),
            read_pages: false,
            credits_per_month: None,
            note: String::new(),
            pages: PageSettings {
                distinct: vec![Distinction::IndexFiles],
                query_parameters: vec![QueryParameter { name: "p".into(), paths: vec!["/blog/**".into()] }],
                hash_routes: HashRoutes::On(vec!["/app".into()]),
            },
        },
        updated_at: later(120),
        // Read before the widget was seen, as by a slow caller.
        sightings: Sightings::default(),
        ..site.clone()
    };
    assert!(store.update_site(&changed, audit(site.org_id, "site.updated")).await.unwrap());
    let expected = Site { sightings: seen.sightings, ..changed };
    assert_eq!(store.site(site.id).await.unwrap(), Some((expected, config_before)));
    assert_eq!(count_of(store, site.org_id, "site.updated").await, 1);
    let unknown = self::site(site.org_id);
    assert!(!store.update_site(&unknown, audit(site.org_id, "site.updated")).await.unwrap());
    assert_eq!(count_of(store, site.org_id, "site.updated").await, 1);
}

async fn another_organization_can_neither_change_nor_delete_a_site<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let (other, _) = stored_organization(store).await;
    let before = store.site(site.id).await.unwrap();
    let generation = store.generation();
    assert!(!store.delete_site(other, site.id, audit(other, "site.deleted")).await.unwrap());
    let mut claimed = Site { org_id: other, ..site.clone() };
    claimed.name = "Mine now".into();
    assert!(!store.update_site(&claimed, audit(other, "site.updated")).await.unwrap());
    assert_eq!(store.site(site.id).await.unwrap(), before);
    assert_eq!(count_of(store, other, "site.deleted").await + count_of(store, other, "site.updated").await, 0);
    assert_eq!(store.generation(), generation);
}

async fn a_deleted_site_leaves_no_configuration_and_no_prompt<B: Backend>(backend: &B) {
    let store = backend.store();
    let kept = stored_site(store).await;
    let site = site(kept.org_id);
    let org = site.org_id;
    let stored = prompt(site.id);
    let prompts = std::slice::from_ref(&stored);
    store.create_site(&site, &config(1), prompts, None, audit(org, "site.created")).await.unwrap();
    store.put_config(site.id, None, &config(2), later(1), audit(org, "site.config_updated")).await.unwrap();
    assert!(store.delete_site(org, site.id, audit(org, "site.deleted")).await.unwrap());
    assert_eq!(store.site(site.id).await.unwrap(), None);
    remove_all(store).await;
    assert_eq!(store.config_versions(site.id).await.unwrap(), []);
    assert_eq!(store.prompt(site.id, stored.id).await.unwrap(), None);
    let listed = store.prompts(site.id, &PromptFilter::default(), PageRequest::NEWEST).await.unwrap();
    assert_eq!(listed.items, []);
    assert!(!store.delete_site(org, site.id, audit(org, "site.deleted")).await.unwrap());
    assert_eq!(count_of(store, org, "site.deleted").await, 1);
    // The organization's other site is unchanged.
    assert_eq!(store.config_versions(kept.id).await.unwrap().len(), 1);
}

async fn raw_events_are_kept_as_long_as_the_plan_says_now<B: Backend>(backend: &B) {
    let store = backend.store();
    let (first, second) = (stored_site(store).await, stored_site(store).await);
    store.set_plan(second.org_id, Plan::Free, audit(second.org_id, "plan.changed")).await.unwrap();
    let mut days = store.retention_days().await.unwrap();
    days.sort_unstable();
    let mut expected = [(first.id, Plan::Pro.limits().retention_days), (second.id, Plan::Free.limits().retention_days)];
    expected.sort_unstable();
    assert_eq!(days, expected);
}

async fn a_site_that_cannot_be_read_names_its_place<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let place = async || match store.site(site.id).await.unwrap_err() {
        StoreError::Corrupt { table, column, id } if id == site.id.to_string() => (table, column),
        error => panic!("{error}"),
    };
    // From the value that is read last to the one that is read first.
    backend.tamper("DELETE FROM site_configs").await;
    assert_eq!(place().await, ("site_configs", "version"));
    backend.tamper("UPDATE sites SET allowed_origins = 'https://example.com'").await;
    assert_eq!(place().await, ("sites", "allowed_origins"));
    backend.tamper("UPDATE sites SET timezone = 'Mars/Olympus'").await;
    assert_eq!(place().await, ("sites", "timezone"));
    backend.tamper("UPDATE sites SET check_problem = 'haunted'").await;
    assert_eq!(place().await, ("sites", "check_problem"));
    let listed = store.sites(site.org_id, None, PageRequest::NEWEST).await;
    assert!(matches!(listed, Err(StoreError::Corrupt { table: "sites", column: "check_problem", .. })));
}
