//! Raw events as rows, and back.
//!
//! An event is read as it was stored: with times in whole milliseconds, and without the device.

use askline_app::ports::{
    StoreError, StoreResult,
    events::{EventPosition, StoredEvent},
};
use askline_domain::{
    events::{Action, Campaign, Event, EventId},
    shared::{calendar::Day, ids::SiteId},
};
use jiff::Timestamp;
use rusqlite::{CachedStatement, Connection, Row, ToSql, params, types::FromSql};

use crate::events::model::{
    event_columns::{DetailColumn, action_columns, read_action, type_number},
    memory_of_ids::Seconds,
    name_cache::Target,
};

/// The columns that [`read_event`] reads, in its order.
pub(crate) const EVENT_COLUMNS: &str = "e.seq, e.event_id, e.at, e.day, coalesce(e.path, p.path) AS path, \
     coalesce(p.canonical, p.spelling) AS spelling, e.title, e.referrer, \
     e.utm_source, e.utm_medium, e.utm_campaign, e.utm_term, e.utm_content, e.type, e.label, e.detail, e.crawler, e.page, e.hour";
/// The tables of these columns.
pub(super) const EVENT_TABLES: &str = "events e LEFT JOIN pages p ON p.id = e.page";

/// The prepared insert.
pub(crate) struct EventInsert<'c>(CachedStatement<'c>);

impl<'c> EventInsert<'c> {
    pub(crate) fn prepare(connection: &'c Connection) -> rusqlite::Result<Self> {
        let statement = connection.prepare_cached(
            "INSERT INTO events
                (seq, event_id, site, at, day, page, path, title, referrer,
                 utm_source, utm_medium, utm_campaign, utm_term, utm_content, type, label, detail, crawler, taken, hour)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)",
        )?;
        Ok(Self(statement))
    }

    pub(crate) fn execute(
        &mut self,
        seq: i64,
        Target { site, page }: Target,
        event: &Event,
        taken: Option<Seconds>,
    ) -> rusqlite::Result<()> {
        let id = event.event_id.0.to_be_bytes();
        let (label, detail) = action_columns(&event.action);
        let detail: Option<&dyn ToSql> = match &detail {
            DetailColumn::None => None,
            DetailColumn::Text(text) => Some(text),
            DetailColumn::Id(bits) => Some(bits),
        };
        let campaign = &event.campaign;
        self.0.execute(params![
            seq,
            id,
            site,
            event.at.as_millisecond(),
            event.day.0,
            page.number,
            page.is_other.then_some(&event.path),
            event.title,
            event.referrer,
            campaign.source,
            campaign.medium,
            campaign.name,
            campaign.term,
            campaign.content,
            type_number(&event.action),
            label,
            detail,
            event.crawler,
            taken,
            event.hour
        ])?;
        Ok(())
    }
}

/// Reads a row of [`EVENT_COLUMNS`].
pub(crate) fn read_event(site: SiteId, row: &Row<'_>) -> StoreResult<StoredEvent> {
    let sequence: i64 = row.get("seq").map_err(crate::sql::rows::rusqlite_error)?;
    let columns = Columns { sequence, row };
    let at = Timestamp::from_millisecond(columns.get("at")?).map_err(|_| columns.corrupt("at"))?;
    let event = Event {
        event_id: EventId(u128::from_be_bytes(columns.get("event_id")?)),
        site,
        at,
        day: Day(columns.get("day")?),
        hour: columns.get("hour")?,
        path: columns.get("path")?,
        spelling: columns.get("spelling")?,
        title: columns.get("title")?,
        referrer: columns.get("referrer")?,
        campaign: Campaign {
            source: columns.get("utm_source")?,
            medium: columns.get("utm_medium")?,
            name: columns.get("utm_campaign")?,
            term: columns.get("utm_term")?,
            content: columns.get("utm_content")?,
        },
        action: columns.action()?,
        crawler: columns.get("crawler")?,
        device: None,
        library: None,
    };
    Ok(StoredEvent { place: EventPosition::of_store(sequence), event })
}

struct Columns<'r> {
    sequence: i64,
    row: &'r Row<'r>,
}

impl Columns<'_> {
    fn corrupt(&self, column: &'static str) -> StoreError {
        StoreError::Corrupt { table: "events", column, id: self.sequence.to_string() }
    }

    fn get<T: FromSql>(&self, column: &'static str) -> StoreResult<T> {
        self.row.get(column).map_err(|_| self.corrupt(column))
    }

    fn action(&self) -> StoreResult<Action> {
        let source_name = || self.row.get("detail").map_err(|_| "detail");
        read_action(self.get("type")?, self.get("label")?, source_name, || self.id())
            .map_err(|place| self.corrupt(place))
    }

    fn id(&self) -> Result<Option<u128>, &'static str> {
        let bits: Option<[u8; 16]> = self.row.get("detail").map_err(|_| "detail")?;
        Ok(bits.map(u128::from_be_bytes))
    }
}
