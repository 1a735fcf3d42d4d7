//! Raw events as rows, and back: written by binary COPY, read by the same columns.
//!
//! <https://www.postgresql.org/docs/current/sql-copy.html>, "Binary Format".

use askline_domain::{
    calendar::Day,
    event::{Campaign, Event, EventId},
    id::SiteId,
    ports::{EventPlace, StoreError, StoreResult, StoredEvent},
};
use jiff::Timestamp;
use sqlx::{Decode, PgConnection, Postgres, Row as _, Type, postgres::PgRow};

use super::site_key::SiteKey;
use crate::events::{
    books::PagePlace,
    event_columns::{DetailColumn, action_columns, read_action, type_number},
};

const SIGNATURE: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
const END: [u8; 2] = (-1_i16).to_be_bytes();
/// Bytes sent at once.
const PIECE_BYTES: usize = 256 * 1024;

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

/// Rows in the form that COPY takes.
pub(super) struct RawRows(Vec<u8>);

impl RawRows {
    pub(super) fn new() -> Self {
        Self(SIGNATURE.to_vec())
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
        self.0.extend(COLUMNS_OF_COPY.to_be_bytes());
        self.column(Some(&site));
        self.column(Some(&event.day.0.to_be_bytes()));
        self.column(Some(&place.to_be_bytes()));
        self.column(Some(&event.event_id.0.to_be_bytes()));
        self.column(Some(&event.at.as_millisecond().to_be_bytes()));
        self.column(event.hour.map(|hour| i16::from(hour).to_be_bytes()).as_ref().map(<[u8; 2]>::as_slice));
        self.column(Some(&page.number.to_be_bytes()));
        self.text(page.is_other.then_some(&event.path));
        self.text(event.title.as_ref());
        self.text(event.referrer.as_ref());
        for parameter in [&campaign.source, &campaign.medium, &campaign.name, &campaign.term, &campaign.content] {
            self.text(parameter.as_ref());
        }
        self.column(Some(&i16::from(type_number(event.action.event_type())).to_be_bytes()));
        self.column(label.map(str::as_bytes));
        self.column(text.map(str::as_bytes));
        self.column(id.as_ref().map(<[u8; 16]>::as_slice));
        self.text(event.crawler.as_ref());
    }

    fn text(&mut self, text: Option<&String>) {
        self.column(text.map(String::as_bytes));
    }

    fn column(&mut self, bytes: Option<&[u8]>) {
        let Some(bytes) = bytes else { return self.0.extend((-1_i32).to_be_bytes()) };
        let length = i32::try_from(bytes.len()).expect("a request is smaller than two gigabytes");
        self.0.extend(length.to_be_bytes());
        self.0.extend(bytes);
    }

    /// Writes them.
    pub(super) async fn copy(mut self, connection: &mut PgConnection) -> sqlx::Result<()> {
        self.0.extend(END);
        let mut copy = connection.copy_in_raw(COPY).await?;
        for piece in self.0.chunks(PIECE_BYTES) {
            copy.send(piece).await?;
        }
        copy.finish().await.map(drop)
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
