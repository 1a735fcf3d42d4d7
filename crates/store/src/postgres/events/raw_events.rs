//! Raw events as rows, and back: written by binary COPY, read by the same columns.

use askline_domain::{
    calendar::Day,
    event::{Campaign, Event, EventId},
    id::SiteId,
    ports::{EventPlace, StoreError, StoreResult, StoredEvent},
};
use jiff::Timestamp;
use sqlx::{Decode, Postgres, Row as _, Type, postgres::PgRow};

use super::{copying::CopiedRows, site_key::SiteKey};
use crate::{
    events::{
        books::PagePlace,
        event_columns::{DetailColumn, action_columns, read_action, type_number},
    },
    sql::Link,
};

const COPY: &str =
    "COPY events (site, day, place, event_id, at, hour, page, path, title, referrer, utm_source, utm_medium,
    utm_campaign, utm_term, utm_content, type, label, detail, detail_id, crawler) FROM STDIN (FORMAT binary)";
const COLUMNS_OF_COPY: i16 = 20;

/// What [`read_event`] reads; `e` is the event, `p` its page.
pub(super) const EVENT_COLUMNS: &str = "e.place, e.event_id, e.at, e.day, e.hour, coalesce(e.path, p.path) AS path, e.title, \
    e.referrer, e.utm_source, e.utm_medium, e.utm_campaign, e.utm_term, e.utm_content, e.type, e.label, e.detail, e.detail_id, \
    e.crawler, e.page";
/// Where the columns come from, after a list of events that is called `e`.
pub(super) const PAGES_OF_EVENTS: &str = "LEFT JOIN event_pages p ON p.site = e.site AND p.page = e.page";

/// Raw events on their way to their table.
pub(super) struct RawRows(CopiedRows);

impl RawRows {
    pub(super) fn new() -> Self {
        Self(CopiedRows::new())
    }

    /// Adds an event.
    pub(super) fn push(&mut self, site: SiteKey, place: i64, page: PagePlace, event: &Event) {
        let (label, detail) = action_columns(&event.action);
        let (text, id) = match detail {
            DetailColumn::None => (None, None),
            DetailColumn::Text(text) => (Some(text), None),
            DetailColumn::Id(bits) => (None, Some(bits)),
        };
        let campaign = &event.campaign;
        let Self(rows) = self;
        rows.row(COLUMNS_OF_COPY);
        rows.column(Some(&site));
        rows.column(Some(&event.day.0.to_be_bytes()));
        rows.column(Some(&place.to_be_bytes()));
        rows.column(Some(&event.event_id.0.to_be_bytes()));
        rows.column(Some(&event.at.as_millisecond().to_be_bytes()));
        rows.column(event.hour.map(|hour| i16::from(hour).to_be_bytes()).as_ref().map(<[u8; 2]>::as_slice));
        rows.column(Some(&page.number.to_be_bytes()));
        rows.text(page.is_other.then_some(&event.path));
        rows.text(event.title.as_ref());
        rows.text(event.referrer.as_ref());
        for parameter in [&campaign.source, &campaign.medium, &campaign.name, &campaign.term, &campaign.content] {
            rows.text(parameter.as_ref());
        }
        rows.column(Some(&i16::from(type_number(event.action.event_type())).to_be_bytes()));
        rows.column(label.map(str::as_bytes));
        rows.column(text.map(str::as_bytes));
        rows.column(id.as_ref().map(<[u8; 16]>::as_slice));
        rows.text(event.crawler.as_ref());
    }

    /// Writes them.
    pub(super) async fn copy(self, connection: &mut Link) -> sqlx::Result<()> {
        self.0.write(connection, COPY).await
    }
}

/// Reads a row of [`EVENT_COLUMNS`].
pub(super) fn read_event(site: SiteId, row: &PgRow) -> StoreResult<StoredEvent> {
    let columns = Columns { place: row.try_get("place").map_err(crate::sql::rows::store_error)?, row };
    let at = Timestamp::from_millisecond(columns.get("at")?).map_err(|_| columns.corrupt("at"))?;
    let hour: Option<i16> = columns.get("hour")?;
    let event = Event {
        event_id: EventId(u128::from_be_bytes(columns.get("event_id")?)),
        site,
        at,
        day: Day(columns.get("day")?),
        hour: hour.map(u8::try_from).transpose().map_err(|_| columns.corrupt("hour"))?,
        path: columns.get("path")?,
        title: columns.get("title")?,
        referrer: columns.get("referrer")?,
        campaign: Campaign {
            source: columns.get("utm_source")?,
            medium: columns.get("utm_medium")?,
            name: columns.get("utm_campaign")?,
            term: columns.get("utm_term")?,
            content: columns.get("utm_content")?,
        },
        action: {
            let number = u8::try_from(columns.get::<i16>("type")?).map_err(|_| columns.corrupt("type"))?;
            let source_name = || row.try_get("detail").map_err(|_| "detail");
            let id = || match row.try_get::<Option<[u8; 16]>, _>("detail_id") {
                Ok(bits) => Ok(bits.map(u128::from_be_bytes)),
                Err(_) => Err("detail_id"),
            };
            read_action(number, columns.get("label")?, source_name, id).map_err(|column| columns.corrupt(column))?
        },
        crawler: columns.get("crawler")?,
        device: None,
    };
    Ok(StoredEvent { place: EventPlace::of_store(columns.place), event })
}

struct Columns<'r> {
    place: i64,
    row: &'r PgRow,
}

impl<'r> Columns<'r> {
    fn corrupt(&self, column: &'static str) -> StoreError {
        StoreError::Corrupt { table: "events", column, id: self.place.to_string() }
    }

    fn get<T: Decode<'r, Postgres> + Type<Postgres>>(&self, column: &'static str) -> StoreResult<T> {
        self.row.try_get(column).map_err(|_| self.corrupt(column))
    }
}
