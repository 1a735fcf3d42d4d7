//! Which concurrent changes on a PostgreSQL server exclude each other, and which do not.

use std::collections::BTreeMap;

use askline_app::ports::{
    audit_log::AuditLog as _,
    changes::{Changes as _, Subject},
    jobs::{JobStore as _, JobTaking},
    keys::KeyStore as _,
};
use askline_domain::{
    identity::{grounds::NewAccountGround, role::Role},
    jobs::{JobKind, LeaseToken},
    organizations::plan::Plan,
    shared::ids::{JobId, OrgId},
};
use askline_stand_in::until;
use askline_store::metadata::MetadataStore;
use futures_util::future::join_all;

use crate::{
    accounts::changes::AccountChanges as _,
    backend::Backend as _,
    key_changes::{KeyChanges as _, KeyCreation},
    member_changes::{MemberAddition, MemberChanges as _},
    organizations::changes::OrganizationChanges as _,
    postgres::Postgres,
    samples::{
        audit, credentials, id, invitation, key, later, now, organization, session, stored_key, stored_organization,
        user,
    },
    sites::changes::{SiteChanges as _, SiteCreation},
    sites::stored::{config, site},
};

/// The number of rounds of each race.
const ROUNDS: usize = 10;
/// The number of tasks that compete in each race.
const AT_ONCE: usize = 8;

