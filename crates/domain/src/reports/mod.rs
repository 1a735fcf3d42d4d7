//! The report of a week or month: its days, its audiences, what is news.
//!
//! Everything here is a pure function of figures that were computed elsewhere. Figures are never computed here, so that the
//! report and the dashboard cannot differ.

pub mod digest;
pub mod news;
pub mod period;
pub mod rise;
pub mod subscription;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whom a report is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportAudience {
    /// Those who run the site: everything, with what needs attention and one thing to do.
    #[default]
    Team,
    /// Those for whom the site is run: what rose and fell, without internal matters.
    Client,
}

words! { ReportAudience, "an audience of reports": Team = "team", Client = "client" }
