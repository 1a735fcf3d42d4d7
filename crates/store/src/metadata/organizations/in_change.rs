//! Rows of organizations in a change of a use case.

use askline_app::ports::{StoreResult, change::OrganizationRows};
use askline_domain::{organizations::bounds::Made, shared::ids::OrgId};
use async_trait::async_trait;

use super::made_on_day;
use crate::{metadata::changes::change::Change, sql::sql};

#[async_trait]
impl OrganizationRows for Change {
    async fn organization_name(&mut self, org: OrgId) -> StoreResult<String> {
        sql("SELECT name FROM organizations WHERE id = $1").bind(org).value(self.connection()).await
    }

    async fn count_made(&mut self, org: OrgId, made: Made, day: i64) -> StoreResult<u32> {
        made_on_day::count_made(self.connection(), org, made, day).await
    }
}