/// A store for each of the racing tasks: two processes on one database.
async fn racing(backend: &Postgres) -> Vec<MetadataStore> {
    let two = [backend.store().clone(), backend.another_process().await];
    two.into_iter().cycle().take(AT_ONCE).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_of_one_organization_that_is_held_up_delays_none_of_another() {
    let backend = Postgres::empty().await;
    let (here, elsewhere) = (backend.store(), backend.another_process().await);
    here.watch_other_processes();
    let (held_org, _) = stored_organization(here).await;
    let (org, user) = stored_organization(here).await;
    until("the look shows it", async || here.is_current()).await;
    let keys = [stored_key(here, org).await, stored_key(here, org).await, stored_key(here, org).await];
    let held = backend.hold(&format!("SELECT 1 FROM organizations WHERE id = '{held_org}' FOR UPDATE")).await;
    // More changes than there are connections for writes.
    let waiting: Vec<_> = (0..40)
        .map(|_| {
            let store = here.clone();
            tokio::spawn(async move { store.set_plan(held_org, Plan::Pro, audit(held_org, "p")).await })
        })
        .collect();
    until("one of them waits", async || backend.waiting().await > 0).await;
    let before = here.generation();
    for key in &keys {
        elsewhere.revoke_key(org, key.id, now()).await.unwrap();
        here.set_plan(org, Plan::Business, audit(org, "p")).await.unwrap();
        let ground = credentials(here, user).await;
        here.create_session(&session(user).0, None, ground, vec![audit(org, "s")]).await.unwrap();
        until("the revocation shows", async || here.may_have_changed(&[Subject::Key(key.id)], before)).await;
    }
    // They queue for their scope, and not for connections that others need.
    assert_eq!(backend.waiting().await, 1);
    assert!(!waiting.iter().any(tokio::task::JoinHandle::is_finished));
    held.commit().await;
    for change in waiting {
        change.await.unwrap().unwrap().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_at_once_never_pass_the_plans_limits_and_leave_the_audit_chain_whole() {
    let backend = Postgres::empty().await;
    let stores = racing(&backend).await;
    for _ in 0..ROUNDS {
        let (org, _) = stored_organization(&stores[0]).await;
        let keys = stores.iter().map(async |store| store.create_key(&key(org), 3, audit(org, "k")).await.unwrap());
        let sites = stores
            .iter()
            .map(async |store| store.create_site(&site(org), &config(1), &[], Some(2), audit(org, "s")).await.unwrap());
        let members = stores.iter().map(async |store| {
            store.invite_member(org, &invitation(Role::Viewer).0, Some(5), audit(org, "m")).await.unwrap()
        });
        let (keys, sites, members) = tokio::join!(join_all(keys), join_all(sites), join_all(members));
        assert_eq!(keys.iter().filter(|made| **made == KeyCreation::Created).count(), 3);
        assert_eq!(sites.iter().filter(|made| **made == SiteCreation::Created).count(), 2);
        // The owner has a seat.
        assert_eq!(members.iter().filter(|made| matches!(made, MemberAddition::Invited(_))).count(), 4);
        let chain = stores[0].verify_chain(org).await.unwrap();
        assert_eq!((chain.broken_at, chain.truncated, chain.entries), (None, false, 1 + 3 + 2 + 4));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_those_who_want_one_address_or_slug_at_once_one_has_it_and_no_other_fails() {
    let backend = Postgres::empty().await;
    let stores = racing(&backend).await;
    for round in 0..ROUNDS {
        let email = format!("ada-{round}@example.com");
        let founded = stores.iter().enumerate().map(async |(place, store)| {
            let mut organization = organization();
            // A numbered slug of one organization may be the plain slug of another.
            organization.slug = if place % 2 == 0 { format!("acme{round}") } else { format!("acme{round}-2") };
            let owner = askline_domain::identity::user::User { email: email.clone(), ..user() };
            let taken = store
                .create_organization(&organization, &owner, NewAccountGround::Nobody, audit(organization.id, "o"))
                .await
                .unwrap();
            let (other, owner) = (askline_domain::organizations::Organization { id: id(), ..organization }, user());
            store
                .create_organization(&other, &owner, NewAccountGround::Nobody, audit(other.id, "o"))
                .await
                .unwrap()
                .unwrap();
            taken
        });
        assert_eq!(join_all(founded).await.into_iter().flatten().count(), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_instance_is_set_up_at_most_once_while_other_accounts_are_created() {
    for _ in 0..ROUNDS {
        let backend = Postgres::empty().await;
        let stores = racing(&backend).await;
        let set_up = stores.iter().enumerate().map(async |(place, store)| {
            let organization = organization();
            let log = audit(organization.id, "o");
            match place % 4 {
                0 => {
                    store
                        .create_organization(&organization, &user(), NewAccountGround::Nobody, log)
                        .await
                        .unwrap()
                        .unwrap();
                    false
                }
                _ => store.create_first_organization(&organization, &user(), log).await.unwrap().is_some(),
            }
        });
        let first = join_all(set_up).await.into_iter().filter(|first| *first).count();
        assert!(first <= 1, "set up {first} times");
        let organizations = backend.number("SELECT COUNT(*) FROM organizations").await;
        assert_eq!(organizations, i64::try_from(AT_ONCE / 4 + first).unwrap());
    }
}

const KIND: JobKind = JobKind::new("test.work");

async fn put(backend: &Postgres, org: OrgId, due: u64) -> JobId {
    let (id, due) = (id::<JobId>(), later(due).as_millisecond());
    let statement = format!(
        "INSERT INTO jobs (id, org_id, kind, input, state, attempts, due_ms, ready_ms, created_ms) \
         VALUES ('{id}', '{org}', '{KIND}', '{{}}', 'queued', 0, {due}, {due}, {due})"
    );
    backend.tamper(&statement).await;
    id
}

fn taking(max_jobs: u32, max_running_each: u32) -> JobTaking {
    JobTaking {
        kind: KIND,
        max_jobs,
        max_running: 30,
        max_running_each,
        token: LeaseToken::random(&mut rand::rng()),
        now: later(100),
        lease_until: later(200),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_takers_in_two_processes_take_each_job_once_and_no_more_than_may_run() {
    let backend = Postgres::empty().await;
    let stores = racing(&backend).await;
    let orgs = [stored_organization(&stores[0]).await.0, stored_organization(&stores[0]).await.0];
    for number in 0..40 {
        put(&backend, orgs[usize::from(number >= 36)], number).await;
    }
    let taken = join_all(stores.iter().map(async |store| {
        let mut taken = Vec::new();
        for _ in 0..20 {
            taken.extend(store.take_jobs(&taking(2, 12)).await.unwrap());
        }
        taken
    }))
    .await;
    let mut of_each = BTreeMap::<OrgId, u32>::new();
    let mut ids: Vec<JobId> = Vec::new();
    for job in taken.into_iter().flatten() {
        *of_each.entry(job.org_id.unwrap()).or_default() += 1;
        ids.push(job.id);
    }
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "a job was taken twice");
    // The maximum share of one organization, and all jobs of the other.
    assert_eq!(of_each, BTreeMap::from([(orgs[0], 12), (orgs[1], 4)]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_that_another_transaction_has_keep_no_other_waiting() {
    let backend = Postgres::empty().await;
    let store = backend.store();
    let (org, other) = (stored_organization(store).await.0, stored_organization(store).await.0);
    for number in 0..10 {
        put(&backend, org, number).await;
    }
    let free = put(&backend, other, 50).await;
    for max_each in [30, 1] {
        let held = backend.hold(&format!("UPDATE jobs SET state = state WHERE org_id = '{org}'")).await;
        let taken = store.take_jobs(&taking(1, max_each)).await.unwrap();
        assert_eq!(taken.iter().map(|job| job.id).collect::<Vec<_>>(), [free]);
        held.commit().await;
        backend.tamper("UPDATE jobs SET state = 'queued', lease = NULL, ready_ms = due_ms").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_noted_of_many_waits_for_none_of_them() {
    let backend = Postgres::empty().await;
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (held_key, key) = (stored_key(store, org).await, stored_key(store, org).await);
    let held = backend.hold(&format!("UPDATE api_keys SET name = name WHERE id = '{}'", held_key.id)).await;
    store.touch_keys(&[(held_key.id, later(1)), (key.id, later(1))]).await.unwrap();
    assert_eq!(store.key(org, key.id).await.unwrap().unwrap().last_used_at, Some(later(1)));
    held.commit().await;
    store.touch_keys(&[(held_key.id, later(2))]).await.unwrap();
    assert_eq!(store.key(org, held_key.id).await.unwrap().unwrap().last_used_at, Some(later(2)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_changes_that_another_process_is_removing_are_left_to_it() {
    let backend = Postgres::empty().await;
    let (here, elsewhere) = (backend.store(), backend.another_process().await);
    let (org, _) = stored_organization(here).await;
    let held = backend.hold("UPDATE changes_removed SET id = id").await;
    let rows = "INSERT INTO changes (subject) SELECT '*' FROM generate_series(1, 2000 - \
        (SELECT COALESCE(MAX(id), 0) FROM changes) % 1000 - 1)";
    backend.tamper(rows).await;
    // The next row triggers the removal of old ones.
    elsewhere.set_plan(org, Plan::Pro, audit(org, "p")).await.unwrap();
    assert_eq!(backend.number("SELECT MAX(id) % 1000 FROM changes").await, 0);
    held.commit().await;
}
