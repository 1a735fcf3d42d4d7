//! Finds the tables that a move copies, by comparing both databases. If only one of them has a table or column that
//! `differences` does not list with its reason, the move ends before it begins.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;
use sqlx::Row as _;

use super::{
    differences::{EVENT_TABLES, EVENTS, EventTable, MADE, NO_COLUMN, NOT_CARRIED, PAGES, TITLE},
    error::MoveError,
    rows::{Column, Kind},
};
use crate::{events::sqlite::EVENTS_FILE, metadata::sqlite::opening::METADATA_FILE, sql::Link};

/// One of the files of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum File {
    Metadata,
    Events,
}

impl File {
    /// The file's name in the folder.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Metadata => METADATA_FILE,
            Self::Events => EVENTS_FILE,
        }
    }
}

/// PostgreSQL's column for the order of storing, which tables on SQLite have implicitly.
const ROW_ORDER: &str = "rowid";

/// A table that is moved.
#[derive(Debug, Clone)]
pub(super) struct Table {
    /// The name on PostgreSQL, and in reports.
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
    /// The columns of its key on PostgreSQL, separated by commas.
    pub(super) key: String,
    /// The file that contains it, and its name there.
    pub(super) file: File,
    pub(super) in_folder: String,
    /// The expression to read for each column in the folder.
    pub(super) expressions: Vec<String>,
    /// The expression to read for each column on PostgreSQL, and the tables to read from.
    pub(super) selected: Vec<String>,
    pub(super) from: String,
    /// The order of its rows in the folder.
    pub(super) order: String,
    /// The column with the site, which is a number in the folder.
    pub(super) site: Option<usize>,
    /// The column that PostgreSQL numbers automatically, if there is one.
    pub(super) numbered: Option<String>,
}

impl Table {
    /// Returns the query for its rows in the folder: in order and after the first `skipped`, or all in any order.
    /// `more` is SQL that is appended to the columns.
    pub(super) fn folder_select(&self, more: &str, skipped: Option<u64>) -> String {
        let Self { in_folder, order, .. } = self;
        let select = format!("SELECT {}{more} FROM {in_folder}", self.expressions.join(", "));
        match skipped {
            Some(skipped) => format!("{select} ORDER BY {order} LIMIT -1 OFFSET {skipped}"),
            None => select,
        }
    }

    /// Returns the names of its columns, separated by commas.
    pub(super) fn column_names(&self) -> String {
        quoted(&self.columns).join(", ")
    }

    /// Returns the statement that stores rows on PostgreSQL.
    pub(super) fn copy_in(&self) -> String {
        format!("COPY {} ({}) FROM STDIN (FORMAT binary)", self.name, self.column_names())
    }

    /// Returns the statement that reads its rows on PostgreSQL.
    pub(super) fn copy_out(&self) -> String {
        format!("COPY (SELECT {} FROM {}) TO STDOUT (FORMAT binary)", self.selected.join(", "), self.from)
    }

    /// Returns the table in a form for comparisons: with the path of each page instead of its number, and without the
    /// places of events.
    pub(super) fn without_numbers(&self) -> Self {
        let mut table = self.clone();
        if self.file == File::Metadata {
            return table;
        }
        if let Some(place) = table.place_of("place").or_else(|| (self.name == PAGES).then(|| self.place_of("page"))?) {
            table.columns.remove(place);
            table.expressions.remove(place);
            table.selected.remove(place);
        }
        if let Some(place) = table.place_of("page") {
            for expressions in [&mut table.expressions, &mut table.selected] {
                for expression in expressions.iter_mut().filter(|expression| expression.starts_with('"')) {
                    expression.insert_str(0, "t.");
                }
                expressions[place] = "p.path".into();
            }
            table.columns[place].kind = Kind::Text;
            if let Some(title) = table.place_of("title").filter(|_| table.name == EVENTS) {
                table.selected[title] = TITLE.into();
            }
            table.from = format!("{} t LEFT JOIN event_pages p ON p.site = t.site AND p.page = t.page", self.name);
            table.in_folder = format!("{} t LEFT JOIN pages p ON p.id = t.page", self.in_folder);
        }
        table.site = table.place_of("site");
        table
    }

    /// Returns the index of a column.
    pub(super) fn place_of(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|known| known.name == column)
    }
}

/// All tables that are moved: those of the metadata, parents first, and those of the events.
#[derive(Debug)]
pub(super) struct Carried {
    pub(super) metadata: Vec<Table>,
    pub(super) events: Vec<Table>,
}

