//! What an email says about an alert: data, which the language of the email words.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    shared::ids::{OrgId, SiteId},
    webhooks::{event_name::EventName, facts::Fact},
};

/// An alert in an email.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToldAlert {
    /// The event.
    pub kind: EventName,
    /// The organization.
    pub org_id: OrgId,
    /// The site that it is about.
    pub site_id: Option<SiteId>,
    /// The site's name.
    pub site_name: Option<String>,
    /// When it happened.
    pub at: Timestamp,
    /// What is known about it.
    pub facts: Vec<Fact>,
}
