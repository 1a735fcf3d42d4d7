//! The step `consent` on a database of the previous release.
//!
//! A member who was added by someone else's decision becomes pending, unless they have acted in the organization.

use std::path::Path;

use askline_app::{
    organizations::{self, Owner},
    ports::organizations::{InvitationStore as _, MemberStore as _, OrganizationStore as _},
};
use askline_domain::{
    audit::{Actor, AuditDraft},
    identity::{role::Role, secret::SecretDigest, user::User},
    organizations::{
        Organization, SeatCount,
        member::{Member, MemberStatus},
        plan::Plan,
    },
    shared::{
        ids::{AuditId, Id as _, OrgId, UserId},
        paging::PageRequest,
    },
};
use jiff::Timestamp;
use sqlx::{Connection as _, migrate::Migrator, sqlite::SqliteConnectOptions};

use super::{MIGRATIONS, STEPS};
use crate::metadata::MetadataStore;

const STEP: &str = "consent";
const OURS: &str = "org_01j00000000000000000000001";
const THEIRS: &str = "org_01j00000000000000000000002";

/// Accounts by the last character of their ids: their names, and whether they have a password.
const USERS: &[(char, &str, bool)] = &[
    ('1', "owner", true),
    ('2', "stranger", true),
    ('3', "taken-up", true),
    ('4', "acted", true),
    ('5', "added", true),
    ('6', "logged-in", true),
    ('7', "acted-elsewhere", true),
    ('8', "waiting", false),
    ('9', "waiting-owner", false),
];

fn user_id(last: char) -> String {
    format!("usr_01j0000000000000000000000{last}")
}

/// Creates the database as the previous step left it, with rows that the previous release wrote.
async fn old_database(dir: &Path) {
    let options = SqliteConnectOptions::new().filename(dir.join("metadata.db")).create_if_missing(true);
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await.expect("a new file");
    let number = STEPS.0.iter().find(|(_, name, _)| *name == STEP).expect("the step is there").0;
    let earlier = MIGRATIONS.iter().filter(|migration| migration.version < number).cloned().collect();
    Migrator::with_migrations(earlier).run(&mut connection).await.expect("the earlier steps fit");
    let mut rows = vec!["PRAGMA application_id = 0x41534B4C".to_owned()];
    for (org, slug) in [(OURS, "ours"), (THEIRS, "theirs")] {
        rows.push(format!("INSERT INTO organizations VALUES ('{org}', '{slug}', '{slug}', 'pro', 1)"));
    }
    for (last, name, has_password) in USERS {
        let hash = if *has_password { "'$argon2id$x'" } else { "NULL" };
        let id = user_id(*last);
        rows.push(format!("INSERT INTO users VALUES ('{id}', '{name}@example.com', '{name}', 5, {hash})"));
    }
    let memberships = [('1', "owner"), ('3', "member"), ('4', "viewer"), ('5', "admin"), ('6', "viewer")];
    for (last, role) in memberships.into_iter().chain([('7', "member"), ('8', "viewer"), ('9', "owner")]) {
        rows.push(format!("INSERT INTO memberships VALUES ('{OURS}', '{}', '{role}', 7)", user_id(last)));
    }
    for last in ['2', '5', '6', '7'] {
        rows.push(format!("INSERT INTO memberships VALUES ('{THEIRS}', '{}', 'owner', 7)", user_id(last)));
    }
    for (last, digest) in [('8', "08"), ('9', "09")] {
        let digest = digest.repeat(32);
        rows.push(format!(
            "INSERT INTO invitations VALUES (x'{digest}', '{OURS}', '{}', 99999999999999)",
            user_id(last)
        ));
    }
    for (sequence, (org, action, actor, target)) in [
        (OURS, "member.invited", '1', '3'),
        (OURS, "member.invited", '1', '8'),
        (OURS, "member.invited", '1', '9'),
        (OURS, "member.added", '1', '4'),
        (OURS, "member.added", '1', '5'),
        (OURS, "member.added", '1', '6'),
        (OURS, "member.added", '1', '7'),
        (OURS, "site.updated", '4', '4'),
        (OURS, "auth.login", '6', '6'),
        (OURS, "auth.password_changed", '6', '6'),
        (THEIRS, "site.updated", '7', '7'),
    ]
    .into_iter()
    .enumerate()
    {
        let (actor, target) = (user_id(actor), user_id(target));
        rows.push(format!(
            "INSERT INTO audit_entries VALUES ('{org}', {sequence}, 'aud_{sequence}', 1, '{action}', 'user', '{actor}', \
             '', '[]', NULL, NULL, NULL, '{{}}', '', '')"
        ));
        rows.push(format!("INSERT INTO audit_targets VALUES ('{org}', '{target}', 'aud_{sequence}')"));
    }
    for row in rows {
        sqlx::raw_sql(sqlx::AssertSqlSafe(row)).execute(&mut connection).await.expect("the row fits");
    }
    connection.close().await.expect("nothing is open");
}

