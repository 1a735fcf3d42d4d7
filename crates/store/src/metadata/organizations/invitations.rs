//! Invitations: created, renewed, accepted and ended. A person joins an existing organization only with an invitation's
//! token.

use askline_app::ports::{
    StoreError, StoreResult,
    changes::Subject,
    organizations::{
        Invitation, InvitationStore, InvitationToken, Invited, Joiner, Joining, MailedToken, MemberAddition,
        OpenInvitation, Renewal,
    },
};
use askline_domain::{
    audit::AuditDraft,
    identity::{
        member::{MemberAccess, MemberStatus},
        role::Role,
        secret::SecretDigest,
    },
    mail::{Addressee, Mail},
    organizations::{bounds::MAX_PENDING_MEMBERS, plan::Plan},
    shared::ids::{OrgId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{member_rows, member_sites};
use crate::{
    metadata::{
        MetadataStore,
        accounts::{
            former_addresses,
            mail_limits::{Admitted, MailCause},
            users::insert_user,
        },
        changes::{change::Change, scope::Scope},
    },
    sql::{Connection, rows::RowReader, sql},
};

#[async_trait]
impl InvitationStore for MetadataStore {
    async fn invite_member(
        &self,
        org: OrgId,
        invitation: &Invitation,
        most_seats: Option<u32>,
        audit: AuditDraft,
    ) -> StoreResult<MemberAddition> {
        let mut change = self.begin([Scope::Organization(org), Scope::Email(&invitation.email)]).await?;
        // Counts at most 1,000, so that the cost of the query is limited even if an older release allowed more.
        const COUNTED: &str =
            "SELECT COUNT(*) FROM (SELECT 1 FROM pending_members WHERE org_id = $1 LIMIT 1000) pending";
        let is_full = change.is_full(COUNTED, org, MAX_PENDING_MEMBERS).await?;
        let connection = change.connection();
        match member_rows::status_of_email(&mut *connection, org, &invitation.email).await? {
            Some(MemberStatus::Active) => return Ok(MemberAddition::AlreadyMember),
            Some(MemberStatus::Pending) => return Ok(MemberAddition::AlreadyInvited),
            None => {}
        }
        let taken = member_rows::seats(&mut *connection, org).await?;
        if most_seats.is_some_and(|most| taken.used.saturating_add(taken.pending) >= most) {
            return Ok(MemberAddition::LimitReached);
        }
        if is_full {
            return Ok(MemberAddition::TooManyPending);
        }
        let mailing = admit(&mut change, org, &invitation.email, &invitation.token).await?;
        let mut stored = invitation.clone();
        stored.token.mailed = stored.token.mailed.filter(|_| mailing.is_some());
        insert(change.connection(), org, &stored).await?;
        let invited = member_rows::one(change.connection(), org, invitation.user_id).await?;
        let mailed = mail_token(&mut change, org, (invitation.user_id, &invitation.email), mailing).await?;
        change.commit_with(audit).await?;
        invited.map(|member| MemberAddition::Invited(Invited { member, mailed })).ok_or_else(vanished)
    }

    async fn renew_invitation(
        &self,
        org: OrgId,
        pending: UserId,
        token: &InvitationToken,
        audit: AuditDraft,
    ) -> StoreResult<Renewal> {
        // Read before the change for its scope; the address of an invitation never changes.
        let address =
            sql("SELECT email FROM pending_members WHERE org_id = $1 AND user_id = $2").bind(org).bind(pending);
        let address = address.fetch_optional(&self.inner.read).await?;
        let address = address.map(|row| RowReader::new(&row, "pending_members", "email").text("email")).transpose()?;
        let scopes = [Scope::Organization(org)].into_iter().chain(address.as_deref().map(Scope::Email));
        let mut change = self.begin(scopes).await?;
        change.compare_grounds(&audit).await?;
        let email = match member_rows::one(change.connection(), org, pending).await? {
            None => return Ok(Renewal::Missing),
            Some(member) if member.status == MemberStatus::Active => return Ok(Renewal::AlreadyMember),
            Some(member) => member.email,
        };
        let mailing = admit(&mut change, org, &email, token).await?;
        sql("UPDATE pending_members SET digest = $1, expires_ms = $2, invited_by = $3, mailed_digest = $6 \
             WHERE org_id = $4 AND user_id = $5")
        .bind(token.digest)
        .bind(token.expires_at)
        .bind(token.invited_by)
        .bind(org)
        .bind(pending)
        .bind(mailing.as_ref().map(|(_, mailed)| mailed.digest().0.to_vec()))
        .execute(change.connection())
        .await?;
        let mailed = mail_token(&mut change, org, (pending, &email), mailing).await?;
        let renewed = member_rows::one(change.connection(), org, pending).await?;
        change.commit_with(audit).await?;
        renewed.map(|member| Renewal::Renewed(Invited { member, mailed })).ok_or_else(vanished)
    }

    async fn take_up_invitation(
        &self,
        digest: SecretDigest,
        joiner: &Joiner,
        now: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<Joining> {
        // The audit entry belongs to the organization of the invitation.
        let mut scopes = vec![Scope::of(&audit)];
        match joiner {
            Joiner::New(user) => scopes.extend(Scope::of_account(user)),
            Joiner::Account(ground) => scopes.push(Scope::User(ground.user)),
        }
        let mut change = self.begin(scopes).await?;
        if let Joiner::Account(ground) = joiner {
            change.compare_session(*ground).await?;
        }
        // A withdrawn invitation is unknown; one whose role was changed is not what the person agreed to.
        let Some((invitation, plan)) = opened_by(change.connection(), digest, now).await? else {
            return Ok(Joining::Unknown);
        };
        change.compare_grounds(&audit).await?;
        let connection = change.connection();
        let org = invitation.org_id;
        match joiner {
            Joiner::New(user) if former_addresses::is_taken(&mut *connection, &user.email, None, now).await? => {
                return Ok(Joining::EmailTaken);
            }
            Joiner::Account(ground) if member_rows::one(&mut *connection, org, ground.user).await?.is_some() => {
                return Ok(Joining::AlreadyMember);
            }
            _ => {}
        }
        // Only members count here, not pending invitations: on a reduced plan, people can join until all seats are used.
        let taken = member_rows::seats(&mut *connection, org).await?;
        if plan.limits().seats.is_some_and(|most| taken.used >= most) {
            return Ok(Joining::LimitReached);
        }
        let user = match joiner {
            Joiner::New(user) => insert_user(&mut *connection, user).await?,
            Joiner::Account(ground) => ground.user,
        };
        if invitation.by_mail {
            // A person who has the emailed token receives email at that address.
            sql("UPDATE users SET email_verified_ms = $1, mail_refused = NULL WHERE id = $2 AND email = $3")
                .bind(now)
                .bind(user)
                .bind(&invitation.email)
                .execute(&mut *connection)
                .await?;
        }
        delete(&mut *connection, org, invitation.user_id).await?;
        let access = MemberAccess { role: invitation.role, sites: invitation.sites };
        member_rows::insert(connection, org, user, &access, now).await?;
        change.concerns(Subject::User(user));
        change.concerns(Subject::Organization(org));
        change.commit_with(audit).await?;
        Ok(Joining::Joined(user))
    }

    async fn open_invitation(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<OpenInvitation>> {
        let mut connection = self.inner.read.acquire().await?;
        Ok(opened_by(&mut connection, digest, now).await?.map(|(invitation, _)| invitation))
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

/// The token that is meant for email, if there is one, this process sends email, and no limit forbids it. It is counted.
async fn admit<'a>(
    change: &mut Change,
    org: OrgId,
    email: &str,
    token: &'a InvitationToken,
) -> StoreResult<Option<(Admitted, &'a MailedToken)>> {
    let Some(mailed) = token.mailed.as_ref().filter(|_| change.sends_mail()) else { return Ok(None) };
    let cause = MailCause { kind: mailed.content.kind(), to: email, org: Some(org), account: None };
    Ok(change.admit_mail(cause, mailed.at).await?.ok().map(|admitted| (admitted, mailed)))
}

/// Emails a token that was admitted; returns whether there is one.
async fn mail_token(
    change: &mut Change,
    org: OrgId,
    (pending, email): (UserId, &str),
    mailing: Option<(Admitted, &MailedToken)>,
) -> StoreResult<bool> {
    let Some((admitted, mailed)) = mailing else { return Ok(false) };
    let mail = Mail { to: email.to_owned(), language: mailed.language, content: mailed.content.clone(), at: mailed.at };
    change.send_mail(admitted, Some(org), Addressee::Pending(org, pending), &mail).await?;
    Ok(true)
}

fn vanished() -> StoreError {
    StoreError::Internal("an invitation that was just stored is not there".into())
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

/// Deletes an invitation that was withdrawn or accepted.
pub(crate) async fn delete(connection: &mut Connection, org: OrgId, pending: UserId) -> StoreResult<()> {
    sql("DELETE FROM pending_members WHERE org_id = $1 AND user_id = $2")
        .bind(org)
        .bind(pending)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Changes the role or the sites of an invitation. Its token ends if its inviter may not give the new role: otherwise
/// an admin who kept the token of a viewer could become an owner when the organization changes the invited role.
pub(super) async fn set_access(
    connection: &mut Connection,
    org: OrgId,
    pending: UserId,
    access: &MemberAccess,
) -> StoreResult<()> {
    sql("UPDATE pending_members SET role = $1, site_ids = $2 WHERE org_id = $3 AND user_id = $4")
        .bind(access.role.as_str())
        .bind(member_sites::text(&access.sites)?)
        .bind(org)
        .bind(pending)
        .execute(&mut *connection)
        .await?;
    let row = sql("SELECT p.invited_by, m.role FROM pending_members p \
         LEFT JOIN memberships m ON m.org_id = p.org_id AND m.user_id = p.invited_by \
         WHERE p.org_id = $1 AND p.user_id = $2 AND p.invited_by IS NOT NULL")
    .bind(org)
    .bind(pending)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(()) };
    let row = RowReader::new(&row, "pending_members", "invited_by");
    end_tokens_of(connection, org, row.parsed("invited_by")?, row.optional_parsed("role")?).await
}

/// Ends the tokens for roles that `inviter` may no longer give; `role` is their current role, `None` if they are not a
/// member. The invitations stay pending, so that another member can see, renew or withdraw them.
pub(super) async fn end_tokens_of(
    connection: &mut Connection,
    org: OrgId,
    inviter: UserId,
    role: Option<Role>,
) -> StoreResult<()> {
    for given in Role::EVERY.into_iter().filter(|given| !role.is_some_and(|role| role.may_give(*given))) {
        sql("UPDATE pending_members SET digest = NULL, expires_ms = NULL, mailed_digest = NULL \
             WHERE org_id = $1 AND invited_by = $2 AND role = $3")
        .bind(org)
        .bind(inviter)
        .bind(given.as_str())
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
