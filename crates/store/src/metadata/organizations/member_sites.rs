//! The stored lists of sites that members and programs see. Deleting a site shortens the lists but removes none, since
//! without a list all sites are visible.

use askline_app::ports::StoreResult;
use askline_domain::{
    organizations::member::MemberAccess,
    shared::ids::{OrgId, SiteId},
    sites::visible::VisibleSites,
};

use jiff::Timestamp;

use crate::{
    metadata::{keys::end_of_key, values::among},
    sql::{
        Connection, Dialects, Row,
        rows::{RowReader, json_text},
        sql,
    },
};

/// Removes a site from the lists in a table.
macro_rules! forget_site {
    ($table:literal) => {
        forget_site!($table, "")
    };
    ($table:literal, $condition:expr) => {
        Dialects {
            sqlite: concat!(
                "UPDATE ",
                $table,
                " SET site_ids = (SELECT json_group_array(value) FROM json_each(site_ids) WHERE value <> $2) \
                 WHERE org_id = $1 AND instr(site_ids, $2) > 0",
                $condition
            ),
            postgres: concat!(
                "UPDATE ",
                $table,
                " SET site_ids = COALESCE((SELECT jsonb_agg(listed.value)::text \
                 FROM jsonb_array_elements_text(site_ids::jsonb) AS listed (value) WHERE listed.value <> $2), '[]') \
                 WHERE org_id = $1 AND strpos(site_ids, $2) > 0",
                $condition
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
    let sites = if role.can_have_site_list() { &access.sites } else { &VisibleSites::ALL };
    Ok(MemberAccess { role, sites: without_deleted(connection, org, sites).await? })
}

/// Returns the sites as they may be stored now: a list contains no deleted site.
pub(in crate::metadata) async fn without_deleted(
    connection: &mut Connection,
    org: OrgId,
    sites: &VisibleSites,
) -> StoreResult<VisibleSites> {
    let Some(listed) = sites.listed() else { return Ok(VisibleSites::ALL) };
    let living = among!("SELECT id FROM sites WHERE org_id = $1 AND is_removed = 0 AND id IN", "$2", "");
    let there: Vec<SiteId> = sql(living)
        .bind(org)
        .bind(json_text(listed)?)
        .all(connection, |row| RowReader::new(row, "sites", "id").parsed("id"))
        .await?;
    Ok(VisibleSites::only(listed.iter().copied().filter(|site| there.contains(site)).collect()))
}

/// Removes a site from all lists of its organization: of members, invitations, recipients, service accounts, connected apps, and keys that
/// are active at `at`, of which there are few. Returns whether a list of those had it that caches contain.
pub(crate) async fn forget_site(
    connection: &mut Connection,
    (org, site): (OrgId, SiteId),
    at: Timestamp,
) -> StoreResult<bool> {
    let mut cached = 0;
    for (is_cached, statement) in [
        (true, forget_site!("memberships")),
        (false, forget_site!("pending_members")),
        (false, forget_site!("report_recipients")),
        (true, forget_site!("service_accounts")),
        (true, forget_site!("connected_apps")),
    ] {
        let shortened = sql(statement).bind(org).bind(site).execute(&mut *connection).await?;
        cached += if is_cached { shortened } else { 0 };
    }
    let of_keys = sql(forget_site!("api_keys", concat!(" AND ", end_of_key!(), " > $3"))).bind(org).bind(site).bind(at);
    Ok(cached + of_keys.execute(connection).await? > 0)
}
