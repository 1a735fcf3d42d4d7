//! Members of an organization. An organization never loses its last owner.

use askline_domain::{
    audit::AuditDraft,
    id::{OrgId, UserId},
    organization::{Member, MemberStatus, SeatCount},
    page::{Page, PageRequest},
    ports::{Invitation, MemberAddition, MemberChange, StoreError, StoreResult},
    role::Role,
    secret::SecretDigest,
};
use jiff::Timestamp;
use sqlx::{SqliteConnection, sqlite::SqliteRow};

use super::{
    organizations::{insert_user, select_user, user_id_by_email},
    rows::{RowReader, milliseconds, page_bound, page_rows, store_error},
    transaction::Change,
};

/// Seats that are taken: by members who can log in, and by invitations.
pub(super) async fn seats(connection: &mut SqliteConnection, org: OrgId) -> StoreResult<SeatCount> {
    let row = sqlx::query(
        "SELECT COUNT(u.password_hash) AS used, COUNT(*) - COUNT(u.password_hash) AS pending \
         FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.org_id = $1",
    )
    .bind(org.to_string())
    .fetch_one(connection)
    .await
    .map_err(store_error)?;
    let row = RowReader::new(&row, "memberships", "used");
    Ok(SeatCount { used: row.number("used")?, pending: row.number("pending")? })
}

/// A page of members, the newest accounts first.
pub(super) async fn page(
    connection: &mut SqliteConnection,
    org: OrgId,
    page: PageRequest,
) -> StoreResult<Page<Member>> {
    let rows = sqlx::query(
        "SELECT m.user_id, m.role, m.created_ms, u.email, u.name, u.password_hash IS NULL AS waiting \
         FROM memberships m JOIN users u ON u.id = m.user_id \
         WHERE m.org_id = $1 AND m.user_id < $2 ORDER BY m.user_id DESC LIMIT $3",
    )
    .bind(org.to_string())
    .bind(page_bound::<UserId>(page))
    .bind(page_rows(page))
    .fetch_all(connection)
    .await
    .map_err(store_error)?;
    let members = rows.iter().map(member).collect::<StoreResult<_>>()?;
    Ok(Page::cut(members, page.limit))
}

/// One member.
pub(super) async fn one(connection: &mut SqliteConnection, org: OrgId, user: UserId) -> StoreResult<Option<Member>> {
    let row = sqlx::query(
        "SELECT m.user_id, m.role, m.created_ms, u.email, u.name, u.password_hash IS NULL AS waiting \
         FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.org_id = $1 AND m.user_id = $2",
    )
    .bind(org.to_string())
    .bind(user.to_string())
    .fetch_optional(connection)
    .await
    .map_err(store_error)?;
    row.as_ref().map(member).transpose()
}

fn member(row: &SqliteRow) -> StoreResult<Member> {
    let row = RowReader::new(row, "memberships", "user_id");
    Ok(Member {
        user_id: row.parsed("user_id")?,
        email: row.text("email")?,
        name: row.text("name")?,
        role: row.parsed("role")?,
        status: if row.flag("waiting")? { MemberStatus::Invited } else { MemberStatus::Active },
        created_at: row.time("created_ms")?,
    })
}

pub(super) async fn insert(
    connection: &mut SqliteConnection,
    org: OrgId,
    user: UserId,
    role: Role,
    at: Timestamp,
) -> StoreResult<()> {
    sqlx::query("INSERT INTO memberships (org_id, user_id, role, created_ms) VALUES ($1, $2, $3, $4)")
        .bind(org.to_string())
        .bind(user.to_string())
        .bind(role.as_str())
        .bind(milliseconds(at))
        .execute(connection)
        .await
        .map(|_| ())
        .map_err(store_error)
}

pub(super) async fn add(
    mut change: Change,
    org: OrgId,
    invitation: &Invitation,
    most_seats: Option<u32>,
    audit: AuditDraft,
) -> StoreResult<MemberAddition> {
    let connection = change.connection();
    let known = user_id_by_email(&mut *connection, &invitation.user.email).await?;
    if let Some(user) = known {
        if one(&mut *connection, org, user).await?.is_some() {
            return Ok(MemberAddition::AlreadyMember);
        }
        // An account without a password waits on the organization that invited it.
        if select_user(&mut *connection, user).await?.is_some_and(|user| user.password_hash.is_none()) {
            return Ok(MemberAddition::WaitsElsewhere);
        }
    }
    let taken = seats(&mut *connection, org).await?;
    if most_seats.is_some_and(|most| taken.used.saturating_add(taken.pending) >= most) {
        return Ok(MemberAddition::LimitReached);
    }
    let user = match known {
        Some(user) => user,
        None => insert_user(&mut *connection, &invitation.user).await?,
    };
    insert(&mut *connection, org, user, invitation.role, invitation.user.created_at).await?;
    let added = one(&mut *connection, org, user)
        .await?
        .ok_or_else(|| StoreError::Internal("a member that was just stored is not there".into()))?;
    let addition = match added.status {
        MemberStatus::Active => MemberAddition::Joined(added),
        MemberStatus::Invited => {
            insert_invitation(connection, org, user, invitation).await?;
            MemberAddition::Invited(added)
        }
    };
    change.commit_with(audit).await?;
    Ok(addition)
}

