//! Members of organizations, and invited people.

use askline_app::ports::{StoreResult, change::MemberRows, changes::Subject, organizations::MemberStore};
use askline_domain::{
    identity::role::Role,
    organizations::{
        SeatCount,
        member::{Member, MemberAccess, MemberStatus},
    },
    shared::{
        ids::{OrgId, UserId},
        paging::{Page, PageRequest},
    },
    sites::visible::VisibleSites,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{member_rows, member_sites};
use crate::{
    metadata::{MetadataStore, changes::change::Change},
    sql::sql,
};

#[async_trait]
impl MemberStore for MetadataStore {
    async fn member(&self, org: OrgId, user: UserId) -> StoreResult<Option<Member>> {
        let mut connection = self.inner.read.acquire().await?;
        member_rows::one(&mut connection, org, user).await
    }

    async fn members(&self, org: OrgId, page: PageRequest) -> StoreResult<Page<Member>> {
        let mut connection = self.inner.read.acquire().await?;
        member_rows::page(&mut connection, org, page).await
    }

    async fn seats(&self, id: OrgId) -> StoreResult<SeatCount> {
        let mut connection = self.inner.read.acquire().await?;
        member_rows::seats(&mut connection, id).await
    }
}

#[async_trait]
impl MemberRows for Change {
    async fn member(&mut self, org: OrgId, user: UserId) -> StoreResult<Option<Member>> {
        member_rows::one(self.connection(), org, user).await
    }

    async fn status_of_email(&mut self, org: OrgId, email: &str) -> StoreResult<Option<MemberStatus>> {
        member_rows::status_of_email(self.connection(), org, email).await
    }

    async fn seats(&mut self, org: OrgId) -> StoreResult<SeatCount> {
        member_rows::seats(self.connection(), org).await
    }

    async fn count_other_owners(&mut self, org: OrgId, user: UserId) -> StoreResult<u32> {
        let others: i64 = sql("SELECT COUNT(*) FROM memberships WHERE org_id = $1 AND role = $2 AND user_id <> $3")
            .bind(org)
            .bind(Role::Owner.as_str())
            .bind(user)
            .value(self.connection())
            .await?;
        Ok(u32::try_from(others).unwrap_or(u32::MAX))
    }

    async fn access_to_store(&mut self, org: OrgId, access: &MemberAccess) -> StoreResult<MemberAccess> {
        member_sites::as_stored(self.connection(), org, access).await
    }

    async fn sites_to_store(&mut self, org: OrgId, sites: &VisibleSites) -> StoreResult<VisibleSites> {
        member_sites::without_deleted(self.connection(), org, sites).await
    }

    async fn insert_member(
        &mut self,
        org: OrgId,
        user: UserId,
        access: &MemberAccess,
        at: Timestamp,
    ) -> StoreResult<()> {
        self.concerns(Subject::User(user));
        self.concerns(Subject::Organization(org));
        member_rows::insert(self.connection(), org, user, access, at).await
    }

    async fn replace_access(&mut self, org: OrgId, user: UserId, access: &MemberAccess) -> StoreResult<()> {
        self.concerns(Subject::Organization(org));
        sql("UPDATE memberships SET role = $1, site_ids = $2 WHERE org_id = $3 AND user_id = $4")
            .bind(access.role.as_str())
            .bind(member_sites::text(&access.sites)?)
            .bind(org)
            .bind(user)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn delete_member(&mut self, org: OrgId, user: UserId) -> StoreResult<()> {
        self.concerns(Subject::Organization(org));
        sql("DELETE FROM memberships WHERE org_id = $1 AND user_id = $2")
            .bind(org)
            .bind(user)
            .execute(self.connection())
            .await
            .map(|_| ())
    }
}
