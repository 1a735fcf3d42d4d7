//! The organizations of which an account is a member, read from its rows.

use askline_app::ports::StoreResult;
use askline_domain::{
    identity::second_factor::sign_in_rules::SignInRules, organizations::member::Membership, shared::ids::UserId,
};

use crate::{
    metadata::organizations::member_sites,
    sql::{Connection, Row, rows::RowReader, sql},
};

/// Returns a user's memberships, oldest organization first.
pub(crate) async fn memberships_of(connection: &mut Connection, user: UserId) -> StoreResult<Vec<Membership>> {
    sql("SELECT m.org_id, m.role, m.site_ids, o.name AS org_name, o.plan, \
         o.require_second_factor, o.remember_browsers FROM memberships m \
         JOIN organizations o ON o.id = m.org_id WHERE m.user_id = $1 AND o.is_removed = 0 ORDER BY m.org_id")
    .bind(user)
    .all(connection, read_membership)
    .await
}

pub(super) fn read_membership(row: &Row) -> StoreResult<Membership> {
    let row = RowReader::new(row, "memberships", "org_id");
    Ok(Membership {
        org_id: row.parsed("org_id")?,
        org_name: row.text("org_name")?,
        plan: row.parsed("plan")?,
        role: row.parsed("role")?,
        sites: member_sites::read(&row)?,
        sign_in_rules: sign_in_rules(&row)?,
    })
}

/// What an organization demands of sign-ins, in a row with its columns.
pub(crate) fn sign_in_rules(row: &RowReader<'_, Row>) -> StoreResult<SignInRules> {
    Ok(SignInRules {
        require_second_factor: row.flag("require_second_factor")?,
        remember_browsers: row.flag("remember_browsers")?,
    })
}