/// Reads the columns of each table of a file.
pub(super) fn columns_in_file(connection: &Connection) -> rusqlite::Result<BTreeMap<String, Vec<String>>> {
    let mut statement = connection.prepare(
        "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY t.name, c.cid",
    )?;
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        tables.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    Ok(tables)
}

/// A table as PostgreSQL describes it.
#[derive(Default)]
struct Described {
    /// Name and type of each column.
    columns: Vec<(String, String)>,
    numbered: Option<String>,
    key: String,
    parents: BTreeSet<String>,
}

async fn described(link: &mut Link) -> sqlx::Result<BTreeMap<String, Described>> {
    let mut tables: BTreeMap<String, Described> = BTreeMap::new();
    // Days of events are partitions, some of which may be detached and not yet dropped.
    let columns = sqlx::query(
        "SELECT c.relname::text, a.attname::text, format_type(a.atttypid, NULL), a.attidentity <> ''
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
             AND c.relname !~ '^events_-?[0-9]+$'
         ORDER BY c.relname, a.attnum",
    );
    for row in columns.fetch_all(&mut *link).await? {
        let table = tables.entry(row.try_get(0)?).or_default();
        let name: String = row.try_get(1)?;
        if row.try_get(3)? {
            table.numbered = Some(name.clone());
        }
        table.columns.push((name, row.try_get(2)?));
    }
    let keys = sqlx::query(
        "SELECT c.relname::text, string_agg(quote_ident(a.attname), ', ' ORDER BY k.place)
         FROM pg_constraint p JOIN pg_class c ON c.oid = p.conrelid
         CROSS JOIN LATERAL unnest(p.conkey) WITH ORDINALITY AS k (number, place)
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
         WHERE p.contype = 'p' AND p.connamespace = current_schema()::regnamespace GROUP BY c.relname",
    );
    for row in keys.fetch_all(&mut *link).await? {
        if let Some(table) = tables.get_mut(&row.try_get::<String, _>(0)?) {
            table.key = row.try_get(1)?;
        }
    }
    let parents = sqlx::query(
        "SELECT c.relname::text, p.relname::text FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid
         JOIN pg_class p ON p.oid = f.confrelid WHERE f.contype = 'f' AND f.connamespace = current_schema()::regnamespace",
    );
    for row in parents.fetch_all(link).await? {
        if let Some(table) = tables.get_mut(&row.try_get::<String, _>(0)?) {
            table.parents.insert(row.try_get(1)?);
        }
    }
    Ok(tables)
}

fn quoted(columns: &[Column]) -> Vec<String> {
    columns.iter().map(|column| format!("\"{}\"", column.name)).collect()
}

fn is_not_carried(table: &str) -> bool {
    NOT_CARRIED.iter().any(|(name, _)| *name == table)
}

impl Carried {
    /// Compares the layouts of a database and of the two files of a folder.
    pub(super) async fn of(link: &mut Link, metadata: &Connection, events: &Connection) -> Result<Self, MoveError> {
        let described = described(link).await?;
        let (metadata, events) = (columns_in_file(metadata)?, columns_in_file(events)?);
        let (of_events, of_metadata): (BTreeMap<_, _>, BTreeMap<_, _>) =
            described.into_iter().filter(|(name, _)| !is_not_carried(name)).partition(|(name, _)| is_of_events(name));
        let mut unknown = metadata.keys().filter(|name| !is_not_carried(name) && !of_metadata.contains_key(*name));
        if let Some(name) = unknown.next() {
            return Err(differs(&format!("the table {name} is in metadata.db and not on PostgreSQL")));
        }
        let is_known = |name: &String| EVENT_TABLES.iter().any(|table| table.in_folder == name);
        if let Some(name) = events.keys().find(|name| !is_not_carried(name) && !is_known(name)) {
            return Err(differs(&format!("nothing says what the table {name} of events.db is on PostgreSQL")));
        }
        let tables = of_metadata.iter().map(|(name, table)| of_both(name, table, &metadata));
        let metadata = parents_first(tables.collect::<Result<_, _>>()?, &of_metadata);
        let tables = EVENT_TABLES.iter().map(|table| of_event_table(table, &of_events, &events));
        Ok(Self { metadata, events: tables.collect::<Result<_, _>>()? })
    }

    /// Returns all tables.
    pub(super) fn all(&self) -> impl Iterator<Item = &Table> {
        self.metadata.iter().chain(&self.events)
    }
}

fn is_of_events(name: &str) -> bool {
    EVENT_TABLES.iter().any(|table| table.name == name)
}

fn differs(what: &str) -> MoveError {
    MoveError::Refused(format!("the layouts differ, so nothing was copied: {what}"))
}

