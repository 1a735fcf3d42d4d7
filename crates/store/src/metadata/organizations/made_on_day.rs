//! How many keys and sites an organization created today. Deleted ones still count.

use askline_app::ports::StoreResult;
use askline_domain::{
    organizations::bounds::{MAX_KEYS_MADE_A_DAY, MAX_SITES_MADE_A_DAY, day_of_making},
    shared::ids::OrgId,
};
use jiff::Timestamp;

use crate::{metadata::changes::change::Change, sql::sql};

/// What is counted, and how many may be created in a day.
pub(crate) struct Made {
    kind: &'static str,
    most: u32,
}

impl Made {
    pub(crate) const KEY: Self = Self { kind: "key", most: MAX_KEYS_MADE_A_DAY };
    pub(crate) const SITE: Self = Self { kind: "site", most: MAX_SITES_MADE_A_DAY };
}

impl Change {
    /// Counts another key or site created at `at`, in the organization's scope; false if the day's limit is exceeded,
    /// in which case the change must be dropped.
    pub(crate) async fn count_made(&mut self, org: OrgId, made: Made, at: Timestamp) -> StoreResult<bool> {
        let counted: i64 = sql("INSERT INTO made_on_day (org_id, kind, day, made) VALUES ($1, $2, $3, 1) \
             ON CONFLICT (org_id, kind) DO UPDATE SET day = excluded.day, \
             made = CASE WHEN made_on_day.day = excluded.day THEN made_on_day.made + 1 ELSE 1 END RETURNING made")
        .bind(org)
        .bind(made.kind)
        .bind(day_of_making(at))
        .value(self.connection())
        .await?;
        Ok(counted <= i64::from(made.most))
    }
}
