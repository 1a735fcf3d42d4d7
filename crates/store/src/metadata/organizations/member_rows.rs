//! Members and invited people as rows, and back.

use askline_app::ports::StoreResult;
use askline_domain::{
    identity::email_address::stored_forms,
    organizations::{
        SeatCount,
        member::{Member, MemberAccess, MemberStatus},
    },
    shared::{
        ids::{OrgId, UserId},
        paging::{Page, PageRequest},
    },
};
use jiff::Timestamp;

use super::member_sites;
use crate::sql::{
    Connection, Row,
    rows::{RowReader, page_bound},
    sql,
};

/// Members of the organization `$1`, and invited people, in the same columns.
macro_rules! members_and_pending {
    ($condition:literal, $end:literal) => {
        concat!(
            "SELECT m.user_id, u.email, u.name, m.role, m.site_ids, m.created_ms, 0 AS waiting, NULL AS expires_ms, u.mail_refused \
             FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.org_id = $1 AND m.",
            $condition,
            " UNION ALL SELECT p.user_id, p.email, '', p.role, p.site_ids, p.created_ms, 1, p.expires_ms, p.mail_refused \
             FROM pending_members p WHERE p.org_id = $1 AND p.",
            $condition,
            $end
        )
    };
}

/// The seats in use: by members, and by pending invitations.
pub(crate) async fn seats(connection: &mut Connection, org: OrgId) -> StoreResult<SeatCount> {
    let row = sql("SELECT (SELECT COUNT(*) FROM memberships WHERE org_id = $1) AS used, \
         (SELECT COUNT(*) FROM pending_members WHERE org_id = $1) AS pending")
    .bind(org)
    .fetch_one(connection)
    .await?;
    let row = RowReader::new(&row, "memberships", "used");
    Ok(SeatCount { used: row.number("used")?, pending: row.number("pending")? })
}

/// Returns a page of members and invited people, newest ids first.
pub(crate) async fn page(connection: &mut Connection, org: OrgId, page: PageRequest) -> StoreResult<Page<Member>> {
    sql(members_and_pending!("user_id < $2", " ORDER BY user_id DESC LIMIT $3"))
        .bind(org)
        .bind(page_bound::<UserId>(page))
        .page(connection, page, member)
        .await
}

/// Returns one member or invited person.
pub(crate) async fn one(connection: &mut Connection, org: OrgId, user: UserId) -> StoreResult<Option<Member>> {
    sql(members_and_pending!("user_id = $2", "")).bind(org).bind(user).optional(connection, member).await
}

/// Returns whether an email address belongs to a member or was invited; `None` if neither.
pub(super) async fn status_of_email(
    connection: &mut Connection,
    org: OrgId,
    email: &str,
) -> StoreResult<Option<MemberStatus>> {
    let [stored, former] = stored_forms(email);
    sql("SELECT m.user_id, 0 AS waiting FROM memberships m JOIN users u ON u.id = m.user_id \
         WHERE m.org_id = $1 AND u.email IN ($2, $3) \
         UNION ALL SELECT user_id, 1 FROM pending_members WHERE org_id = $1 AND email IN ($2, $3) \
         ORDER BY waiting LIMIT 1")
    .bind(org)
    .bind(stored)
    .bind(former)
    .optional(connection, |row| status(&RowReader::new(row, "memberships", "user_id")))
    .await
}

fn member(row: &Row) -> StoreResult<Member> {
    let row = RowReader::new(row, "memberships", "user_id");
    Ok(Member {
        user_id: row.parsed("user_id")?,
        email: row.text("email")?,
        name: row.text("name")?,
        role: row.parsed("role")?,
        sites: member_sites::read(&row)?,
        status: status(&row)?,
        created_at: row.time("created_ms")?,
        invitation_expires_at: row.optional_time("expires_ms")?,
        mail_refused: row.optional_text("mail_refused")?,
    })
}

fn status(row: &RowReader<'_, Row>) -> StoreResult<MemberStatus> {
    Ok(if row.flag("waiting")? { MemberStatus::Pending } else { MemberStatus::Active })
}

pub(crate) async fn insert(
    connection: &mut Connection,
    org: OrgId,
    user: UserId,
    access: &MemberAccess,
    at: Timestamp,
) -> StoreResult<()> {
    sql("INSERT INTO memberships (org_id, user_id, role, site_ids, created_ms) VALUES ($1, $2, $3, $4, $5)")
        .bind(org)
        .bind(user)
        .bind(access.role.as_str())
        .bind(member_sites::text(&access.sites)?)
        .bind(at)
        .execute(connection)
        .await
        .map(|_| ())
}
