//! The stored lists of sites that members see. Deleting a site shortens the lists but removes none, since a member
//! without a list sees all sites.

use askline_app::ports::StoreResult;
use askline_domain::{
    identity::{member::MemberAccess, role::Role},
    shared::ids::{OrgId, SiteId},
    sites::visible::VisibleSites,
};

use crate::{
    metadata::values::among,
    sql::{
        Connection, Dialects, Row,
        rows::{RowReader, json_text},
        sql,
    },
};

/// The access of an owner.
pub(super) const OWNER: MemberAccess = MemberAccess { role: Role::Owner, sites: VisibleSites::ALL };

/// Removes a site from the lists in a table.
macro_rules! forget_site {
    ($table:literal) => {
        Dialects {
            sqlite: concat!(
                "UPDATE ",
                $table,
                " SET site_ids = (SELECT json_group_array(value) FROM json_each(site_ids) WHERE value <> $2) \
                 WHERE org_id = $1 AND instr(site_ids, $2) > 0"
            ),
            postgres: concat!(
                "UPDATE ",
                $table,
                " SET site_ids = COALESCE((SELECT jsonb_agg(listed.value)::text \
                 FROM jsonb_array_elements_text(site_ids::jsonb) AS listed (value) WHERE listed.value <> $2), '[]') \
                 WHERE org_id = $1 AND strpos(site_ids, $2) > 0"
            ),
        }
    };
}

/// Returns the text of `site_ids`; `None` if all sites are visible.
pub(crate) fn text(sites: &VisibleSites) -> StoreResult<Option<String>> {
    sites.listed().map(json_text).transpose()
}

/// Reads `site_ids`.
pub(crate) fn read(row: &RowReader<'_, Row>) -> StoreResult<VisibleSites> {
    Ok(row.optional_json::<Vec<SiteId>>("site_ids")?.into())
}

/// Returns the access as it may be stored now: higher roles have no list, and a list contains no deleted site.
pub(super) async fn as_stored(
    connection: &mut Connection,
    org: OrgId,
    access: &MemberAccess,
) -> StoreResult<MemberAccess> {
    let role = access.role;
    let (true, Some(listed)) = (role.can_have_site_list(), access.sites.listed()) else {
        return Ok(MemberAccess { role, sites: VisibleSites::ALL });
    };
    let living = among!("SELECT id FROM sites WHERE org_id = $1 AND is_removed = 0 AND id IN", "$2", "");
    let there: Vec<SiteId> = sql(living)
        .bind(org)
        .bind(json_text(listed)?)
        .all(connection, |row| RowReader::new(row, "sites", "id").parsed("id"))
        .await?;
    let listed = listed.iter().copied().filter(|site| there.contains(site)).collect();
    Ok(MemberAccess { role, sites: VisibleSites::only(listed) })
}

/// Removes a site from all lists of its organization, including invitations; returns whether any member's list had it.
pub(crate) async fn forget_site(connection: &mut Connection, org: OrgId, site: SiteId) -> StoreResult<bool> {
    let mut of_members = 0;
    for (is_of_members, statement) in [(true, forget_site!("memberships")), (false, forget_site!("pending_members"))] {
        let shortened = sql(statement).bind(org).bind(site).execute(&mut *connection).await?;
        of_members += if is_of_members { shortened } else { 0 };
    }
    Ok(of_members > 0)
}
