//! What an email says about an alert: data, which the language of the email words.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    shared::ids::{OrgId, SiteId},
    webhooks::{EventName, facts::Fact, message::Event},
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

impl ToldAlert {
    /// What is told about an event; `site_name` is the name of the site that it is about.
    pub fn of(event: &Event, site_name: Option<String>) -> Self {
        Self {
            kind: event.name,
            org_id: event.org_id,
            site_id: event.site_id(),
            site_name,
            at: event.occurred_at,
            facts: Fact::all_of(&event.data),
        }
    }
}