async fn insert_invitation(
    connection: &mut SqliteConnection,
    org: OrgId,
    user: UserId,
    invitation: &Invitation,
) -> StoreResult<()> {
    sqlx::query("INSERT INTO invitations (digest, org_id, user_id, expires_ms) VALUES ($1, $2, $3, $4)")
        .bind(&invitation.digest.0[..])
        .bind(org.to_string())
        .bind(user.to_string())
        .bind(milliseconds(invitation.expires_at))
        .execute(connection)
        .await
        .map(|_| ())
        .map_err(store_error)
}

pub(super) async fn accept(
    mut change: Change,
    digest: SecretDigest,
    name: &str,
    password_hash: &str,
    now: Timestamp,
) -> StoreResult<Option<UserId>> {
    let connection = change.connection();
    let row = sqlx::query("SELECT user_id FROM invitations WHERE digest = $1 AND expires_ms > $2")
        .bind(&digest.0[..])
        .bind(milliseconds(now))
        .fetch_optional(&mut *connection)
        .await
        .map_err(store_error)?;
    let Some(row) = row else { return Ok(None) };
    let user: UserId = RowReader::new(&row, "invitations", "user_id").parsed("user_id")?;
    // Only an account that waits: a token must never replace a password that somebody set.
    let accepted =
        sqlx::query("UPDATE users SET name = $1, password_hash = $2 WHERE id = $3 AND password_hash IS NULL")
            .bind(name)
            .bind(password_hash)
            .bind(user.to_string())
            .execute(&mut *connection)
            .await
            .map_err(store_error)?
            .rows_affected();
    if accepted == 0 {
        return Ok(None);
    }
    // All of them: the account waits no longer, whoever else invited it.
    sqlx::query("DELETE FROM invitations WHERE user_id = $1")
        .bind(user.to_string())
        .execute(connection)
        .await
        .map_err(store_error)?;
    change.commit().await?;
    Ok(Some(user))
}

pub(super) async fn set_role(
    mut change: Change,
    org: OrgId,
    user: UserId,
    role: Role,
    audit: AuditDraft,
) -> StoreResult<MemberChange> {
    let Some(mut member) = one(change.connection(), org, user).await? else {
        return Ok(MemberChange::Missing);
    };
    if role != Role::Owner && is_last_owner(change.connection(), org, &member).await? {
        return Ok(MemberChange::LastOwner);
    }
    sqlx::query("UPDATE memberships SET role = $1 WHERE org_id = $2 AND user_id = $3")
        .bind(role.as_str())
        .bind(org.to_string())
        .bind(user.to_string())
        .execute(change.connection())
        .await
        .map_err(store_error)?;
    change.commit_with(audit).await?;
    member.role = role;
    Ok(MemberChange::Changed(member))
}

pub(super) async fn remove(
    mut change: Change,
    org: OrgId,
    user: UserId,
    audit: AuditDraft,
) -> StoreResult<MemberChange> {
    let Some(member) = one(change.connection(), org, user).await? else {
        return Ok(MemberChange::Missing);
    };
    if is_last_owner(change.connection(), org, &member).await? {
        return Ok(MemberChange::LastOwner);
    }
    // The invitation goes with the membership.
    sqlx::query("DELETE FROM memberships WHERE org_id = $1 AND user_id = $2")
        .bind(org.to_string())
        .bind(user.to_string())
        .execute(change.connection())
        .await
        .map_err(store_error)?;
    sqlx::query(
        "DELETE FROM users WHERE id = $1 AND password_hash IS NULL \
         AND NOT EXISTS (SELECT 1 FROM memberships WHERE user_id = $1)",
    )
    .bind(user.to_string())
    .execute(change.connection())
    .await
    .map_err(store_error)?;
    change.commit_with(audit).await?;
    Ok(MemberChange::Changed(member))
}

/// Whether nobody else is an owner. Somebody who never took up the invitation does not
/// stand in for an owner who can log in.
async fn is_last_owner(connection: &mut SqliteConnection, org: OrgId, member: &Member) -> StoreResult<bool> {
    if member.role != Role::Owner {
        return Ok(false);
    }
    let row = sqlx::query(
        "SELECT COUNT(*) AS owners, COUNT(u.password_hash) AS able FROM memberships m \
         JOIN users u ON u.id = m.user_id WHERE m.org_id = $1 AND m.role = $2 AND m.user_id <> $3",
    )
    .bind(org.to_string())
    .bind(Role::Owner.as_str())
    .bind(member.user_id.to_string())
    .fetch_one(connection)
    .await
    .map_err(store_error)?;
    let row = RowReader::new(&row, "memberships", "owners");
    let others: i64 = match member.status {
        MemberStatus::Active => row.number("able")?,
        MemberStatus::Invited => row.number("owners")?,
    };
    Ok(others == 0)
}
