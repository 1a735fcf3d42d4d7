//! Counters of sites and of pages: existing rows are raised, missing ones inserted.
//!
//! Nothing is read first: values are added to the stored ones, and hours are appended to the stored ones, as [`Hours`]
//! allows. Hours that have become long in this way are summed and rewritten.

use std::collections::{BTreeMap, BTreeSet};

use askline_domain::analytics::page_orders::PageNumber;
use sqlx::{
    Postgres, Row as _,
    postgres::{PgArguments, PgRow},
    query::Query,
};

use super::working_set::WorkingSet;
use crate::{
    events::{
        model::{hours::Hours, stored::SiteNumber, sums::Addition},
        postgres::site_key::SiteKey,
    },
    sql::Link,
};

/// The index of page counters contains page and kind, but no labels. So all counters of a page's day are read once and
/// matched by their labels in memory; an index lookup for each counter would take quadratic time.
const READ_ONCE: &str = "SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off; \
    SET LOCAL plan_cache_mode = force_custom_plan";
const AS_USUAL: &str =
    "SET LOCAL enable_nestloop = on; SET LOCAL enable_mergejoin = on; SET LOCAL plan_cache_mode = auto";

/// The addition to a counter.
#[derive(Default)]
pub(crate) struct Raise {
    pub(crate) value: i64,
    pub(crate) hours: Hours,
}

impl Raise {
    pub(crate) fn add(&mut self, value: i64, hours: &Hours) {
        self.value += value;
        self.hours.add_all(hours);
    }
}

/// Which counter. Keys are ordered by their fields.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CounterRowKey {
    pub(crate) site: SiteNumber,
    pub(crate) day: i32,
    /// 0 for a whole site.
    pub(crate) page: PageNumber,
    pub(crate) kind: u8,
    pub(crate) label: String,
    pub(crate) detail: String,
}

impl CounterRowKey {
    /// The counter of an addition to a page, or to a whole site.
    pub(crate) fn of(page: PageNumber, addition: &Addition<'_>) -> Self {
        let Addition { site, day, kind, label, detail, .. } = addition;
        let (label, detail) = ((*label).to_owned(), (*detail).to_owned());
        Self { site: *site, day: *day, page, kind: *kind as u8, label, detail }
    }
}

/// The additions to counters.
pub(crate) type CounterRows = BTreeMap<CounterRowKey, Raise>;

/// A table of counters with its statements, each of which gets the columns of [`Columns`].
pub(crate) struct CounterTable {
    /// Whether rows are read by page: then the statements that raise also get the distinct sites, days and pages.
    is_by_page: bool,
    /// Raises existing rows; returns their indexes in the columns, and their hours if these are long: longer than the
    /// hours of a whole day with a hundred million in each.
    raise: &'static str,
    enter: &'static str,
    write_hours: &'static str,
}

macro_rules! counter_table {
    ($table:literal, $is_by_page:literal, $columns:literal, $same:literal) => {
        CounterTable {
            is_by_page: $is_by_page,
            raise: concat!(
                "UPDATE ",
                $table,
                " c SET value = c.value + q.value, hours = coalesce(c.hours || q.hours, c.hours, q.hours) ",
                "FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::smallint[], $5::text[], $6::text[], $7::bigint[], \
                     $8::bytea[]) WITH ORDINALITY AS q (site, day, page, kind, label, detail, value, hours, number) WHERE ",
                $same,
                " RETURNING q.number, CASE WHEN octet_length(c.hours) > 160 THEN c.hours END"
            ),
            enter: concat!(
                "INSERT INTO ",
                $table,
                " (",
                $columns,
                ", value, hours) SELECT ",
                $columns,
                ", value, hours FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::smallint[], $5::text[], $6::text[], \
                     $7::bigint[], $8::bytea[]) AS q (site, day, page, kind, label, detail, value, hours)"
            ),
            write_hours: concat!(
                "UPDATE ",
                $table,
                " c SET hours = q.hours \
                 FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::smallint[], $5::text[], $6::text[], $7::bigint[], \
                     $8::bytea[]) AS q (site, day, page, kind, label, detail, value, hours) WHERE ",
                $same
            ),
        }
    };
}

pub(super) const OF_SITES: CounterTable = counter_table!(
    "event_site_counters",
    false,
    "site, kind, day, label, detail",
    "c.site = q.site AND c.kind = q.kind AND c.day = q.day AND c.label = q.label COLLATE \"C\" \
     AND c.detail = q.detail COLLATE \"C\""
);

pub(crate) const OF_PAGES: CounterTable = counter_table!(
    "event_page_counters",
    true,
    "site, day, page, kind, label, detail",
    "c.site = ANY ($9) AND c.day = ANY ($10) AND c.page = ANY ($11) AND c.site = q.site AND c.day = q.day AND c.page = q.page AND c.kind = q.kind AND c.label = q.label COLLATE \"C\" \
     AND c.detail = q.detail COLLATE \"C\""
);

