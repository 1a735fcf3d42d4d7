//! Changes members and invited people. An organization never loses its last owner.

use askline_app::ports::{
    StoreResult,
    organizations::{MemberChange, MemberStore},
};
use askline_domain::{
    audit::AuditDraft,
    identity::{
        member::{Member, MemberAccess, MemberStatus},
        role::Role,
    },
    organizations::SeatCount,
    shared::{
        ids::{OrgId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;

use super::{
    invitations,
    member_rows::{self, one},
    member_sites,
};
use crate::{
    metadata::{MetadataStore, changes::scope::Scope},
    sql::{Connection, sql},
};

#[async_trait]
impl MemberStore for MetadataStore {
    async fn set_access(
        &self,
        org: OrgId,
        user: UserId,
        access: &MemberAccess,
        audit: AuditDraft,
    ) -> StoreResult<MemberChange> {
        let mut change = self.begin([Scope::Organization(org)]).await?;
        change.compare_grounds(&audit).await?;
        let Some(member) = one(change.connection(), org, user).await? else {
            return Ok(MemberChange::Missing);
        };
        let access = member_sites::as_stored(change.connection(), org, access).await?;
        let role = access.role;
        match member.status {
            MemberStatus::Pending => invitations::set_access(change.connection(), org, user, &access).await?,
            MemberStatus::Active => {
                if role != Role::Owner && is_last_owner(change.connection(), org, &member).await? {
                    return Ok(MemberChange::LastOwner);
                }
                sql("UPDATE memberships SET role = $1, site_ids = $2 WHERE org_id = $3 AND user_id = $4")
                    .bind(role.as_str())
                    .bind(member_sites::text(&access.sites)?)
                    .bind(org)
                    .bind(user)
                    .execute(change.connection())
                    .await?;
                invitations::end_tokens_of(change.connection(), org, user, Some(role)).await?;
            }
        }
        let changed = one(change.connection(), org, user).await?;
        change.commit_with(audit).await?;
        Ok(changed.map_or(MemberChange::Missing, MemberChange::Changed))
    }

    async fn remove_member(&self, org: OrgId, user: UserId, audit: AuditDraft) -> StoreResult<MemberChange> {
        let mut change = self.begin([Scope::Organization(org)]).await?;
        change.compare_grounds(&audit).await?;
        let Some(member) = one(change.connection(), org, user).await? else {
            return Ok(MemberChange::Missing);
        };
        match member.status {
            MemberStatus::Pending => invitations::delete(change.connection(), org, user).await?,
            MemberStatus::Active => {
                if is_last_owner(change.connection(), org, &member).await? {
                    return Ok(MemberChange::LastOwner);
                }
                sql("DELETE FROM memberships WHERE org_id = $1 AND user_id = $2")
                    .bind(org)
                    .bind(user)
                    .execute(change.connection())
                    .await?;
                invitations::end_tokens_of(change.connection(), org, user, None).await?;
            }
        }
        change.commit_with(audit).await?;
        Ok(MemberChange::Changed(member))
    }

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

/// Whether this member is the only owner. Invited people do not count.
async fn is_last_owner(connection: &mut Connection, org: OrgId, member: &Member) -> StoreResult<bool> {
    if member.role != Role::Owner {
        return Ok(false);
    }
    let others: i64 = sql("SELECT COUNT(*) FROM memberships WHERE org_id = $1 AND role = $2 AND user_id <> $3")
        .bind(org)
        .bind(Role::Owner.as_str())
        .bind(member.user_id)
        .value(connection)
        .await?;
    Ok(others == 0)
}
