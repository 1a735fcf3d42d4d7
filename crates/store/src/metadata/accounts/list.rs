//! Lists all accounts with their memberships.

use std::collections::HashMap;

use askline_app::ports::StoreResult;
use askline_domain::{
    identity::user::User,
    organizations::member::Membership,
    shared::{
        ids::UserId,
        paging::{Page, PageRequest},
    },
};

use super::{memberships::read_membership, users::read_user};
use crate::sql::{
    Connection,
    rows::{RowReader, page_bound},
    sql,
};

/// Returns a page of accounts, newest first, each with its memberships, oldest organization first.
pub(crate) async fn page(connection: &mut Connection, page: PageRequest) -> StoreResult<Page<(User, Vec<Membership>)>> {
    let users = sql("SELECT * FROM users WHERE id < $1 ORDER BY id DESC LIMIT $2")
        .bind(page_bound::<UserId>(page))
        .page(&mut *connection, page, read_user)
        .await?;
    let (Some(newest), Some(oldest)) = (users.items.first(), users.items.last()) else {
        return Ok(users.map(|user| (user, Vec::new())));
    };
    let mut memberships = memberships_between(connection, oldest.id, newest.id).await?;
    Ok(users.map(|user| {
        let own = memberships.remove(&user.id).unwrap_or_default();
        (user, own)
    }))
}

/// Returns the memberships of all accounts in a range of ids.
async fn memberships_between(
    connection: &mut Connection,
    oldest: UserId,
    newest: UserId,
) -> StoreResult<HashMap<UserId, Vec<Membership>>> {
    let rows = sql("SELECT m.user_id, m.org_id, m.role, m.site_ids, o.name AS org_name, o.plan, \
         o.require_second_factor, o.remember_browsers FROM memberships m \
         JOIN organizations o ON o.id = m.org_id \
         WHERE m.user_id >= $1 AND m.user_id <= $2 AND o.is_removed = 0 ORDER BY m.org_id")
    .bind(oldest)
    .bind(newest)
    .fetch_all(connection)
    .await?;
    let mut memberships: HashMap<UserId, Vec<Membership>> = HashMap::new();
    for row in &rows {
        let user = RowReader::new(row, "memberships", "user_id").parsed("user_id")?;
        memberships.entry(user).or_default().push(read_membership(row)?);
    }
    Ok(memberships)
}