impl CounterTable {
    /// Raises counters. This is correct only under the locks of their sites.
    pub(crate) async fn write(
        &self,
        connection: &mut Link,
        working: &WorkingSet,
        counters: CounterRows,
    ) -> sqlx::Result<()> {
        if counters.is_empty() {
            return Ok(());
        }
        let columns = Columns::of(working, &counters);
        self.plan(connection, READ_ONCE).await?;
        let raised = self.bind(&columns, self.raise).fetch_all(&mut *connection).await?;
        let (mut missing, mut long) = (vec![true; counters.len()], Vec::new());
        for row in &raised {
            let place = place_of(row)?;
            missing[place] = false;
            if let Some(hours) = row.try_get::<Option<&[u8]>, _>(1)? {
                long.push((place, Hours::of_bytes(hours).to_bytes()));
            }
        }
        if raised.len() < counters.len() {
            let missing = (0..counters.len()).filter(|place| missing[*place]);
            columns.some(missing).bind(self.enter).execute(&mut *connection).await?;
        }
        if !long.is_empty() {
            let mut columns = columns.some(long.iter().map(|(place, _)| *place));
            columns.hours = long.into_iter().map(|(_, hours)| hours).collect();
            self.bind(&columns, self.write_hours).execute(&mut *connection).await?;
        }
        self.plan(connection, AS_USUAL).await
    }

    async fn plan(&self, connection: &mut Link, how: &'static str) -> sqlx::Result<()> {
        if self.is_by_page {
            sqlx::raw_sql(how).execute(connection).await?;
        }
        Ok(())
    }

    /// Binds the values to a statement that raises rows.
    fn bind<'q>(&self, columns: &'q Columns<'_>, statement: &'static str) -> Query<'q, Postgres, PgArguments> {
        let query = columns.bind(statement);
        if !self.is_by_page {
            return query;
        }
        let (sites, days): (BTreeSet<_>, BTreeSet<_>) = (columns.sites.iter().collect(), columns.days.iter().collect());
        let pages: BTreeSet<_> = columns.pages.iter().collect();
        query
            .bind(sites.into_iter().copied().collect::<Vec<SiteKey>>())
            .bind(days.into_iter().copied().collect::<Vec<i32>>())
            .bind(pages.into_iter().copied().collect::<Vec<PageNumber>>())
    }
}

/// Returns the index in the columns that a result row refers to; the row counts from one.
fn place_of(row: &PgRow) -> sqlx::Result<usize> {
    let number = row.try_get::<i64, _>(0)?;
    usize::try_from(number - 1).map_err(|_| sqlx::Error::Protocol(format!("a place in a list is {number}")))
}

/// Counters, column by column.
struct Columns<'r> {
    sites: Vec<SiteKey>,
    days: Vec<i32>,
    pages: Vec<PageNumber>,
    kinds: Vec<i16>,
    labels: Vec<&'r str>,
    details: Vec<&'r str>,
    values: Vec<i64>,
    hours: Vec<Option<Vec<u8>>>,
}

impl<'r> Columns<'r> {
    fn of(working: &WorkingSet, rows: &'r CounterRows) -> Self {
        Self {
            sites: rows.keys().map(|key| working.key(key.site)).collect(),
            days: rows.keys().map(|key| key.day).collect(),
            pages: rows.keys().map(|key| key.page).collect(),
            kinds: rows.keys().map(|key| i16::from(key.kind)).collect(),
            labels: rows.keys().map(|key| key.label.as_str()).collect(),
            details: rows.keys().map(|key| key.detail.as_str()).collect(),
            values: rows.values().map(|raise| raise.value).collect(),
            hours: rows.values().map(|raise| raise.hours.to_bytes()).collect(),
        }
    }

    /// Returns the rows at these indexes.
    fn some(&self, places: impl Iterator<Item = usize> + Clone) -> Self {
        Self {
            sites: places.clone().map(|place| self.sites[place]).collect(),
            days: places.clone().map(|place| self.days[place]).collect(),
            pages: places.clone().map(|place| self.pages[place]).collect(),
            kinds: places.clone().map(|place| self.kinds[place]).collect(),
            labels: places.clone().map(|place| self.labels[place]).collect(),
            details: places.clone().map(|place| self.details[place]).collect(),
            values: places.clone().map(|place| self.values[place]).collect(),
            hours: places.map(|place| self.hours[place].clone()).collect(),
        }
    }

    fn bind<'q>(&'q self, statement: &'static str) -> Query<'q, Postgres, PgArguments> {
        sqlx::query(statement)
            .bind(&self.sites)
            .bind(&self.days)
            .bind(&self.pages)
            .bind(&self.kinds)
            .bind(&self.labels)
            .bind(&self.details)
            .bind(&self.values)
            .bind(&self.hours)
    }
}
