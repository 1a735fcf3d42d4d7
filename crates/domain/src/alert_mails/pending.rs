//! An alert that waits for its email.

use jiff::{Timestamp, tz::TimeZone};

use super::{due::due, settings::AlertSettings, told::ToldAlert};
use crate::{
    channels::message::{EventSite, day_of},
    shared::{
        calendar::Day,
        ids::{Id as _, MessageId, SiteId, UserId},
    },
    webhooks::{EventName, facts::Fact, message::Event},
};

/// What is counted together on a day: an event about one site, or about none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The event.
    pub kind: EventName,
    /// The site's id, or empty.
    pub subject: String,
    /// The day of the site; of UTC without a site.
    pub day: Day,
}

impl Counted {
    /// What an event is counted with.
    pub fn of(event: &Event, site: Option<&EventSite>) -> Self {
        let subject = event.site_id().as_ref().map(SiteId::to_string).unwrap_or_default();
        Self { kind: event.name, subject, day: day_of(event, site) }
    }
}

/// An alert that waits for its email.
#[derive(Debug, Clone, PartialEq)]
pub struct PendingAlert {
    /// Its id.
    pub id: MessageId,
    /// The person.
    pub user: UserId,
    /// What it is counted with.
    pub counted: Counted,
    /// Whether it is one of the day's that do not wait for the evening.
    pub is_at_once: bool,
    /// What is said.
    pub told: ToldAlert,
    /// When it was raised.
    pub created_at: Timestamp,
    /// When it is due.
    pub due_at: Timestamp,
}

impl PendingAlert {
    /// The alert of an event for a person who already got `at_once` of the day's at once.
    pub fn new(user: UserId, settings: &AlertSettings, event: &Event, site: Option<&EventSite>, at_once: u32) -> Self {
        let at = event.occurred_at;
        let zone = site.map_or(TimeZone::UTC, |site| site.zone.clone());
        let due = due(at_once, at, &zone, settings.quiet_hours.as_ref());
        Self {
            id: MessageId::new(at, &mut rand::rng()),
            user,
            counted: Counted::of(event, site),
            is_at_once: due.is_at_once,
            told: told(event, site),
            created_at: at,
            due_at: due.at,
        }
    }
}

fn told(event: &Event, site: Option<&EventSite>) -> ToldAlert {
    ToldAlert {
        kind: event.name,
        org_id: event.org_id,
        site_id: event.site_id(),
        site_name: site.map(|site| site.name.clone()),
        at: event.occurred_at,
        facts: Fact::all_of(&event.data),
    }
}
