//! Creates organizations with a unique slug. An account can create only a limited number of organizations.

use askline_app::ports::{StoreResult, changes::Subject, organizations::Founding};
use askline_domain::{
    audit::AuditDraft,
    identity::{grounds::SessionGround, user::User},
    organizations::{FOUNDING_REMEMBERED, Organization, Slug},
    shared::ids::UserId,
};

use super::{member_rows, member_sites};
use crate::{
    metadata::{
        MetadataStore,
        accounts::users::insert_user,
        changes::{change::Change, scope::Scope},
    },
    sql::{Connection, sql},
};

pub(super) async fn found(
    store: &MetadataStore,
    organization: &Organization,
    slug: Slug,
    ground: SessionGround,
    most: u32,
    audit: AuditDraft,
) -> StoreResult<Founding> {
    let founder = ground.user;
    let scopes = Scope::of_organization(organization).into_iter().chain([Scope::User(founder)]);
    let mut change = store.begin(scopes).await?;
    change.compare_session(ground).await?;
    let connection = change.connection();
    forget_old(&mut *connection, organization, founder).await?;
    if founded_by(&mut *connection, founder).await? >= i64::from(most) {
        return Ok(Founding::LimitReached);
    }
    let slug = match slug {
        Slug::Chosen if is_slug_taken(&mut *connection, organization).await? => return Ok(Founding::SlugTaken),
        Slug::Chosen => organization.slug.clone(),
        Slug::FromName => free_slug(&mut *connection, &organization.slug).await?,
    };
    let organization = Organization { slug, ..organization.clone() };
    insert_row(&mut *connection, &organization).await?;
    member_rows::insert(&mut *connection, organization.id, founder, &member_sites::OWNER, organization.created_at)
        .await?;
    sql("INSERT INTO founded_organizations (org_id, user_id, founded_ms) VALUES ($1, $2, $3)")
        .bind(organization.id)
        .bind(founder)
        .bind(organization.created_at)
        .execute(connection)
        .await?;
    change.concerns(Subject::User(founder));
    change.commit_with(audit).await?;
    Ok(Founding::Founded(organization))
}

/// The number of organizations that count toward the founder's limit: existing ones, and deleted ones that are
/// remembered.
async fn founded_by(connection: &mut Connection, founder: UserId) -> StoreResult<i64> {
    sql("SELECT COUNT(*) FROM founded_organizations WHERE user_id = $1").bind(founder).value(connection).await
}

/// Forgets deleted organizations that were created long ago.
async fn forget_old(connection: &mut Connection, new: &Organization, founder: UserId) -> StoreResult<()> {
    sql("DELETE FROM founded_organizations WHERE user_id = $1 AND founded_ms <= $2 \
         AND org_id NOT IN (SELECT id FROM organizations WHERE is_removed = 0)")
    .bind(founder)
    .bind(new.created_at - FOUNDING_REMEMBERED)
    .execute(connection)
    .await
    .map(|_| ())
}

pub(super) async fn insert_organization(connection: &mut Connection, organization: &Organization) -> StoreResult<()> {
    let slug = free_slug(&mut *connection, &organization.slug).await?;
    insert_row(connection, &Organization { slug, ..organization.clone() }).await
}

async fn insert_row(connection: &mut Connection, organization: &Organization) -> StoreResult<()> {
    sql("INSERT INTO organizations (id, name, slug, plan, created_ms) VALUES ($1, $2, $3, $4, $5)")
        .bind(organization.id)
        .bind(&organization.name)
        .bind(&organization.slug)
        .bind(organization.plan.as_str())
        .bind(organization.created_at)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Stores an organization and the new account that owns it, and commits; returns the owner's id.
pub(super) async fn create(
    mut change: Change,
    organization: &Organization,
    owner: &User,
    audit: AuditDraft,
) -> StoreResult<Option<UserId>> {
    let connection = change.connection();
    insert_organization(&mut *connection, organization).await?;
    insert_user(&mut *connection, owner).await?;
    member_rows::insert(connection, organization.id, owner.id, &member_sites::OWNER, organization.created_at).await?;
    change.commit_with(audit).await?;
    Ok(Some(owner.id))
}

/// Whether another organization has the slug of this one.
pub(super) async fn is_slug_taken(connection: &mut Connection, organization: &Organization) -> StoreResult<bool> {
    let found = sql("SELECT 1 FROM organizations WHERE slug = $1 AND id <> $2")
        .bind(&organization.slug)
        .bind(organization.id)
        .fetch_optional(connection)
        .await?;
    Ok(found.is_some())
}

/// Returns the slug itself, or with the lowest number from 2 that makes it unique.
async fn free_slug(connection: &mut Connection, slug: &str) -> StoreResult<String> {
    // A slug contains no character that LIKE treats as a wildcard.
    let taken: Vec<String> = sql("SELECT slug FROM organizations WHERE slug = $1 OR slug LIKE $2")
        .bind(slug)
        .bind(format!("{slug}-%"))
        .values(connection)
        .await?;
    let taken: std::collections::HashSet<String> = taken.into_iter().collect();
    if !taken.contains(slug) {
        return Ok(slug.to_owned());
    }
    let numbered = (2_u32..).map(|number| format!("{slug}-{number}"));
    Ok(numbered.into_iter().find(|candidate| !taken.contains(candidate)).expect("one of four billion is free"))
}
