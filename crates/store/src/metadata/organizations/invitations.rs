//! Invitations: created, renewed, accepted and ended. A person joins an existing organization only with an invitation's
//! token.

use askline_app::ports::{
    StoreResult,
    change::InvitationRows,
    changes::Subject,
    invitation::{Invitation, InvitationToken, OpenInvitation},
    organizations::InvitationStore,
};
use askline_domain::{
    identity::{role::Role, secret::SecretDigest},
    mail::{Addressee, Mail},
    organizations::{member::MemberAccess, plan::Plan},
    shared::ids::{OrgId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::member_sites;
use crate::{
    metadata::{MetadataStore, accounts::mail_limits::MailCause, changes::change::Change},
    sql::{Connection, rows::RowReader, sql},
};

#[async_trait]
impl InvitationStore for MetadataStore {
    async fn open_invitation(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<OpenInvitation>> {
        let mut connection = self.inner.read.acquire().await?;
        Ok(opened_by(&mut connection, digest, now).await?.map(|(invitation, _)| invitation))
    }
}

#[async_trait]
impl InvitationRows for Change {
    async fn open_invitation(
        &mut self,
        digest: SecretDigest,
        at: Timestamp,
    ) -> StoreResult<Option<(OpenInvitation, Plan)>> {
        opened_by(self.connection(), digest, at).await
    }

    async fn inviter(&mut self, org: OrgId, pending: UserId) -> StoreResult<Option<(UserId, Option<Role>)>> {
        sql("SELECT p.invited_by, m.role FROM pending_members p \
             LEFT JOIN memberships m ON m.org_id = p.org_id AND m.user_id = p.invited_by \
             WHERE p.org_id = $1 AND p.user_id = $2 AND p.invited_by IS NOT NULL")
        .bind(org)
        .bind(pending)
        .optional(self.connection(), |row| {
            let row = RowReader::new(row, "pending_members", "invited_by");
            Ok((row.parsed("invited_by")?, row.optional_parsed("role")?))
        })
        .await
    }

    async fn count_invitations(&mut self, org: OrgId, most: u32) -> StoreResult<u32> {
        let counted: i64 =
            sql("SELECT COUNT(*) FROM (SELECT 1 FROM pending_members WHERE org_id = $1 LIMIT $2) pending")
                .bind(org)
                .bind(most)
                .value(self.connection())
                .await?;
        Ok(u32::try_from(counted).unwrap_or(u32::MAX))
    }

    async fn insert_invitation(&mut self, org: OrgId, invitation: &Invitation) -> StoreResult<()> {
        self.concerns(Subject::Organization(org));
        insert(self.connection(), org, invitation).await
    }

    async fn replace_token(&mut self, org: OrgId, pending: UserId, token: &InvitationToken) -> StoreResult<()> {
        self.concerns(Subject::Organization(org));
        sql("UPDATE pending_members SET digest = $1, expires_ms = $2, invited_by = $3, mailed_digest = $6 \
             WHERE org_id = $4 AND user_id = $5")
        .bind(token.digest)
        .bind(token.expires_at)
        .bind(token.invited_by)
        .bind(org)
        .bind(pending)
        .bind(token.mailed.as_ref().map(|mailed| mailed.digest().0.to_vec()))
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn replace_invited_access(&mut self, org: OrgId, pending: UserId, access: &MemberAccess) -> StoreResult<()> {
        self.concerns(Subject::Organization(org));
        sql("UPDATE pending_members SET role = $1, site_ids = $2 WHERE org_id = $3 AND user_id = $4")
            .bind(access.role.as_str())
            .bind(member_sites::text(&access.sites)?)
            .bind(org)
            .bind(pending)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn end_tokens(&mut self, org: OrgId, inviter: UserId, role: Role) -> StoreResult<()> {
        self.concerns(Subject::Organization(org));
        sql("UPDATE pending_members SET digest = NULL, expires_ms = NULL, mailed_digest = NULL \
             WHERE org_id = $1 AND invited_by = $2 AND role = $3")
        .bind(org)
        .bind(inviter)
        .bind(role.as_str())
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn delete_invitation(&mut self, org: OrgId, pending: UserId) -> StoreResult<()> {
        self.concerns(Subject::Organization(org));
        sql("DELETE FROM pending_members WHERE org_id = $1 AND user_id = $2")
            .bind(org)
            .bind(pending)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn mail_invited(&mut self, org: OrgId, pending: UserId, mail: &Mail) -> StoreResult<bool> {
        if !self.sends_mail() {
            return Ok(false);
        }
        let cause = MailCause { kind: mail.content.kind(), to: &mail.to, org: Some(org), account: None };
        let Ok(admitted) = self.admit_mail(cause, mail.at).await? else { return Ok(false) };
        self.send_mail(admitted, Some(org), Addressee::Pending(org, pending), mail).await?;
        Ok(true)
    }
}

pub(crate) async fn insert(connection: &mut Connection, org: OrgId, invitation: &Invitation) -> StoreResult<()> {
    let access = MemberAccess { role: invitation.role, sites: invitation.sites.clone() };
    let access = member_sites::as_stored(&mut *connection, org, &access).await?;
    sql("INSERT INTO pending_members (org_id, user_id, email, role, site_ids, created_ms, invited_by, digest, expires_ms, mailed_digest) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")
    .bind(org)
    .bind(invitation.user_id)
    .bind(&invitation.email)
    .bind(access.role.as_str())
    .bind(member_sites::text(&access.sites)?)
    .bind(invitation.created_at)
    .bind(invitation.token.invited_by)
    .bind(invitation.token.digest)
    .bind(invitation.token.expires_at)
    .bind(invitation.token.mailed.as_ref().map(|mailed| mailed.digest().0.to_vec()))
    .execute(connection)
    .await
    .map(|_| ())
}

/// Returns the invitation of a valid token, and the organization's plan.
pub(crate) async fn opened_by(
    connection: &mut Connection,
    digest: SecretDigest,
    now: Timestamp,
) -> StoreResult<Option<(OpenInvitation, Plan)>> {
    let row =
        sql("SELECT p.org_id, p.user_id, p.email, p.role, p.site_ids, p.invited_by, m.role AS inviter_role, o.plan, \
         CASE WHEN p.mailed_digest = $1 THEN 1 ELSE 0 END AS by_mail \
         FROM pending_members p JOIN organizations o ON o.id = p.org_id \
         LEFT JOIN memberships m ON m.org_id = p.org_id AND m.user_id = p.invited_by \
         AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = m.user_id AND u.locked_ms IS NOT NULL) \
         WHERE (p.digest = $1 OR p.mailed_digest = $1) AND p.expires_ms > $2 AND o.is_removed = 0")
        .bind(digest)
        .bind(now)
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let row = RowReader::new(&row, "pending_members", "user_id");
    let invitation = OpenInvitation {
        org_id: row.parsed("org_id")?,
        user_id: row.parsed("user_id")?,
        email: row.text("email")?,
        role: row.parsed("role")?,
        sites: member_sites::read(&row)?,
        invited_by: row.optional_parsed("invited_by")?,
        by_mail: row.flag("by_mail")?,
    };
    let inviter_role: Option<Role> = row.optional_parsed("inviter_role")?;
    // Tokens are ended when their inviter leaves or loses the role; this check covers tokens that were not ended, and
    // those of an inviter whose account is locked.
    if invitation.invited_by.is_some() && !inviter_role.is_some_and(|role| role.may_give(invitation.role)) {
        return Ok(None);
    }
    Ok(Some((invitation, row.parsed("plan")?)))
}