async fn migrated() -> (tempfile::TempDir, MetadataStore) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    old_database(dir.path()).await;
    let store = MetadataStore::open(dir.path()).await.expect("the old database is brought up to date");
    (dir, store)
}

async fn members(store: &MetadataStore, org: &str) -> Vec<Member> {
    let org: OrgId = org.parse().expect("an id");
    store.members(org, PageRequest::NEWEST).await.expect("the store answers").items
}

fn names(members: &[Member], status: MemberStatus) -> Vec<&str> {
    let mut names: Vec<&str> = members
        .iter()
        .filter(|member| member.status == status)
        .map(|member| member.email.trim_end_matches("@example.com"))
        .collect();
    names.sort_unstable();
    names
}

#[tokio::test]
async fn owners_and_those_who_consented_or_acted_stay_members_and_all_others_wait() {
    let (_dir, store) = migrated().await;
    let ours = members(&store, OURS).await;
    assert_eq!(names(&ours, MemberStatus::Active), ["acted", "owner", "taken-up"]);
    let waiting = ["acted-elsewhere", "added", "logged-in", "waiting", "waiting-owner"];
    assert_eq!(names(&ours, MemberStatus::Pending), waiting);
    let theirs = members(&store, THEIRS).await;
    assert_eq!(names(&theirs, MemberStatus::Active), ["acted-elsewhere", "added", "logged-in", "stranger"]);
    assert_eq!(names(&theirs, MemberStatus::Pending), Vec::<&str>::new());
    let org: OrgId = OURS.parse().expect("an id");
    assert_eq!(store.seats(org).await.expect("the store answers"), SeatCount { used: 3, pending: 5 });
}

#[tokio::test]
async fn pending_members_keep_their_role_and_have_no_user_and_no_usable_invitation_token() {
    let (_dir, store) = migrated().await;
    for member in members(&store, OURS).await.iter().filter(|member| member.status == MemberStatus::Pending) {
        assert_eq!(store.user(member.user_id).await.expect("the store answers"), None, "{member:?}");
        assert_eq!((member.invitation_expires_at, member.created_at.as_millisecond()), (None, 7), "{member:?}");
        let expected = match member.email.trim_end_matches("@example.com") {
            "waiting-owner" => Role::Owner,
            "added" => Role::Admin,
            "acted-elsewhere" => Role::Member,
            _ => Role::Viewer,
        };
        assert_eq!(member.role, expected, "{member:?}");
    }
    for byte in [8, 9] {
        let opened = store.open_invitation(SecretDigest([byte; 32]), Timestamp::UNIX_EPOCH).await;
        assert_eq!(opened.expect("the store answers"), None);
    }
}

#[tokio::test]
async fn accounts_stay_and_addresses_that_were_only_typed_are_free() {
    let (_dir, store) = migrated().await;
    for (last, name, has_password) in USERS {
        let id: UserId = user_id(*last).parse().expect("an id");
        let found = store.user(id).await.expect("the store answers");
        assert_eq!(found.is_some(), *has_password, "{name}");
        assert!(found.is_none_or(|(user, _)| user.password_hash.is_some()), "{name}");
    }
    let (id, at) = (OrgId::from_bits(7), Timestamp::UNIX_EPOCH);
    let own = Organization {
        id,
        name: "Own".into(),
        slug: "own".into(),
        created_at: at,
        plan: Plan::Free,
        sign_in_rules: Default::default(),
        brand: None,
    };
    let email = "waiting@example.com".to_owned();
    let account = User {
        id: UserId::from_bits(7),
        email,
        name: String::new(),
        created_at: at,
        password_hash: Some("$x".into()),
        address: askline_domain::identity::address_state::AddressState::default(),
        credential_version: Default::default(),
        locked_at: None,
        factors: Default::default(),
        wrong_codes: 0,
    };
    let audit = AuditDraft {
        id: AuditId::from_bits(7),
        org_id: id,
        occurred_at: at,
        action: "organization.created".into(),
        actor: Actor::system("test"),
        targets: Vec::new(),
        ip: None,
        user_agent: None,
        request_id: None,
        metadata: serde_json::json!({}),
        request: None,
        preconditions: Vec::new(),
    };
    let owner = Owner::New(account.clone(), askline_domain::identity::grounds::NewAccountGround::Nobody);
    organizations::add(&store, own, &owner, audit).await.expect("nobody has the address");
    let (_, memberships) = store.user(account.id).await.expect("the store answers").expect("it was stored");
    assert_eq!(memberships.iter().map(|each| each.org_id).collect::<Vec<_>>(), [id]);
}
