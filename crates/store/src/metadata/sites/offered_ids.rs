//! The ids of questions, prompts and own items that a site has or had. Database triggers write the first two.

use askline_app::ports::StoreResult;
use askline_domain::{
    events::offered_ids::{MAX_PAST_IDS_KNOWN, OfferedIds},
    shared::ids::SiteId,
};

use crate::sql::{Dialects, Pool, rows::RowReader, sql};

/// The ids that an event may contain: current prompts and rules' questions, questions of the current configuration, and
/// the newest former ones. Own items are those of every kept version of the configuration: a release that does not know
/// them could not read `offered_ids` with their ids in it. They are one row, since the API reads them again after every change.
const OFFERED: Dialects = Dialects {
    sqlite: "SELECT $1 AS site_id, json_group_array(id) AS ids FROM (
    SELECT id FROM prompts WHERE site_id = $1
    UNION SELECT json_extract(value, '$.id') FROM rules, json_each(action, '$.questions') WHERE site_id = $1
    UNION SELECT json_extract(value, '$.id') FROM
        (SELECT config FROM site_configs WHERE site_id = $1 ORDER BY version DESC LIMIT 1),
        json_each(config, '$.questions.items')
    UNION SELECT json_extract(value, '$.id') FROM site_configs, json_each(config, '$.menu') WHERE site_id = $1
    UNION SELECT id FROM (SELECT id FROM offered_ids WHERE site_id = $1 ORDER BY number DESC LIMIT $2))",
    postgres: "SELECT $1 AS site_id, COALESCE(json_agg(id)::text, '[]') AS ids FROM (
    SELECT id FROM prompts WHERE site_id = $1
    UNION SELECT jsonb_path_query(action::jsonb, '$.questions[*].id') #>> '{}' FROM rules WHERE site_id = $1
    UNION SELECT jsonb_path_query(config::jsonb, '$.questions.items[*].id') #>> '{}' FROM
        (SELECT config FROM site_configs WHERE site_id = $1 ORDER BY version DESC LIMIT 1) AS present
    UNION SELECT jsonb_path_query(config::jsonb, '$.menu[*].id') #>> '{}' FROM site_configs WHERE site_id = $1
    UNION SELECT id FROM (SELECT id FROM offered_ids WHERE site_id = $1 ORDER BY number DESC LIMIT $2) AS newest
    ) AS offered",
};

/// Reads the ids that events of a site may contain.
pub(super) async fn read_offered(read: &Pool, site: SiteId) -> StoreResult<OfferedIds> {
    let row = sql(OFFERED).bind(site).bind(MAX_PAST_IDS_KNOWN).fetch_one(read).await?;
    let row = RowReader::new(&row, "offered_ids", "site_id");
    let ids: Vec<String> = row.json("ids")?;
    let mut offered = OfferedIds::default();
    if ids.iter().all(|id| offered.insert_text(id)) { Ok(offered) } else { Err(row.corrupt("id")) }
}
