//! Organizations and accounts. Memberships are in `members.rs`.

mod in_change;
mod invitations;
mod logos;
pub(super) mod made_on_day;
pub(super) mod member_rows;
pub(in crate::metadata) mod member_sites;
mod members;
mod removal;
mod removal_pieces;

use askline_app::ports::{
    StoreResult,
    changes::Subject,
    organizations::{OrganizationStore, RemovedOrganization},
};
use askline_domain::{
    identity::{grounds::SessionGround, user::User},
    organizations::{Organization, member::Membership, preconditions::Precondition},
    shared::{
        ids::{OrgId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    MetadataStore,
    accounts::{
        list,
        memberships::{memberships_of, sign_in_rules},
        users::{select_user, user_by_email},
    },
    changes::scope::Scope,
};
use crate::sql::{
    Connection, Row,
    rows::{RowReader, page_bound},
    sql,
};

#[async_trait]
impl OrganizationStore for MetadataStore {
    async fn remove_organization(
        &self,
        id: OrgId,
        preconditions: &[Precondition],
        now: Timestamp,
    ) -> StoreResult<Option<RemovedOrganization>> {
        removal::remove(self.begin([Scope::Organization(id)]).await?, id, preconditions, now).await
    }

    async fn remove_piece(&self, most: u32) -> StoreResult<bool> {
        removal_pieces::remove_piece(self, most).await
    }

    async fn organization(&self, id: OrgId) -> StoreResult<Option<Organization>> {
        let mut connection = self.inner.read.acquire().await?;
        select_organization(&mut connection, id).await
    }

    async fn organization_logo(&self, id: OrgId, digest: &str) -> StoreResult<Option<Vec<u8>>> {
        logos::logo(self, id, digest).await
    }

    async fn organizations(&self, page: PageRequest) -> StoreResult<Page<Organization>> {
        sql("SELECT * FROM organizations WHERE id < $1 AND is_removed = 0 ORDER BY id DESC LIMIT $2")
            .bind(page_bound::<OrgId>(page))
            .page(&self.inner.read, page, organization)
            .await
    }

    async fn any_user(&self) -> StoreResult<bool> {
        let mut connection = self.inner.read.acquire().await?;
        any_user(&mut connection).await
    }

    async fn user_by_email(&self, email: &str) -> StoreResult<Option<(User, Vec<Membership>)>> {
        let mut snapshot = self.inner.read.begin().await?;
        let user = user_by_email(&mut snapshot, email).await?;
        with_memberships(&mut snapshot, user).await
    }

    async fn user(&self, id: UserId) -> StoreResult<Option<(User, Vec<Membership>)>> {
        let mut snapshot = self.inner.read.begin().await?;
        let user = select_user(&mut snapshot, id).await?;
        with_memberships(&mut snapshot, user).await
    }

    async fn users(&self, page: PageRequest) -> StoreResult<Page<(User, Vec<Membership>)>> {
        let mut snapshot = self.inner.read.begin().await?;
        list::page(&mut snapshot, page).await
    }

    async fn set_user_name(&self, ground: SessionGround, name: &str) -> StoreResult<()> {
        let id = ground.user;
        let mut change = self.begin([Scope::User(id)]).await?;
        change.compare_session(ground).await?;
        sql("UPDATE users SET name = $1 WHERE id = $2").bind(name).bind(id).execute(change.connection()).await?;
        change.concerns(Subject::User(id));
        change.commit().await
    }
}

pub(in crate::metadata) async fn any_user(connection: &mut Connection) -> StoreResult<bool> {
    let found = sql("SELECT 1 FROM users LIMIT 1").fetch_optional(connection).await?;
    Ok(found.is_some())
}

async fn with_memberships(
    connection: &mut Connection,
    user: Option<User>,
) -> StoreResult<Option<(User, Vec<Membership>)>> {
    let Some(user) = user else { return Ok(None) };
    let memberships = memberships_of(connection, user.id).await?;
    Ok(Some((user, memberships)))
}

async fn select_organization(connection: &mut Connection, id: OrgId) -> StoreResult<Option<Organization>> {
    let found = sql("SELECT * FROM organizations WHERE id = $1 AND is_removed = 0").bind(id);
    found.optional(connection, organization).await
}

fn organization(row: &Row) -> StoreResult<Organization> {
    let row = RowReader::new(row, "organizations", "id");
    Ok(Organization {
        id: row.parsed("id")?,
        name: row.text("name")?,
        slug: row.text("slug")?,
        created_at: row.time("created_ms")?,
        plan: row.parsed("plan")?,
        sign_in_rules: sign_in_rules(&row)?,
        brand: row.optional_json("brand")?,
    })
}
