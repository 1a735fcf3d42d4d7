//! Raw events as rows, and back: written column by column, read row by row.

use askline_app::ports::{
    StoreError, StoreResult,
    events::{EventPosition, StoredEvent},
};
use askline_domain::{
    events::{Campaign, Event, EventId},
    shared::{calendar::Day, ids::SiteId},
};
use jiff::Timestamp;
use sqlx::{Decode, Postgres, Row as _, Type, postgres::PgRow};

use super::site_key::SiteKey;
use crate::{
    events::model::{
        event_columns::{DetailColumn, action_columns, read_action, type_number},
        name_cache::PageTarget,
    },
    sql::Link,
};

const INSERT: &str =
    "INSERT INTO events (site, day, place, event_id, at, hour, page, path, title, referrer, utm_source, utm_medium,
        utm_campaign, utm_term, utm_content, type, label, detail, detail_id, crawler)
    SELECT * FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::bytea[], $5::bigint[], $6::smallint[], $7::bigint[],
        $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[],
        $16::smallint[], $17::text[], $18::text[], $19::bytea[], $20::text[])";

/// The columns that [`read_event`] reads; `e` is the event, `p` its page.
pub(crate) const EVENT_COLUMNS: &str = "e.place, e.event_id, e.at, e.day, e.hour, coalesce(e.path, p.path) AS path, coalesce(p.canonical, p.spelling) AS spelling, \
    nullif(coalesce(e.title, p.first_title), '') AS title, e.referrer, e.utm_source, e.utm_medium, e.utm_campaign, e.utm_term, e.utm_content, e.type, e.label, e.detail, e.detail_id, \
    e.crawler, e.page";
/// The join for these columns, after a list of events named `e`.
pub(super) const PAGES_OF_EVENTS: &str = "LEFT JOIN event_pages p ON p.site = e.site AND p.page = e.page";

/// Raw events to be inserted, column by column.
#[derive(Default)]
pub(crate) struct RawRows<'e> {
    sites: Vec<SiteKey>,
    days: Vec<i32>,
    places: Vec<i64>,
    ids: Vec<[u8; 16]>,
    times: Vec<i64>,
    hours: Vec<Option<i16>>,
    pages: Vec<i64>,
    paths: Vec<Option<&'e str>>,
    titles: Vec<Option<&'e str>>,
    referrers: Vec<Option<&'e str>>,
    campaigns: [Vec<Option<&'e str>>; 5],
    types: Vec<i16>,
    labels: Vec<Option<&'e str>>,
    details: Vec<Option<&'e str>>,
    detail_ids: Vec<Option<[u8; 16]>>,
    crawlers: Vec<Option<&'e str>>,
}

impl<'e> RawRows<'e> {
    /// Adds an event; `title` is the title to store with it, as returned by `kept_title`.
    pub(crate) fn push(
        &mut self,
        site: SiteKey,
        place: i64,
        page: PageTarget,
        title: Option<&'e str>,
        event: &'e Event,
    ) {
        let (label, detail) = action_columns(&event.action);
        let (text, id) = match detail {
            DetailColumn::None => (None, None),
            DetailColumn::Text(text) => (Some(text), None),
            DetailColumn::Id(bits) => (None, Some(bits)),
        };
        self.sites.push(site);
        self.days.push(event.day.0);
        self.places.push(place);
        self.ids.push(event.event_id.0.to_be_bytes());
        self.times.push(event.at.as_millisecond());
        self.hours.push(event.hour.map(i16::from));
        self.pages.push(page.number);
        self.paths.push(page.is_other.then_some(event.path.as_str()));
        self.titles.push(title);
        self.referrers.push(event.referrer.as_deref());
        let Campaign { source, medium, name, term, content } = &event.campaign;
        for (column, parameter) in self.campaigns.iter_mut().zip([source, medium, name, term, content]) {
            column.push(parameter.as_deref());
        }
        self.types.push(i16::from(type_number(&event.action)));
        self.labels.push(label);
        self.details.push(text);
        self.detail_ids.push(id);
        self.crawlers.push(event.crawler.as_deref());
    }

    /// Inserts the rows, in one statement with values instead of COPY: sqlx sends the rows and the end of a COPY
    /// separately, and the second waits until the server's operating system has acknowledged the first, 40 ms later.
    pub(crate) async fn insert(self, connection: &mut Link) -> sqlx::Result<()> {
        let [sources, mediums, names, terms, contents] = self.campaigns;
        sqlx::query(INSERT)
            .bind(self.sites)
            .bind(self.days)
            .bind(self.places)
            .bind(self.ids)
            .bind(self.times)
            .bind(self.hours)
            .bind(self.pages)
            .bind(self.paths)
            .bind(self.titles)
            .bind(self.referrers)
            .bind(sources)
            .bind(mediums)
            .bind(names)
            .bind(terms)
            .bind(contents)
            .bind(self.types)
            .bind(self.labels)
            .bind(self.details)
            .bind(self.detail_ids)
            .bind(self.crawlers)
            .execute(connection)
            .await
            .map(drop)
    }
}

/// Reads a row of [`EVENT_COLUMNS`].
pub(crate) fn read_event(site: SiteId, row: &PgRow) -> StoreResult<StoredEvent> {
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
        library: None,
    };
    Ok(StoredEvent { place: EventPosition::of_store(columns.place), event })
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