fn column(table: &str, (name, postgres_type): &(String, String)) -> Result<Column, MoveError> {
    let kind = Kind::of(postgres_type);
    let kind = kind.ok_or_else(|| differs(&format!("{table}.{name} is of the type {postgres_type}")))?;
    Ok(Column { name: name.clone(), kind })
}

/// Returns a table that has the same name and columns in both databases.
fn of_both(name: &str, described: &Described, files: &BTreeMap<String, Vec<String>>) -> Result<Table, MoveError> {
    let Some(known) = files.get(name) else {
        return Err(differs(&format!("the table {name} is on PostgreSQL and not in metadata.db")));
    };
    let columns = described.columns.iter().map(|one| column(name, one)).collect::<Result<Vec<_>, _>>()?;
    let here: BTreeSet<&str> = known.iter().map(String::as_str).collect();
    let there: BTreeSet<&str> = columns.iter().map(|column| &*column.name).filter(|name| *name != ROW_ORDER).collect();
    if let Some(column) = here.symmetric_difference(&there).next() {
        return Err(differs(&format!("only one of the engines has the column {name}.{column}")));
    }
    Ok(Table {
        name: name.to_owned(),
        expressions: quoted(&columns),
        selected: quoted(&columns),
        from: name.to_owned(),
        columns,
        key: described.key.clone(),
        file: File::Metadata,
        in_folder: name.to_owned(),
        order: described.key.clone(),
        site: None,
        numbered: described.numbered.clone(),
    })
}

fn of_event_table(
    table: &EventTable,
    all: &BTreeMap<String, Described>,
    files: &BTreeMap<String, Vec<String>>,
) -> Result<Table, MoveError> {
    let EventTable { name, in_folder, order, expressions } = table;
    let described = all.get(*name).ok_or_else(|| differs(&format!("PostgreSQL has no table {name}")))?;
    let known = files.get(*in_folder).ok_or_else(|| differs(&format!("events.db has no table {in_folder}")))?;
    let is_made = |column: &str| MADE.iter().any(|(table, made, _)| table == name && *made == column);
    let carried = described.columns.iter().filter(|(column, _)| !is_made(column));
    let columns = carried.map(|one| column(name, one)).collect::<Result<Vec<_>, _>>()?;
    let expression = |column: &Column| {
        let own = expressions.iter().find(|(of, _)| *of == column.name).map(|(_, expression)| (*expression).to_owned());
        own.unwrap_or_else(|| format!("\"{}\"", column.name))
    };
    let read: Vec<String> = columns.iter().map(expression).collect();
    for column in &columns {
        let is_own = expressions.iter().any(|(of, _)| *of == column.name);
        if !is_own && !known.contains(&column.name) {
            return Err(differs(&format!("{in_folder} has no column {}", column.name)));
        }
    }
    for column in known {
        let is_read =
            read.iter().any(|read| read == &format!("\"{column}\"") || read.split(' ').any(|word| word == column));
        // The site's bytes are looked up by its number.
        let is_site = column == "site";
        if !is_read && !is_site && !NO_COLUMN.iter().any(|(table, no, _)| table == in_folder && no == column) {
            return Err(differs(&format!("PostgreSQL has no column for {in_folder}.{column}")));
        }
    }
    Ok(Table {
        name: (*name).to_owned(),
        site: columns.iter().position(|column| column.name == "site"),
        selected: quoted(&columns),
        from: (*name).to_owned(),
        columns,
        key: described.key.clone(),
        file: File::Events,
        in_folder: (*in_folder).to_owned(),
        expressions: read,
        order: (*order).to_owned(),
        numbered: None,
    })
}

/// Sorts the tables so that each comes after those that it refers to.
fn parents_first(mut tables: Vec<Table>, described: &BTreeMap<String, Described>) -> Vec<Table> {
    let mut ordered: Vec<Table> = Vec::with_capacity(tables.len());
    while !tables.is_empty() {
        let waits = |table: &Table| {
            let parents = described.get(&table.name).map(|described| &described.parents);
            let is_left = |parent: &String| *parent != table.name && tables.iter().any(|left| left.name == *parent);
            parents.is_some_and(|parents| parents.iter().any(is_left))
        };
        let later: Vec<bool> = tables.iter().map(waits).collect();
        // If tables refer to each other in a cycle, none can be first: PostgreSQL then refuses the rows.
        let is_circle = !later.contains(&false);
        let mut later = later.into_iter();
        let (next, rest): (Vec<Table>, Vec<Table>) =
            tables.into_iter().partition(|_| later.next() == Some(false) || is_circle);
        ordered.extend(next);
        tables = rest;
    }
    ordered
}
